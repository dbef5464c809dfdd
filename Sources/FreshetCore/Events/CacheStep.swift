/// What a cache did with a request or its answer, and why.
public struct CacheStep: Sendable, Hashable, CustomStringConvertible {
    /// What the cache did.
    ///
    /// New cases may come with any version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Action: String, Sendable, Hashable {
        case servedFresh = "served fresh"
        case servedStale = "served stale"
        /// The server is asked whether the stored answer still holds.
        case validating = "asks whether it holds"
        /// The server said that it does.
        case confirmed = "confirmed"
        /// The server is asked for the rest of a response of which a part is stored.
        case completing = "asks for the rest"
        /// The server is asked for the whole answer.
        case missed = "not served"
        /// Nothing may be sent, and nothing that is stored will do.
        case refused = "refused"
        case stored = "stored"
        case notStored = "not stored"
        /// Stored answers were removed, since they are out of date.
        case removed = "removed"
        /// The store could not do what it was asked; the call goes on without it.
        case storeFailed = "store failed"
    }

    public let action: Action
    /// The reason in words, such as `max-age=60, age 12 s`.
    public let reason: String

    public init(_ action: Action, _ reason: String) {
        self.action = action
        self.reason = reason
    }

    public var description: String { "\(action.rawValue): \(reason)" }
}
