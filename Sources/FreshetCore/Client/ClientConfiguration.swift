public import HTTPTypes

/// The settings of a client: its transport and cache, its limits, what runs around its calls, and its time.
///
/// ```swift
/// var configuration = ClientConfiguration.platform
/// configuration.retry = RetryPolicy(attempts: 5)
/// configuration.rateLimit = RateLimit(callsPerSecond: 5, burst: 10)
/// configuration.observers = [LogObserver()]
/// let weather = Client(Weather(), configuration)
/// ```
///
/// `ClientConfiguration.platform` of the module Freshet has the platform's transport and the cache of the process. With
/// another transport, choose the cache that belongs to it: responses of one transport must not be served where another
/// leads elsewhere, as that of a test or an emulator does. `platform` also has the reachability and the foreground of
/// the system. All other settings have the same defaults everywhere.
///
/// Clients with the same configuration share its transport and its cache. In-flight requests, rate limits and retry
/// budgets belong to one client and its copies.
public struct ClientConfiguration: Sendable {
    /// The transport that sends the requests.
    public var transport: any Transport

    /// The store of responses; `nil` for none.
    public var cache: HTTPCache?

    /// The most that a call may take of time and memory.
    public var limits = Limits()

    /// How often and how soon a call is tried again that failed and may be repeated. Three attempts by default.
    public var retry = RetryPolicy.standard

    /// Whether redirects are followed, for requests that do not choose. They are by default.
    public var redirects = RedirectMode.follow

    /// How fast, and how many at once, requests go to one host; `nil`, the default, for no limit.
    public var rateLimit: RateLimit?

    /// The plug-ins, in the order in which they prepare requests. Among them are the jar of ``cookies`` and the session
    /// of `authentication`, if there are any.
    public var plugins: [any ClientPlugin] = []

    /// The interceptors around each call, the first one outermost. Those of a request run inside of them.
    public var callInterceptors: [any Interceptor] = []

    /// The interceptors around each attempt, the first one outermost. Those of a request run inside of them.
    public var attemptInterceptors: [any Interceptor] = []

    /// The header fields in which requests may differ that share an in-flight request or a cached response: by default
    /// the usual ones of tracing.
    public var tracingFields: Set<HTTPField.Name> = .tracing

    /// The observers of every step of every call. Without any, steps cost nothing.
    public var observers: [any FetchObserver] = []

    /// Whether there is a network; `nil` where that is not known. Event streams connect again as soon as it returns.
    ///
    /// `nil` by default with a transport of your choice, which may lead to this machine.
    public var reachability: (any Reachability)?

    /// Whether the app is in the foreground; `nil`, the default with a transport of your choice, if that does not
    /// matter. Event streams connect again as soon as the app returns to it.
    public var foreground: (any Foreground)?

    /// The clock and date with which the client measures, waits and compares dates. A test sets those of a manual
    /// clock.
    public var time = TimeSource.system

    /// Makes a configuration with the default settings.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - cache: The store of responses; `nil` for none.
    public init(transport: any Transport, cache: HTTPCache?) {
        self.transport = transport
        self.cache = cache
    }

    /// The session of the accounts for which calls are made; `nil` where none sign in.
    package var session: (any AccountSession)? { plugins.lazy.compactMap { $0 as? any AccountSession }.first }
}
