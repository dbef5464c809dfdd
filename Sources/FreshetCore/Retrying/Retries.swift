import Foundation
import HTTPTypes

/// The stage that retries failed attempts, as far as policy, budget and deadline allow.
struct Retries: Interceptor {
    let budgets: RetryBudgets
    private let time: TimeSource

    init(time: TimeSource) {
        budgets = RetryBudgets(time: time)
        self.time = time
    }

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        let call = context.call
        // Once per call and not per attempt: retries that earn retries would keep an outage going.
        if let budget = call.options.retry.policy.budget { budgets.earn(for: request.address.origin, by: budget) }
        var lost: LostWrite?
        while true {
            let outcome: Call.Outcome
            do throws(FetchError) {
                let attempt = next.attempt(call.counters.retries + 1)
                var response =
                    if let lost { try await lost.sendAgain(request, attempt) } else { try await attempt.pass(request) }
                // Here and not in a later stage, so that a body that breaks off is a failed
                // attempt.
                try await call.complete(&response)
                response.makeResumable(request, by: attempt, call, budgets)
                outcome = .success(response)
            } catch {
                outcome = .failure(error)
            }
            // A cancelled call ends here, even if its attempt failed with something that is worth a
            // retry.
            guard !context.isCancelled, let failure = failure(in: outcome, call),
                let retry = retry(after: failure, of: request, call)
            else { return try outcome.get() }
            // The server may have acted on this attempt. The cache has to know before the next one,
            // whose response may be lost.
            if let head = failure.error.response?.head { await request[LostResponse.self]?(head) }
            try await wait(retry.wait, call)
            outcome.close()
            // The first failure counts: once the outcome is open, a later failure can't close it.
            lost = lost ?? LostWrite(request, after: failure.error)
        }
    }

    /// A failed attempt, which may have to be retried.
    private struct Failure {
        let error: FetchError
        /// The delay that the server requests; `nil` for none.
        let retryAfter: RetryAfter?
    }

    private func failure(in outcome: Call.Outcome, _ call: Call) -> Failure? {
        switch outcome {
        case .failure(let error): return Failure(error: error, retryAfter: nil)
        case .success(let response):
            let head = response.head
            guard (400..<600).contains(head.status.code), call.options.retry.policy.attempts > 1,
                !call.options.accepts(head)
            else { return nil }
            // The service may know better than the status whether its error passes.
            let error = call.options.retry.refusal(head, response.data ?? Data(), now: time.date())
            return Failure(error: error, retryAfter: RetryAfter(head, now: time.date()))
        }
    }

    private func retry(after failure: Failure, of request: OutgoingRequest, _ call: Call) -> Retry? {
        let failed = FailedAttempt(
            error: failure.error, attempt: call.counters.retries + 1, method: request.method,
            permission: call.options.retry.permission, isBodyRepeatable: request.isBodyRepeatable,
            retryAfter: failure.retryAfter,
            remaining: call.deadline.map { $0 - time.now() })
        guard let retry = call.retry(after: failed, of: request, budgets) else { return nil }
        call.counters.count(retry, at: time.now())
        call.report(.retry(retry))
        return retry
    }

    private func wait(_ wait: Duration, _ call: Call) async throws(FetchError) {
        guard wait > .zero else { return }
        // A timeout of the call ends the sleep as well. Its reason must not be reported as a
        // cancellation.
        do { try await time.sleep(time.now() + wait) } catch { throw call.cancellation.reason ?? .cancelled }
    }
}
