/// The source of a response: the network or a cache, with the age of a cached response.
///
/// ```swift
/// let response = try await news.response(for: .headlines)
/// if let age = response.source.age { show("Updated \(age.formatted(.units())) ago") }
/// if response.source.failure != nil { show("You are offline. These are the last headlines.") }
/// ```
///
/// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ResponseSource: Sendable, Equatable {
    /// The reason why a stale response was served.
    ///
    /// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Staleness: Sendable, Equatable {
        /// The request or its cache policy accepts stale responses.
        case accepted
        /// The server allows it while the response is being revalidated (`stale-while-revalidate`,
        /// RFC 5861 §3).
        case revalidating
        /// The server sent no usable response; the associated value is the failure.
        case failure(FetchError)
    }

    /// From the server.
    case network
    /// From an interceptor around the call, which responded without sending the request.
    case interceptor
    /// From the cache, after the server confirmed that it is still current (304, RFC 9111 §4.3.3).
    case confirmed
    /// From the cache, and fresh.
    case fresh(age: Duration)
    /// From the cache, and stale.
    case stale(age: Duration, Staleness)

    /// Whether the response is stale.
    public var isStale: Bool {
        if case .stale = self { true } else { false }
    }

    /// The time since the server made or confirmed the response; `nil` for one from the network and
    /// for one that the server has just confirmed.
    public var age: Duration? {
        switch self {
        case .network, .interceptor, .confirmed: nil
        case .fresh(let age), .stale(let age, _): age
        }
    }

    /// Whether this stale response is being revalidated, so that a fresh one follows.
    public var isRevalidating: Bool {
        if case .stale(_, .revalidating) = self { true } else { false }
    }

    /// The failure because of which this stale response was served; `nil` for other responses.
    public var failure: FetchError? {
        if case .stale(_, .failure(let error)) = self { error } else { nil }
    }
}
