import Foundation
import HTTPTypes

/// Sends a request again until an answer holds, as far as policy, budget and time allow.
final class Attempts: Sendable {
    let transport: any Transport
    /// The transport, if it is one that heeds the signal of its exchanges.
    private let stoppable: (any StoppableTransport)?
    /// The policy of requests that name none.
    let policy: RetryPolicy
    let budgets: RetryBudgets
    let rate: RateLimiter?
    let time: TimeSource
    /// The most that is read of a refusal, to hear whether the service calls it final.
    let errorBodyBytes: Int

    init(
        transport: any Transport, policy: RetryPolicy, budgets: RetryBudgets, rate: RateLimiter?, time: TimeSource,
        errorBodyBytes: Int
    ) {
        self.transport = transport
        stoppable = (transport as? any StoppableTransport).flatMap { $0.isStoppable ? $0 : nil }
        self.policy = policy
        self.budgets = budgets
        self.rate = rate
        self.time = time
        self.errorBodyBytes = errorBodyBytes
    }

    /// Returns the head of the first answer that is not to be asked for again.
    ///
    /// The body of an answer that was the last one for a reason of ours can still be read.
    func send(_ request: PreparedRequest, call: Call) async throws(FetchError) -> TransportResponse {
        earn(for: request)
        while true {
            if let interruption = call.interruption { throw interruption }
            let failed: Failed
            do throws(FetchError) {
                let response = try await attempt(request, call)
                guard isRefusal(response.head, of: request) else { return response }
                failed = Failed(answer: response)
            } catch {
                failed = Failed(error: error)
            }
            if let answer = try await final(failed, of: request, call: call) { return answer }
        }
    }

    /// What an attempt came to that may not be the last.
    private final class Failed: Sendable {
        let answer: TransportResponse?
        let error: FetchError?

        init(answer: TransportResponse? = nil, error: FetchError? = nil) {
            self.answer = answer
            self.error = error
        }
    }

    /// Decides about an attempt that failed: gives its answer or throws its error where it was the last one, and `nil` where
    /// another one follows. Apart from the attempt itself, which would keep room for it.
    @inline(never)
    private func final(
        _ failed: Failed, of request: PreparedRequest, call: Call
    ) async throws(FetchError) -> TransportResponse? {
        var (error, answer) = (failed.error, failed.answer)
        if let refused = answer {
            do throws(FetchError) {
                (error, answer) = try await refusal(refused, of: request, call)
            } catch let failure {
                (error, answer) = (failure, nil)
            }
        }
        let wish = answer.flatMap { ServerWish($0.head, now: time.date()) }
        if let error, try await goesOn(after: error, wish, of: request, call: call) { return nil }
        if let answer { return answer }
        throw error ?? .cancelled
    }

    @inline(never)
    private func earn(for request: PreparedRequest) {
        guard let budget = policy(of: request).budget else { return }
        budgets.earn(for: request.address.origin, by: budget)
    }

    private func policy(of request: PreparedRequest) -> RetryPolicy { request.patience.policy ?? policy }

    @inline(never)
    private func attemptTimeout(of request: PreparedRequest) -> Duration? { policy(of: request).attemptTimeout }

    /// Decides what follows a failure, says so, and waits when another attempt does.
    ///
    /// - Returns: Whether to try again.
    /// - Throws: Why the call has to stop meanwhile.
    func goesOn(
        after error: FetchError, _ wish: ServerWish? = nil, of request: PreparedRequest, call: Call
    ) async throws(FetchError) -> Bool {
        if let interruption = call.interruption { throw interruption }
        let policy = policy(of: request)
        let failed = FailedAttempt(
            error: error, attempt: call.retries + 1, method: request.method,
            permission: request.patience.permission, isBodyRepeatable: request.isBodyRepeatable, wish: wish,
            remaining: call.remaining)
        switch policy.decision(after: failed) {
        case .pass:
            return false
        case .stop(let reason):
            call.report(.retryStopped(reason))
            return false
        case .again(let retry):
            let host = request.address.origin
            if let budget = policy.budget, !budgets.spend(for: host, by: budget) {
                call.report(.retryStopped(.budget(host: host.host)))
                return false
            }
            call.countRetry()
            call.report(.retry(retry))
            try await wait(retry.wait, call)
            return true
        }
    }

