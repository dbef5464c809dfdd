/// Where an answer came from, and how old it is.
///
/// New cases may come with any version: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ResponseSource: Sendable, Equatable {
    /// Why a stale answer was served.
    ///
    /// New cases may come with any version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Staleness: Sendable, Equatable {
        /// The request or its policy takes it.
        case accepted
        /// The service lets it stand in while the fresh one is on its way (RFC 5861 §3).
        case revalidating
        /// The server gave none.
        case failure(FetchError)
    }

    /// From the server.
    case network
    /// From an interceptor around the call that responded by itself.
    case interceptor
    /// From the cache, after the server has said that it still holds.
    case confirmed
    /// From the cache, and fresh.
    case fresh(age: Duration)
    /// From the cache, and out of date.
    case stale(age: Duration, Staleness)

    public var isStale: Bool {
        if case .stale = self { true } else { false }
    }

    /// How long ago the server made or confirmed the answer; `nil` for one that has just come from there.
    public var age: Duration? {
        switch self {
        case .network, .interceptor, .confirmed: nil
        case .fresh(let age), .stale(let age, _): age
        }
    }

    /// Whether a fresh answer is on its way behind this one.
    public var isRevalidating: Bool {
        if case .stale(_, .revalidating) = self { true } else { false }
    }

    /// Why the server gave no answer in place of this stale one.
    public var failure: FetchError? {
        if case .stale(_, .failure(let error)) = self { error } else { nil }
    }
}
