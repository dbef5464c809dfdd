/// The source of a response, with the age of a cached one.
///
/// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ResponseSource: Sendable, Equatable {
    /// The reason why a stale response was served.
    ///
    /// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Staleness: Sendable, Equatable {
        /// The request or its policy accepts it.
        case accepted
        /// The server allows it during the revalidation (`stale-while-revalidate`, RFC 5861 §3).
        case revalidating
        /// No usable response came from the server.
        case failure(FetchError)
    }

    /// From the server.
    case network
    /// From an interceptor around the call that responded by itself.
    case interceptor
    /// From the cache, after the server has confirmed it.
    case confirmed
    /// From the cache, and fresh.
    case fresh(age: Duration)
    /// From the cache, and stale.
    case stale(age: Duration, Staleness)

    /// Whether the response is stale.
    public var isStale: Bool {
        if case .stale = self { true } else { false }
    }

    /// The time since the server made or confirmed the response; `nil` for one that came from the network.
    public var age: Duration? {
        switch self {
        case .network, .interceptor, .confirmed: nil
        case .fresh(let age), .stale(let age, _): age
        }
    }

    /// Whether a fresh response follows this one.
    public var isRevalidating: Bool {
        if case .stale(_, .revalidating) = self { true } else { false }
    }

    /// The failure because of which this stale response was served.
    public var failure: FetchError? {
        if case .stale(_, .failure(let error)) = self { error } else { nil }
    }
}
