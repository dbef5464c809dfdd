/// An action of the cache, with its reason.
public struct CacheStep: Sendable, Hashable, CustomStringConvertible {
    /// The action of the cache.
    ///
    /// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Action: String, Sendable, Hashable {
        /// A fresh stored response is served (RFC 9111 §4.2); nothing is sent.
        case servedFresh = "served fresh"
        /// A stale stored response is served, for one of the reasons of ``ResponseSource/Staleness``.
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
        /// The response of the server was stored, or a part of it (RFC 9111 §3.3).
        case stored = "stored"
        /// The response of the server was not stored: a rule forbids it, it is too large, or it may be outdated.
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
