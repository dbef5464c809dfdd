import Foundation
public import FreshetCore

/// Simulates a network that is offline, slow or unreliable, to try out an app.
///
/// It is both an interceptor around each attempt and a `Reachability`:
///
/// ```swift
/// let conditions = NetworkConditions()
/// var configuration = ClientConfiguration.platform
/// configuration.attemptInterceptors.append(conditions)
/// configuration.reachability = conditions
/// conditions.settings.latency = .seconds(2)
/// ```
///
/// An ``Inspector`` has one, which can be changed on its page.
public final class NetworkConditions: Reachability, CancellableInterceptor {
    /// What the network does to requests. By default, nothing.
    public struct Settings: Sendable, Hashable {
        /// Whether every request fails, without being sent, as if there were no network.
        public var isOffline = false
        /// The delay before each request.
        public var latency = Duration.zero
        /// The maximum number of body bytes per second; `nil` for no limit.
        public var bytesPerSecond: Int?
        /// Every request whose number is a multiple of this fails as if its connection were lost;
        /// `nil` for none.
        public var failsEach: Int?

        /// Makes settings for a network without faults.
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

    /// What the network does to requests. Changes apply to requests that are sent afterwards.
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

    /// Whether the settings simulate a missing network.
    public var isOffline: Bool { offline.value }

    /// Observes whether the settings simulate a missing network.
    ///
    /// The closure is called after each change of ``isOffline``, until the returned observation is
    /// cancelled or released.
    public func observe(_ change: @escaping @Sendable (_ isOffline: Bool) -> Void) -> EnvironmentObservation {
        offline.observe(change)
    }

    // MARK: - Interceptor

    /// Applies the settings to a request.
    ///
    /// - Throws: ``FetchError`` for a simulated failure of the network; ``FetchError/cancelled``.
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
    /// Waits on the client's clock.
    fileprivate func wait(_ duration: Duration) async throws(FetchError) {
        do { try await call.time.sleep(call.time.now() + duration) } catch { throw .cancelled }
        try checkCancellation()
    }
}

/// A body that delays each chunk for as long as its bytes would take.
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
