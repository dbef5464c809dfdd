public import Foundation

/// Asks a service and brings its answers as values.
///
/// ```swift
/// let news = Client(NewsAPI(apiKey: key))
/// let page = try await news.value(for: .topHeadlines(country: .us))
/// ```
///
/// Three faces share one engine: `async` methods here, callbacks with ``fetch(_:on:completion:)``, and
/// publishers with `publisher(for:)` of FreshetCombine. Every one fails with ``FetchError`` and can be cancelled;
/// cancelling closes the exchange on the wire.
///
/// Identical calls in flight share an exchange (``RequestSharing``), and a call that fails is tried again where that is
/// safe (``RetryPolicy``).
/// What the stages of a call do, an app can do, too: see ``Interceptor``.
///
/// A client is a value that may be copied and used from everywhere. Give a view model the client it needs, and in tests
/// one with the `StubTransport` of FreshetTesting.
public struct Client<API: Service>: Sendable {
    public let service: API
    let engine: Engine
    /// How requests use the cache that leave it ``CachePolicy/automatic``.
    private(set) var cachePolicy: CachePolicy

    /// Makes a client.
    public init(_ service: API, _ configuration: ClientConfiguration) {
        self.service = service
        cachePolicy = configuration.cache?.rules.policy ?? .automatic
        engine = Engine(configuration)
    }

    /// Makes a client with another transport than the platform's: short for a ``ClientConfiguration`` with these settings.
    ///
    /// - Parameters:
    ///   - service: The service to ask.
    ///   - transport: What carries the requests and their responses.
    ///   - cache: The store of responses; `nil` for none. It has no default, since only who chose the transport knows
    ///     whether it leads to the same servers as another one does.
    ///   - limits: The most that a call may take of time and memory.
    ///   - retry: How often and how soon a call is tried again that failed and may be repeated.
    ///   - observers: The observers of every step of every call.
    ///   - time: What the client measures, waits for and compares dates with. Tests pass that of a manual clock.
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

    /// What keeps the answers, to look into, to empty and to measure.
    public var cache: HTTPCache? { configuration.cache }

    /// What the client measures, waits for and compares dates with.
    public var time: TimeSource { configuration.time }

    /// Derives a client that uses the cache in another way for requests that leave it ``CachePolicy/automatic``: for a screen
    /// that is pulled to refresh, one that asks the service also for what is fresh.
    ///
    /// It shares everything with this one, the calls in flight and what is stored. Where the rules of the cache say
    /// ``CachePolicy/cacheOnly``, it stays offline; `automatic` brings back what they say.
    public func caching(_ policy: CachePolicy) -> Client {
        let usual = cache?.rules.policy ?? .automatic
        var new = self
        new.cachePolicy = usual == .cacheOnly || policy == .automatic ? usual : policy
        return new
    }

    /// Returns the value of an answer.
    ///
    /// Runs on no particular executor and decodes off the caller's. Cancelling the task closes the exchange and
    /// throws ``FetchError/cancelled``.
    public func value<Value>(for request: Request<API, Value>) async throws(FetchError) -> Value {
        try await response(for: request).value
    }

    /// Returns the value of an answer together with its status, fields and metrics.
    public func response<Value>(for request: Request<API, Value>) async throws(FetchError) -> Response<Value> {
        try await engine.response(to: request, service: service, caching: cachePolicy)
    }

    /// Returns the bytes of an answer instead of its value, whatever their type. The status is checked.
    public func data<Value>(for request: Request<API, Value>) async throws(FetchError) -> Response<Data> {
        try await response(for: request.reading(.data))
    }
}
