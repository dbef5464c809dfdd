public import FreshetCore
public import HTTPTypes

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
    ///   - callInterceptors: Run around each call, the first one outermost.
    ///   - attemptInterceptors: Run around each attempt, the first one outermost.
    ///   - tracingFields: Fields in which calls may differ that share an in-flight request.
    ///   - observers: Listen to the steps of every call. Without any, steps cost nothing.
    public init(
        _ service: API,
        cache: HTTPCache? = .shared,
        limits: Limits = Limits(),
        retry: RetryPolicy = .standard,
        rate: RateLimit? = nil,
        callInterceptors: [any Interceptor] = [],
        attemptInterceptors: [any Interceptor] = [],
        tracingFields: Set<HTTPField.Name> = .tracing,
        observers: [any FetchObserver] = []
    ) {
        self.init(
            service, transport: DefaultTransport.shared, cache: cache, limits: limits, retry: retry, rate: rate,
            callInterceptors: callInterceptors, attemptInterceptors: attemptInterceptors,
            tracingFields: tracingFields, observers: observers)
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
