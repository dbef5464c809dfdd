import Foundation
import HTTPTypes

/// Runs calls: the one implementation beneath all faces.
final class Engine: Sendable {
    let pipeline: Pipeline
    let observers: [any FetchObserver]
    let time: TimeSource
    let watchdog: Watchdog
    private let flights: Flights
    private let decodings = KeptDecodings()
    private let bases = BaseAddresses()

    init(pipeline: Pipeline, observers: [any FetchObserver], time: TimeSource) {
        self.pipeline = pipeline
        self.observers = observers
        self.time = time
        watchdog = Watchdog(time: time)
        flights = Flights(watchdog: watchdog)
    }

    /// Makes the call for the value of a request, and waits for it. Cancelling the task cancels the call.
    @concurrent
    func response<API, Value>(
        to request: Request<API, Value>, service: API, caching policy: CachePolicy
    ) async throws(FetchError) -> Response<Value> {
        if Task.isCancelled { throw .cancelled }
        let start = time.now()
        let prepared = prepared(request, service: service, caching: policy)
        // Where nobody listens, what takes no time is none to be stopped.
        if observers.isEmpty, case .success(let prepared) = prepared, let hit = pipeline.freshHit(for: prepared) {
            return try await response(of: hit, prepared, request, service: service, startedAt: start)
        }
        let call = begin(
            prepared, request, service: service, callTimeout: request.timeout ?? pipeline.limits.callTimeout)
        return try await withTaskCancellationHandler {
            await outcome(of: prepared, call, request, service: service, revalidatesBehind: true)
        } onCancel: {
            call.cancel()
        }.get()
    }

    /// Starts a call for the value of a request, in a task of its own.
    ///
    /// - Parameters:
    ///   - policy: How the request uses the cache if it leaves it ``CachePolicy/automatic``.
    ///   - revalidatesBehind: Whether a stale answer that is served is confirmed behind it.
    ///   - completion: Receives the outcome, once, on the task of the call.
    func launch<API, Value>(
        _ request: Request<API, Value>,
        service: API,
        caching policy: CachePolicy,
        revalidatesBehind: Bool = true,
        completion: @escaping @Sendable (Result<Response<Value>, FetchError>) -> Void
    ) -> Call {
        let prepared = prepared(request, service: service, caching: policy)
        let call = begin(
            prepared, request, service: service, callTimeout: request.timeout ?? pipeline.limits.callTimeout)
        Task {
            completion(
                await outcome(
                    of: prepared, call, request, service: service, revalidatesBehind: revalidatesBehind))
        }
        return call
    }

    /// Starts a call and returns at the head of its answer; who reads the body ends the call.
    @concurrent
    func open<API, Value>(
        _ request: Request<API, Value>, service: API, caching policy: CachePolicy
    ) async throws(FetchError) -> OpenedCall {
        if Task.isCancelled { throw .cancelled }
        let prepared = prepared(request, service: service, caching: policy)
        let call = begin(prepared, request, service: service, callTimeout: request.timeout)
        return try await withTaskCancellationHandler {
            await opened(prepared, call)
        } onCancel: {
            call.cancel()
        }.get()
    }

    // MARK: - The way of a call

    private func prepared<API, Value>(
        _ request: Request<API, Value>, service: API, caching policy: CachePolicy
    ) -> Result<PreparedRequest, FetchError> {
        do throws(FetchError) {
            return .success(try PreparedRequest(request, service: service, bases: bases, cachePolicy: policy))
        } catch {
            return .failure(error)
        }
    }

    private func begin<API, Value>(
        _ prepared: Result<PreparedRequest, FetchError>, _ request: Request<API, Value>, service: API,
        callTimeout: Duration?
    ) -> Call {
        let subject: Call.Subject =
            switch prepared {
            case .success(let request): .request(request)
            case .failure:
                .undescribable(
                    .undescribable(
                        method: request.method, baseURL: service.baseURL, secretNames: service.secretNames))
            }
        let call = Call(
            subject, mayRepeat: request.retry.allows(request.method), callTimeout: callTimeout,
            idleTimeout: request.idleTimeout ?? pipeline.limits.idleTimeout, time: time, observers: observers)
        call.report(.started)
        watchdog.add(call)
        return call
    }

