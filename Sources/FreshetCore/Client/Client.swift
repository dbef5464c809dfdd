public import Foundation

/// Sends the requests of a service and returns their responses as values.
///
/// ```swift
/// let news = Client(News())
/// let page = try await news.value(for: .headlines)
/// ```
///
/// Four interfaces share one engine: these `async` methods, loading states with ``states(for:keepingPrevious:)``,
/// callbacks with ``fetch(_:on:completion:)``, and publishers with `publisher(for:)` of FreshetCombine. Each of them
/// fails with ``FetchError`` and can be cancelled, which closes the exchange on the network.
///
/// Identical calls in flight share a request (``RequestSharing``), and a failed attempt is retried where that is safe
/// (``RetryPolicy``). An app adds stages of its own with ``Interceptor``.
///
/// A client is a value that may be copied and used from any thread. Pass a view model the client it needs; in tests,
/// one with the `StubTransport` of FreshetTesting.
public struct Client<API: Service>: Sendable {
    /// The service of the client.
    public let service: API
    let engine: Engine
    /// The cache policy of requests that leave theirs at ``CachePolicy/automatic``.
    package private(set) var cachePolicy: CachePolicy

    /// Makes a client.
    public init(_ service: API, _ configuration: ClientConfiguration) {
        self.service = service
        cachePolicy = configuration.cache?.rules.policy ?? .automatic
        engine = Engine(configuration)
    }

    /// Makes a client with another transport than the platform's: short for a ``ClientConfiguration`` with these
    /// settings.
    ///
    /// - Parameters:
    ///   - service: The service that the requests belong to.
    ///   - transport: The transport that sends the requests.
    ///   - cache: The store of responses; `nil` for none. It has no default, since only the choice of the transport
    ///     says whether it leads to the same servers as another one does.
    ///   - limits: The most that a call may take of time and memory.
    ///   - retry: How often and how soon a failed attempt is retried.
    ///   - observers: The observers of every step of every call.
    ///   - time: The clock and date of the client. Tests pass those of a manual clock.
    public init(
        _ service: API,
        transport: any Transport,
        cache: HTTPCache?,
        limits: Limits = Limits(),
        retry: RetryPolicy = .standard,
        observers: [any FetchObserver] = [],
        time: TimeSource = .system
    ) {
        var configuration = ClientConfiguration(transport: transport, cache: cache)
        configuration.limits = limits
        configuration.retry = retry
        configuration.observers = observers
        configuration.time = time
        self.init(service, configuration)
    }

    /// The settings that the client was made with, to make another one that differs in some.
    public var configuration: ClientConfiguration { engine.configuration }

    /// The observers of the client's calls, those of its plug-ins included.
    package var callObservers: [any FetchObserver] { engine.observers }

    /// The cache of the client, to inspect and clear it.
    public var cache: HTTPCache? { configuration.cache }

    /// The clock and date with which the client measures, waits and compares dates.
    public var time: TimeSource { configuration.time }

    /// Returns a client with another cache policy for requests that leave theirs at ``CachePolicy/automatic``, such as
    /// ``CachePolicy/revalidate`` for pull to refresh.
    ///
    /// It shares the in-flight requests and the cache with this client. If the rules of the cache say
    /// ``CachePolicy/cacheOnly``, it stays offline. `automatic` restores the policy of the rules.
    public func caching(_ policy: CachePolicy) -> Client {
        let usual = cache?.rules.policy ?? .automatic
        var new = self
        new.cachePolicy = usual == .cacheOnly || policy == .automatic ? usual : policy
        return new
    }

    /// Returns the value of a response.
    ///
    /// Decodes on no particular executor, never on the caller's. Cancelling the task closes the exchange.
    ///
    /// - Throws: ``FetchError``; ``FetchError/cancelled`` when the task is cancelled.
    public func value<Value>(for request: Request<API, Value>) async throws(FetchError) -> Value {
        try await response(for: request).value
    }

    /// Returns the value of a response together with its status, fields and metrics.
    ///
    /// - Throws: ``FetchError``; ``FetchError/cancelled`` when the task is cancelled.
    public func response<Value>(for request: Request<API, Value>) async throws(FetchError) -> Response<Value> {
        try await engine.response(to: request, service: service, caching: cachePolicy)
    }

    /// Returns the bytes of a response instead of its value, whatever their content type. The status is checked.
    ///
    /// - Throws: ``FetchError``; ``FetchError/cancelled`` when the task is cancelled.
    public func data<Value>(for request: Request<API, Value>) async throws(FetchError) -> Response<Data> {
        try await response(for: request.reading(.data))
    }
}
