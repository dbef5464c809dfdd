import Foundation
import HTTPTypes

/// Runs calls: the one implementation beneath all faces.
final class Engine: Sendable {
    let pipeline: Pipeline
    let observers: [any FetchObserver]
    let time: TimeSource
    let watchdog: Watchdog
    private let flights: Flights
    private let bases = BaseAddresses()

    init(pipeline: Pipeline, observers: [any FetchObserver], time: TimeSource) {
        self.pipeline = pipeline
        self.observers = observers
        self.time = time
        watchdog = Watchdog(time: time)
        flights = Flights(watchdog: watchdog)
    }

    /// A call under way, in a task of its own.
    struct Running<Value: Sendable>: Sendable {
        let call: Call
        let task: Task<Result<Value, FetchError>, Never>

        /// Waits for the call; cancelling the waiting task cancels the call.
        func outcome() async -> Result<Value, FetchError> {
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                call.cancel()
            }
        }
    }

    /// Starts a call for the value of a request.
    ///
    /// - Parameters:
    ///   - revalidatesBehind: Whether a stale answer that is served is confirmed behind it.
    ///   - completion: Receives the outcome, once, on the task of the call.
    func launch<API, Value>(
        _ request: Request<API, Value>,
        service: API,
        revalidatesBehind: Bool = true,
        completion: @escaping @Sendable (Result<Response<Value>, FetchError>) -> Void
    ) -> Running<Response<Value>> {
        let (pipeline, flights) = (pipeline, flights)
        let timeout = request.timeout ?? pipeline.limits.callTimeout
        return launch(request, service: service, callTimeout: timeout) {
            [self] (prepared, call) async throws(FetchError) -> Response<Value> in
            let landing = try await pipeline.land(
                prepared, sharing: request.sharing, flights: flights, reading: request.reading, service: service,
                call: call)
            let value = try await pipeline.value(of: landing, reading: request.reading, service: service, call: call)
            let arrival = landing.arrival
            if arrival.source.isRevalidating, revalidatesBehind, !landing.hasJoined { revalidateBehind(prepared) }
            return Response(
                value: value, head: arrival.response.head, url: arrival.url, source: arrival.source,
                metrics: call.metrics(arrival, startedAt: landing.start, bodyBytes: landing.body.count))
        } completion: { call, result in
            let outcome = call.end(with: result) { $0.metrics }
            completion(outcome)
            return outcome
        }
    }

    /// Starts a call and returns at the head of its answer; who reads the body ends the call.
    func open<API, Value>(_ request: Request<API, Value>, service: API) async throws(FetchError) -> OpenedCall {
        if Task.isCancelled { throw .cancelled }
        let pipeline = pipeline
        let running = launch(request, service: service, callTimeout: request.timeout) {
            [self] (prepared, call) async throws(FetchError) -> Pipeline.Arrival in
            let arrival = try await pipeline.arrive(with: prepared, call: call)
            if arrival.source.isRevalidating { revalidateBehind(prepared) }
            try await pipeline.checkStatus(of: arrival, service: service, call: call)
            return arrival
        } completion: { call, result in
            guard case .success(let arrival) = result, call.interruption == nil else {
                if case .success(let arrival) = result { arrival.response.body.cancel() }
                return call.end(with: result) { _ in CallMetrics() }
            }
            return .success(arrival)
        }
        let arrival = try await running.outcome().get()
        return OpenedCall(call: running.call, arrival: arrival, watchdog: watchdog)
    }

    private func launch<API, Value, Outcome: Sendable>(
        _ request: Request<API, Value>,
        service: API,
        callTimeout: Duration?,
        work: @escaping @Sendable (PreparedRequest, Call) async throws(FetchError) -> Outcome,
        completion: @escaping @Sendable (Call, Result<Outcome, FetchError>) -> Result<Outcome, FetchError>
    ) -> Running<Outcome> {
        let prepared: Result<PreparedRequest, FetchError>
        do {
            var request = try PreparedRequest(request, service: service, bases: bases)
            if request.cache == .automatic, let policy = pipeline.cache?.rules.policy { request.cache = policy }
            prepared = .success(request)
        } catch {
            prepared = .failure(error)
        }
        let call = Call(
            request: (try? prepared.get().summary) ?? .undescribable(method: request.method, baseURL: service.baseURL),
            mayRepeat: request.retry.allows(request.method),
            callTimeout: callTimeout,
            idleTimeout: pipeline.limits.idleTimeout,
            time: time,
            observers: observers
        )
        let watchdog = watchdog
        call.report(.started)
        watchdog.add(call)
        let task = Task<Result<Outcome, FetchError>, Never> {
            let result: Result<Outcome, FetchError>
            do throws(FetchError) {
                result = .success(try await work(try prepared.get(), call))
            } catch {
                result = .failure(error)
            }
            let outcome = completion(call, result)
            if call.isEnded { watchdog.remove(call) }
            return outcome
        }
        call.onStop { task.cancel() }
        return Running(call: call, task: task)
    }
}
