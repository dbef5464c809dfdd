public import HTTPTypes

/// The settings of a client, such as its transport, cache, limits and interceptors.
///
/// ```swift
/// var configuration = ClientConfiguration.platform
/// configuration.retry = RetryPolicy(attempts: 5)
/// configuration.rateLimit = RateLimit(callsPerSecond: 5, burst: 10)
/// configuration.observers = [LogObserver()]
/// let weather = Client(Weather(), configuration)
/// ```
///
/// `ClientConfiguration.platform` of the module Freshet has the platform's transport, the cache of
/// the process, and the system's reachability and foreground. With another transport, choose the
/// cache that belongs to it: a transport of a test or an emulator reaches other servers, and its
/// responses must not be served in place of theirs. All other settings have the same defaults
/// everywhere.
///
/// Clients with the same configuration share its transport and its cache. In-flight requests, rate
/// limits and retry budgets belong to one client and its copies.
public struct ClientConfiguration: Sendable {
    /// The transport that sends the requests.
    public var transport: any Transport

    /// The cache of responses; `nil` for none.
    public var cache: HTTPCache?

    /// The most time and memory that a call may use.
    public var limits = Limits()

    /// How often and how soon a failed attempt is retried, if the request may be repeated.
    ///
    /// By default, a call has at most three attempts.
    public var retry = RetryPolicy.standard

    /// Whether redirects are followed, for requests that don't choose. By default, they are.
    public var redirects = RedirectMode.follow

    /// How fast requests are sent to one host, and how many at once; `nil`, the default, for no
    /// limit.
    public var rateLimit: RateLimit?

    /// The plug-ins, in the order in which they prepare requests.
    ///
    /// They include the jar of ``cookies`` and the session of `authentication`, if these are set.
    public var plugins: [any ClientPlugin] = []

    /// The interceptors around each call, the first one outermost. Those of a request run inside
    /// them.
    public var callInterceptors: [any Interceptor] = []

    /// The interceptors around each attempt, the first one outermost. Those of a request run inside
    /// them.
    public var attemptInterceptors: [any Interceptor] = []

    /// The fields that may differ between requests that share an in-flight request or a cached
    /// response.
    ///
    /// By default, they are the common fields for tracing.
    public var tracingFields: Set<HTTPField.Name> = .tracing

    /// The observers of every step of every call. Without observers, steps cost nothing.
    public var observers: [any FetchObserver] = []

    /// The source that reports whether a network is available; `nil` if that isn't known.
    ///
    /// Event streams reconnect as soon as the network is back. With a transport of your choice, it
    /// is `nil` by default, since the transport may connect to this machine.
    public var reachability: (any Reachability)?

    /// The source that reports whether the app is in the foreground; `nil` if that doesn't matter.
    ///
    /// Event streams reconnect as soon as the app returns to the foreground. With a transport of
    /// your choice, it is `nil` by default.
    public var foreground: (any Foreground)?

    /// The clock and date with which the client measures, waits and compares dates. In tests, set
    /// those of a manual clock.
    public var time = TimeSource.system

    /// Makes a configuration with the default settings.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - cache: The cache of responses; `nil` for none.
    public init(transport: any Transport, cache: HTTPCache?) {
        self.transport = transport
        self.cache = cache
    }

    /// The session of the accounts for which calls are made; `nil` if there is none.
    package var session: (any AccountSession)? { plugins.lazy.compactMap { $0 as? any AccountSession }.first }
}