    private func outcome<API, Value>(
        of prepared: Result<PreparedRequest, FetchError>,
        _ call: Call,
        _ request: Request<API, Value>,
        service: API,
        revalidatesBehind: Bool
    ) async -> Result<Response<Value>, FetchError> {
        let landing: Result<Pipeline.Landing, FetchError>
        do throws(FetchError) {
            landing = .success(
                try await pipeline.land(
                    try prepared.get(), sharing: request.sharing, flights: flights,
                    accepting: Acceptance(request.reading), call: call))
        } catch {
            landing = .failure(error)
        }
        if revalidatesBehind { revalidateBehind(prepared, landing) }
        return await outcome(of: landing, call, request.reading, service: service)
    }

    /// Ends a call with what has landed. Apart from the way there, which would keep room for it.
    @inline(never)
    private func outcome<API, Value>(
        of landing: Result<Pipeline.Landing, FetchError>, _ call: Call, _ reading: ResponseReading<API, Value>,
        service: API
    ) async -> Result<Response<Value>, FetchError> {
        let result: Result<Response<Value>, FetchError>
        do throws(FetchError) {
            result = .success(try await response(of: try landing.get(), reading, service: service, call: call))
        } catch {
            result = .failure(error)
        }
        let outcome = call.end(with: result) { $0.metrics }
        watchdog.remove(call)
        return outcome
    }

    /// Asks behind a stale answer that has landed, unless the call that began its exchange does.
    @inline(never)
    private func revalidateBehind(
        _ prepared: Result<PreparedRequest, FetchError>, _ landing: Result<Pipeline.Landing, FetchError>
    ) {
        guard case .success(let landing) = landing, landing.arrival.source.isRevalidating, !landing.hasJoined,
            case .success(let request) = prepared
        else { return }
        revalidateBehind(request)
    }

    /// Decodes what has landed.
    private func response<API, Value>(
        of landing: Pipeline.Landing, _ reading: ResponseReading<API, Value>, service: API, call: Call
    ) async throws(FetchError) -> Response<Value> {
        let arrival = landing.arrival
        let kept = arrival.storedID.map { decodings.decodings(of: $0, bodyBytes: landing.body.count) }
        let value = try await pipeline.value(
            of: landing.body, arrival.response.head, reading: reading, service: service,
            decodings: kept ?? landing.decodings)
        call.report(.decoded)
        return Response(
            value: value, head: arrival.response.head, url: arrival.request.url, source: arrival.source,
            metrics: call.metrics(arrival, startedAt: landing.start, bodyBytes: landing.body.count))
    }

    /// Makes the response of what is fresh in memory, without a call.
    private func response<API, Value>(
        of hit: FreshHit, _ prepared: PreparedRequest, _ request: Request<API, Value>, service: API,
        startedAt start: Duration
    ) async throws(FetchError) -> Response<Value> {
        var metrics = CallMetrics()
        metrics.timeToHead = time.now() - start
        metrics.bodyBytes = hit.body.count
        do {
            try pipeline.check(hit, accepting: Acceptance(request.reading))
            let value = try await pipeline.value(
                of: hit.body, hit.head, reading: request.reading, service: service,
                decodings: decodings.decodings(of: hit.id, bodyBytes: hit.body.count))
            metrics.duration = time.now() - start
            return Response(value: value, head: hit.head, url: prepared.url, source: hit.source, metrics: metrics)
        } catch {
            throw error.adding(request: prepared.summary, mayRepeat: request.retry.allows(request.method))
        }
    }

    private func opened(
        _ prepared: Result<PreparedRequest, FetchError>, _ call: Call
    ) async -> Result<OpenedCall, FetchError> {
        let result: Result<Pipeline.Arrival, FetchError>
        do throws(FetchError) {
            let prepared = try prepared.get()
            let arrival = try await pipeline.arrive(with: prepared, call: call)
            if arrival.source.isRevalidating { revalidateBehind(prepared) }
            try await pipeline.checkStatus(of: arrival, call: call)
            result = .success(arrival)
        } catch {
            result = .failure(error)
        }
        if case .success(let arrival) = result {
            guard call.interruption != nil else {
                return .success(OpenedCall(call: call, arrival: arrival, watchdog: watchdog))
            }
            arrival.response.body.cancel()
        }
        let outcome = call.end(with: result) { _ in CallMetrics() }
        watchdog.remove(call)
        return outcome.flatMap { _ in .failure(.cancelled) }
    }
}
