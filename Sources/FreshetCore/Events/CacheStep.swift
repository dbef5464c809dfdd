/// An action of the cache for a call, with its reason.
public struct CacheStep: Sendable, Hashable, CustomStringConvertible {
    /// The action of the cache.
    ///
    /// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Action: String, Sendable, Hashable {
        /// A fresh stored response is served (RFC 9111 §4.2); nothing is sent.
        case servedFresh = "served fresh"
        /// A stale stored response is served, for one of the reasons in
        /// ``ResponseSource/Staleness``.
        case servedStale = "served stale"
        /// The stored response is revalidated: a conditional request is sent.
        case validating = "revalidates"
        /// The server confirmed the stored response.
        case confirmed = "confirmed"
        /// The missing rest of a partially stored response is requested (RFC 9111 §3.3).
        case completing = "asks for the rest"
        /// No stored response can be used, so the request is sent without a condition.
        case missed = "not served"
        /// The cache policy forbids sending the request, and no stored response can be used.
        case refused = "refused"
        /// The server's response was stored, completely or in part (RFC 9111 §3.3).
        case stored = "stored"
        /// The server's response wasn't stored: a rule forbids it, it is too large, or it may be
        /// outdated.
        case notStored = "not stored"
        /// Stored responses were removed because they became outdated.
        case removed = "removed"
        /// An operation of the cache store failed; the call continues as if nothing were stored.
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
