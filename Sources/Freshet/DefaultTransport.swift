public import FreshetCore

#if NIO && !canImport(Darwin)
import FreshetNIO
#endif

extension ClientConfiguration {
    /// The default client settings: the platform's best transport, the process-wide cache, and the
    /// system's network and foreground state.
    public static var platform: ClientConfiguration {
        var configuration = ClientConfiguration(transport: DefaultTransport.shared, cache: .shared)
        configuration.reachability = SystemReachability()
        configuration.foreground = SystemForeground.shared
        return configuration
    }
}

extension Client {
    /// Makes a client on the platform's best transport. A shorthand for
    /// ``ClientConfiguration/platform`` with these settings.
    ///
    /// ```swift
    /// let news = Client(News())
    /// let page = try await news.value(for: .headlines)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The service that the requests are sent to.
    ///   - cache: The response cache. By default, all clients of the process share one; `nil` turns
    ///     caching off.
    ///   - limits: The most time and memory that a call may use.
    ///   - retry: How often, and how soon, a failed attempt is retried.
    ///   - observers: The observers that receive every step of every call.
    public init(
        _ service: API,
        cache: HTTPCache? = .shared,
        limits: Limits = Limits(),
        retry: RetryPolicy = .standard,
        observers: [any FetchObserver] = []
    ) {
        var configuration = ClientConfiguration.platform
        configuration.cache = cache
        configuration.limits = limits
        configuration.retry = retry
        configuration.observers = observers
        self.init(service, configuration)
    }
}

/// The transport that clients use by default.
public enum DefaultTransport {
    /// URLSession on Apple platforms and AsyncHTTPClient elsewhere; without the trait `NIO`,
    /// URLSession everywhere.
    public static var shared: any Transport {
        #if NIO && !canImport(Darwin)
        AsyncHTTPClientTransport.shared
        #else
        URLSessionTransport.shared
        #endif
    }
}
