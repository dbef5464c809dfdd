/// An action of the cache, with its reason.
public struct CacheStep: Sendable, Hashable, CustomStringConvertible {
    /// The action of the cache.
    ///
    /// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Action: String, Sendable, Hashable {
        case servedFresh = "served fresh"
        case servedStale = "served stale"
        /// The stored response is revalidated: a conditional request is sent.
        case validating = "revalidates"
        /// The server confirmed the stored response.
        case confirmed = "confirmed"
        /// The rest of a partly stored response is requested.
        case completing = "asks for the rest"
        /// The request is sent without a condition.
        case missed = "not served"
        /// Nothing may be sent, and no stored response can be used.
        case refused = "refused"
        case stored = "stored"
        case notStored = "not stored"
        /// Stored responses were removed because they are outdated.
        case removed = "removed"
        /// An operation of the store failed; the call continues without it.
        case storeFailed = "store failed"
    }

    /// The action.
    public let action: Action
    /// The reason as text, such as `max-age=60, age 12 s`.
    public let reason: String

    /// Makes a step.
    public init(_ action: Action, _ reason: String) {
        self.action = action
        self.reason = reason
    }

    /// The action and the reason.
    public var description: String { "\(action.rawValue): \(reason)" }
}
