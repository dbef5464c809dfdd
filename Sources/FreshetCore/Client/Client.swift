public import Foundation

/// A client that sends the requests of a service and returns their responses as values.
///
/// ```swift
/// let news = Client(News())
/// let page = try await news.value(for: .headlines)
/// ```
///
/// Four interfaces share one engine: these `async` methods, loading states with
/// ``states(for:keepingPrevious:)``, callbacks with ``fetch(_:on:completion:)``, and publishers
/// with `publisher(for:)` of FreshetCombine. Each of them fails with ``FetchError`` and can be
/// cancelled, which closes the exchange on the network.
///
/// Identical calls in flight share a request (``RequestSharing``), and a failed attempt is retried
/// if that is safe (``RetryPolicy``). An app adds its own stages with ``Interceptor``.
///
/// A client is a value that may be copied and used from any thread. Pass each view model the client
/// that it needs; in tests, pass one with the `StubTransport` of FreshetTesting.
public struct Client<API: Service>: Sendable {
    /// The service whose requests the client sends.
    public let service: API
    let engine: Engine
    /// The cache policy of requests that leave theirs at ``CachePolicy/automatic``.
    package private(set) var cachePolicy: CachePolicy

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - service: The service that the requests belong to.
    ///   - configuration: The settings of the client.
    public init(_ service: API, _ configuration: ClientConfiguration) {
        self.service = service
        cachePolicy = configuration.cache?.rules.policy ?? .automatic
        engine = Engine(configuration)
    }

    /// Makes a client with a transport of your choice.
    ///
    /// It is a shorthand for a ``ClientConfiguration`` with these settings.
    ///
    /// - Parameters:
    ///   - service: The service that the requests belong to.
    ///   - transport: The transport that sends the requests.
    ///   - cache: The cache of responses; `nil` for none. It has no default, since it must match
    ///     the transport: only you know whether that reaches the same servers as another one.
    ///   - limits: The most time and memory that a call may use.
    ///   - retry: How often and how soon a failed attempt is retried.
    ///   - observers: The observers of every step of every call.
    ///   - time: The clock and date of the client. In tests, pass those of a manual clock.
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

    /// The settings that the client was made with. Copy them to make a client that differs in some.
    public var configuration: ClientConfiguration { engine.configuration }

    /// The observers of the client's calls, including those of its plug-ins.
    package var callObservers: [any FetchObserver] { engine.observers }

    /// The cache of the client, to inspect and clear it.
    public var cache: HTTPCache? { configuration.cache }

    /// The clock and date with which the client measures, waits and compares dates.
    public var time: TimeSource { configuration.time }

    /// Returns a client with another cache policy for requests that don't choose their own.
    ///
    /// ```swift
    /// let refreshing = news.caching(.revalidate)
    /// let page = try await refreshing.value(for: .headlines)
    /// ```
    ///
    /// Use ``CachePolicy/revalidate`` for pull to refresh, for example. The policy applies to
    /// requests that leave theirs at ``CachePolicy/automatic``. The new client shares the in-flight
    /// requests and the cache with this one. If the rules of the cache say
    /// ``CachePolicy/cacheOnly``, it stays offline. `automatic` restores the policy of the rules.
    public func caching(_ policy: CachePolicy) -> Client {
        let usual = cache?.rules.policy ?? .automatic
        var new = self
        // Rules that forbid sending aren't overridden, not even by pull to refresh.
        new.cachePolicy = usual == .cacheOnly || policy == .automatic ? usual : policy
        return new
    }

    /// Returns the value of a response.
    ///
    /// ```swift
    /// do throws(FetchError) {
    ///     show(try await news.value(for: .headlines))
    /// } catch {
    ///     if !error.isCancellation { report(error.localizedDescription) }
    /// }
    /// ```
    ///
    /// The body is decoded off the caller's executor, so calling this on the main actor doesn't
    /// block it. Cancelling the task closes the exchange.
    ///
    /// - Throws: ``FetchError``; ``FetchError/cancelled`` when the task is cancelled.
    public func value<Value>(for request: Request<API, Value>) async throws(FetchError) -> Value {
        try await response(for: request).value
    }

    /// Returns the value of a response together with its status, fields and metrics.
    ///
    /// ```swift
    /// let response = try await news.response(for: .headlines)
    /// print(response.head.status, response.source, response.metrics.duration)
    /// let page = response.value
    /// ```
    ///
    /// - Throws: ``FetchError``; ``FetchError/cancelled`` when the task is cancelled.
    public func response<Value>(for request: Request<API, Value>) async throws(FetchError) -> Response<Value> {
        try await engine.response(to: request, service: service, caching: cachePolicy)
    }

    /// Returns the bytes of a response instead of its value.
    ///
    /// ```swift
    /// let body = try await news.data(for: .headlines).value
    /// try body.write(to: file, options: .atomic)
    /// ```
    ///
    /// Any content type is accepted, but the status is checked. The bytes are those of the decoded
    /// body, without a content coding such as gzip.
    ///
    /// - Throws: ``FetchError``; ``FetchError/cancelled`` when the task is cancelled.
    public func data<Value>(for request: Request<API, Value>) async throws(FetchError) -> Response<Data> {
        try await response(for: request.reading(.data))
    }

    /// Cancels all calls of this client that have begun, for every caller. Each closes its exchange and fails with
    /// ``FetchError/cancelled``.
    ///
    /// Streams, downloads and uploads end as well, and so do the requests of resources and the revalidations in the
    /// background. Copies of the client, and those that ``caching(_:)`` returns, share their calls with it. A call that
    /// begins later runs as usual, and a call for which memory has a fresh response may still return it. An outbox sends a
    /// cancelled write again, as after a lost connection.
    public func cancelAll() {
        engine.cancelAll()
    }
}
