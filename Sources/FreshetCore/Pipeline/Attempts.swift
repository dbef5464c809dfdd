import Foundation
import HTTPTypes

/// Sends a request again until an answer holds, as far as policy, budget and time allow.
struct Attempts: Sendable {
    let transport: any Transport
    private let isStoppable: Bool
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
        isStoppable = transport.heedsStopSignal
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
        let policy = request.patience.policy ?? policy
        if let budget = policy.budget { budgets.earn(for: request.address.origin, by: budget) }
        while true {
            if let interruption = call.interruption { throw interruption }
            let failed: (error: FetchError, answer: TransportResponse?)
            do throws(FetchError) {
                let response = try await attempt(request, policy, call)
                guard policy.attempts > 1, isRefusal(response.head, policy) else { return response }
                failed = try await refusal(response, of: request, call)
            } catch {
                failed = (error, nil)
            }
            let wish = failed.answer.flatMap { ServerWish($0.head, now: time.date()) }
            guard try await goesOn(after: failed.error, wish, of: request, call: call) else {
                guard let answer = failed.answer else { throw failed.error }
                return answer
            }
        }
    }

    /// Decides what follows a failure, says so, and waits when another attempt does.
    ///
    /// - Returns: Whether to try again.
    /// - Throws: Why the call has to stop meanwhile.
    func goesOn(
        after error: FetchError, _ wish: ServerWish? = nil, of request: PreparedRequest, call: Call
    ) async throws(FetchError) -> Bool {
        if let interruption = call.interruption { throw interruption }
        let policy = request.patience.policy ?? policy
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

    private func attempt(
        _ request: PreparedRequest, _ policy: RetryPolicy, _ call: Call
    ) async throws(FetchError) -> TransportResponse {
        let place = try await rate?.enter(request.address.origin, call: call)
        call.report(.attempt(number: call.countAttempt()))
        var outgoing = request.outgoing()
        outgoing.stopSignal = call
        call.beginWaiting()
        defer { call.endWaiting() }
        guard policy.attemptTimeout == nil, place == nil, isStoppable else {
            return try await send(outgoing, policy.attemptTimeout, place, call)
        }
        return try await transport.send(outgoing)
    }

    /// Sends a request by a transport that only a cancelled task stops, or with a limit of time, or from a place.
    private func send(
        _ outgoing: TransportRequest, _ limit: Duration?, _ place: RatePlace?, _ call: Call
    ) async throws(FetchError) -> TransportResponse {
        var response = try await call.stoppable { () async throws(FetchError) in
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

    private func isRefusal(_ head: HTTPResponse, _ policy: RetryPolicy) -> Bool {
        guard head.status.kind == .clientError || head.status.kind == .serverError else { return false }
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
            return (FetchError(.service(said), response: answer), replay)
        }
        return (FetchError(.status(response.head.status), response: answer), replay)
    }
}
