public import FreshetCore

#if NIO && !canImport(Darwin)
import FreshetNIO
#endif

extension ClientConfiguration {
    /// The default settings of clients: the platform's best transport, the shared cache of the process, and the
    /// network and foreground state of the system.
    public static var platform: ClientConfiguration {
        var configuration = ClientConfiguration(transport: DefaultTransport.shared, cache: .shared)
        configuration.reachability = SystemReachability()
        configuration.foreground = SystemForeground.shared
        return configuration
    }
}

extension Client {
    /// Makes a client on the platform's best transport: short for ``ClientConfiguration/platform`` with these settings.
    ///
    /// - Parameters:
    ///   - service: The service that the requests belong to.
    ///   - cache: The store of responses: by default the one that the clients of the process share; `nil` for none.
    ///   - limits: The most that a call may take of time and memory.
    ///   - retry: How often and how soon a failed attempt is retried.
    ///   - observers: The observers of every step of every call.
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

/// The default transport of clients.
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
