public import FreshetCore

#if NIO && !canImport(Darwin)
import FreshetNIO
#endif

extension Client {
    /// Makes a client on the platform's best transport.
    ///
    /// - Parameters:
    ///   - service: The service to ask.
    ///   - cache: Keeps answers: the one that the clients of the process share, unless told; `nil` for none.
    ///   - limits: What a call may take of time and memory.
    ///   - retry: How often and how soon a call is tried again that failed and may be repeated.
    ///   - rate: How fast and how many at once requests go to one host; `nil` for no limit.
    ///   - observers: Listen to the steps of every call. Without any, steps cost nothing.
    public init(
        _ service: API,
        cache: HTTPCache? = .shared,
        limits: Limits = Limits(),
        retry: RetryPolicy = .standard,
        rate: RateLimit? = nil,
        observers: [any FetchObserver] = []
    ) {
        self.init(
            service, transport: DefaultTransport.shared, cache: cache, limits: limits, retry: retry, rate: rate,
            observers: observers)
    }
}

/// The transport of clients that name none.
public enum DefaultTransport {
    /// URLSession on Apple's platforms; AsyncHTTPClient elsewhere, or URLSession without the trait `NIO`.
    public static var shared: any Transport {
        #if NIO && !canImport(Darwin)
        AsyncHTTPClientTransport.shared
        #else
        URLSessionTransport.shared
        #endif
    }
}
