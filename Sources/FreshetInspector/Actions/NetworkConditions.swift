import Foundation
public import FreshetCore

/// A network that is offline, slow or unreliable on purpose, for trying an app.
///
/// It is an interceptor around the attempt and a `Reachability`:
///
/// ```swift
/// let conditions = NetworkConditions()
/// var configuration = ClientConfiguration.platform
/// configuration.attemptInterceptors.append(conditions)
/// configuration.reachability = conditions
/// conditions.settings.latency = .seconds(2)
/// ```
///
/// An ``Inspector`` has one, which its page changes.
public final class NetworkConditions: Reachability, CancellableInterceptor {
    /// What a network does to requests. By default nothing.
    public struct Settings: Sendable, Hashable {
        /// Whether no request is sent: each fails as one without a network.
        public var isOffline = false
        /// The wait before each request.
        public var latency = Duration.zero
        /// The most bytes of a body a second; `nil` for no limit.
        public var bytesPerSecond: Int?
        /// Each request whose number is a multiple of this fails as one whose connection is lost; `nil` for none.
        public var failsEach: Int?

        /// Makes settings of a network without faults.
        public init() {}
    }

    private struct State {
        var settings = Settings()
        var requests = 0
    }

    private let state = Lock(State())
    private let offline = ObservedFlag(false)

    /// Makes a network without faults.
    public init() {}

    /// What the network does to requests. Setting it concerns those that are sent from then on.
    public var settings: Settings {
        get { state.withLock(\.settings) }
        set {
            state.withLock { state in
                if state.settings.failsEach != newValue.failsEach { state.requests = 0 }
                state.settings = newValue
            }
            offline.value = newValue.isOffline
        }
    }

    // MARK: - Reachability

    /// Whether the settings say that there is no network.
    public var isOffline: Bool { offline.value }

    /// Observes the changes of ``isOffline``.
    public func observe(_ change: @escaping @Sendable (_ isOffline: Bool) -> Void) -> EnvironmentObservation {
        offline.observe(change)
    }

    // MARK: - Interceptor

    /// Does to a request what the settings say.
    ///
    /// - Throws: ``FetchError`` of a network that is offline or loses the connection; ``FetchError/cancelled``.
    public func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        let (settings, number) = state.withLock { state in
            state.requests += 1
            return (state.settings, state.requests)
        }
        if settings.isOffline { throw FetchError(.cannotConnect(.offline)) }
        if settings.latency > .zero { try await context.wait(settings.latency) }
        if let each = settings.failsEach, each > 0, number.isMultiple(of: each) { throw FetchError(.connectionLost) }
        var response = try await next(request)
        guard let rate = settings.bytesPerSecond, rate > 0 else { return response }
        switch response.body {
        case .complete(let data):
            let seconds = Double(data.count) / Double(rate)
            try await context.wait(.seconds(seconds))
        case .stream(let body): response.body = .stream(SlowBody(body, bytesPerSecond: rate, context))
        }
        return response
    }
}

extension CallContext {
    /// Waits by the clock of the client.
    fileprivate func wait(_ duration: Duration) async throws(FetchError) {
        do { try await call.time.sleep(call.time.now() + duration) } catch { throw .cancelled }
        try checkCancellation()
    }
}

/// A body of which each chunk comes as late as its bytes take.
private final class SlowBody: TransportBody {
    private let base: any TransportBody
    private let rate: Int
    private let context: CallContext

    init(_ base: any TransportBody, bytesPerSecond rate: Int, _ context: CallContext) {
        (self.base, self.rate, self.context) = (base, rate, context)
    }

    func next() async throws(FetchError) -> Data? {
        guard let chunk = try await base.next() else { return nil }
        let seconds = Double(chunk.count) / Double(rate)
        try await context.wait(.seconds(seconds))
        return chunk
    }

    func cancel() { base.cancel() }
}