    private func wait(_ wait: Duration, _ call: Call) async throws(FetchError) {
        if wait > .zero {
            let (end, sleep) = (time.now() + wait, time.sleep)
            do {
                try await call.stoppable { () async throws in try await sleep(end) }
            } catch {
                throw call.interruption ?? .cancelled
            }
        }
        if let interruption = call.interruption { throw interruption }
        if Task.isCancelled { throw .cancelled }
    }

    // MARK: - One attempt

    private func attempt(_ request: PreparedRequest, _ call: Call) async throws(FetchError) -> TransportResponse {
        let place = try await rate?.enter(request.address.origin, call: call)
        call.report(.attempt(number: call.countAttempt()))
        let limit = attemptTimeout(of: request)
        call.beginWaiting()
        defer { call.endWaiting() }
        guard let stoppable, limit == nil, place == nil else { return try await send(request, limit, place, call) }
        return try await stoppable.send(outgoing(request, call))
    }

    @inline(never)  // A request is large, and would take room in the task of each call that waits.
    private func outgoing(_ request: PreparedRequest, _ call: Call) -> Outgoing {
        Outgoing(request.outgoing(), stopSignal: call)
    }

    /// Sends a request by a transport that only a cancelled task stops, or with a limit of time, or from a place.
    private func send(
        _ request: PreparedRequest, _ limit: Duration?, _ place: RatePlace?, _ call: Call
    ) async throws(FetchError) -> TransportResponse {
        let outgoing = request.outgoing()
        var response = try await call.stoppable { [self] () async throws(FetchError) in
            if let limit { try await send(outgoing, within: limit) } else { try await transport.send(outgoing) }
        }
        if let place { response.body = PlacedBody(response.body, place) }
        return response
    }

    private enum Ending: Sendable {
        case answer(Result<TransportResponse, FetchError>)
        case timeout
        case nothing
    }

    private func send(
        _ outgoing: TransportRequest, within limit: Duration
    ) async throws(FetchError) -> TransportResponse {
        let (transport, time) = (transport, time)
        let deadline = time.now() + limit
        let result = await withTaskGroup(of: Ending.self) { group -> Result<TransportResponse, FetchError> in
            group.addTask {
                do throws(FetchError) {
                    return .answer(.success(try await transport.send(outgoing)))
                } catch {
                    return .answer(.failure(error))
                }
            }
            group.addTask {
                do { try await time.sleep(deadline) } catch { return .nothing }
                return .timeout
            }
            var isLate = false
            while let ending = await group.next() {
                switch ending {
                case .answer(.success(let response)) where isLate: response.body.cancel()
                case .answer(let result) where !isLate:
                    group.cancelAll()
                    return result
                case .timeout:
                    isLate = true
                    group.cancelAll()
                case .answer, .nothing: break
                }
            }
            return .failure(FetchError(.timedOut(.attempt(limit))))
        }
        return try result.get()
    }

    // MARK: - Refusals

    @inline(never)
    private func isRefusal(_ head: HTTPResponse, of request: PreparedRequest) -> Bool {
        guard head.status.kind == .clientError || head.status.kind == .serverError else { return false }
        let policy = policy(of: request)
        guard policy.attempts > 1 else { return false }
        return policy.shouldRetry(FetchError(.status(head.status), response: FetchError.Response(head: head)))
    }

    /// Reads a refusal, so that its connection can be used again, and what the service says about it.
    ///
    /// - Returns: What is wrong, and the answer, whose body can be read once more.
    private func refusal(
        _ response: TransportResponse, of request: PreparedRequest, _ call: Call
    ) async throws(FetchError) -> (error: FetchError, answer: TransportResponse?) {
        var body = Data()
        do throws(FetchError) {
            while body.count < errorBodyBytes {
                guard let chunk = try await call.next(of: response) else { break }
                body.append(chunk.prefix(errorBodyBytes - body.count))
            }
        } catch {
            // The status says more than a body that broke off.
            if error.isCancellation { throw error }
        }
        response.body.cancel()
        let replay = TransportResponse(head: response.head, buffered: body)
        let answer = FetchError.Response(head: response.head, body: body)
        if let said = request.patience.serviceError(body, response.head) {
            return (FetchError(.service(said), response: answer, now: time.date()), replay)
        }
        return (FetchError(.status(response.head.status), response: answer, now: time.date()), replay)
    }
}
