import Foundation
import HTTPTypes

/// The body of a stream, which resumes after its connection is lost.
///
/// It requests the rest of the body. The retry policy limits how often it does so without receiving
/// a byte.
final class ResumedBody: TransportBody {
    private struct State {
        var body: any TransportBody
        var received = 0
        /// The number of failures since the last received byte.
        var failures = 0
        var isCancelled = false
        /// The task that requests the rest.
        var task: Task<Result<any TransportBody, FetchError>, Never>?
    }

    private let state: Lock<State>
    private let head: HTTPResponse
    private let request: OutgoingRequest
    private let attempt: Next
    private let call: Call
    private let budgets: RetryBudgets

    init(
        _ body: any TransportBody, of head: HTTPResponse, to request: OutgoingRequest, by attempt: Next, _ call: Call,
        _ budgets: RetryBudgets
    ) {
        state = Lock(State(body: body))
        self.head = head
        self.request = request
        self.attempt = attempt
        self.call = call
        self.budgets = budgets
    }

    func next() async throws(FetchError) -> Data? {
        while true {
            // Read again in each turn: `reconnect` replaces the body.
            let body = state.withLock { $0.body }
            do throws(FetchError) {
                let chunk = try await body.next()
                state.withLock { state in
                    state.received += chunk?.count ?? 0
                    // Only failures in a row count: a long download over a poor connection may
                    // break off many times and still arrive.
                    state.failures = 0
                }
                return chunk
            } catch {
                try await reconnect(after: error)
            }
        }
    }

    func cancel() {
        let (body, task) = state.withLock { state in
            state.isCancelled = true
            // Both are cancelled after the lock is released: cancelling runs other code, which may
            // come back to this lock.
            return (state.body, state.task.take())
        }
        task?.cancel()
        body.cancel()
    }

    /// Replaces the body that broke off with the rest of it.
    private func reconnect(after error: FetchError) async throws(FetchError) {
        var error = error
        // Most bodies arrive complete, so whether the rest can be requested is checked only now.
        guard let rest = RestOfBody(of: head, to: request) else { throw error }
        while true {
            let retry = try retry(after: error, rest)
            // In a task of its own, which `cancel()` can reach: the reader's task need not be the
            // one that is cancelled.
            let task = Task { [kind = error.kind] in await connect(after: retry, rest, kind) }
            let isCancelled = state.withLock { state in
                if !state.isCancelled { state.task = task }
                return state.isCancelled
            }
            // `cancel()` came before the task was stored, so it could not cancel it.
            if isCancelled { task.cancel() }
            switch await task.value {
            case .success(let body): return try take(body)
            case .failure(let next): error = next
            }
        }
    }

    private func take(_ body: any TransportBody) throws(FetchError) {
        let isCancelled = state.withLock { state in
            state.task = nil
            if !state.isCancelled { state.body = body }
            return state.isCancelled
        }
        // The new body arrived after `cancel()`, which could only close the old one.
        guard isCancelled else { return }
        body.cancel()
        throw .cancelled
    }

    /// Decides whether the rest is requested.
    ///
    /// - Throws: The failure, if the rest isn't requested.
    private func retry(after error: FetchError, _ rest: RestOfBody) throws(FetchError) -> Retry {
        let (failures, received, isCancelled) = state.withLock { state in
            state.failures += 1
            return (state.failures, state.received, state.isCancelled)
        }
        // Cancelling a body may look like a lost connection to its reader. That must not lead to
        // another request.
        if isCancelled { throw .cancelled }
        let failed = FailedAttempt(
            error: error, attempt: failures, permission: call.options.retry.permission,
            remaining: call.deadline.map { $0 - call.time.now() })
        // A body that breaks off isn't a sign that the host is down, so the first failure costs
        // nothing.
        guard !call.cancellation.isEnded, !(error.underlying is OtherRepresentation), !rest.isComplete(after: received),
            let retry = call.retry(after: failed, of: request, failures > 1 ? budgets : nil)
        else { throw error }
        return retry
    }

    /// Waits for the retry delay, and requests the rest.
    private func connect(
        after retry: Retry, _ rest: RestOfBody, _ kind: FetchError.Kind
    ) async -> Result<any TransportBody, FetchError> {
        call.report(.retry(retry))
        do {
            if retry.wait > .zero { try await call.time.sleep(call.time.now() + retry.wait) }
        } catch { return .failure(.cancelled) }
        // The retry delay is not the server's fault: the idle timeout starts now.
        call.deadlines.restartWaiting(at: call.time.now())
        let received = state.withLock { $0.received }
        do throws(FetchError) {
            let response = try await attempt(rest.request(after: received))
            if response.head.status.isTransient {
                return .failure(call.options.retry.refusal(response.head, Data(), now: call.time.date()))
            }
            if rest.isResumed(by: response.head, after: received), case .stream(let body) = response.body {
                return .success(body)
            }
            response.close()
            // The reader gets the kind of the original failure: it was the connection that was
            // lost, and the rest can't be joined to what was read.
            return .failure(FetchError(kind, underlying: OtherRepresentation()))
        } catch {
            return .failure(error)
        }
    }
}

/// The reason why a body can't be resumed: the server now has other bytes, or it doesn't support
/// ranges.
package struct OtherRepresentation: Error {
    package init() {}
}

extension IncomingResponse {
    /// Makes the body of a stream resume after its connection is lost, if the response allows it.
    mutating func makeResumable(
        _ request: OutgoingRequest, by attempt: Next, _ call: Call, _ budgets: RetryBudgets
    ) {
        // A body that is read as a whole is a failed attempt when it breaks off, and is retried as
        // a whole.
        guard call.options.isStream, case .stream(let body) = self.body, call.options.retry.policy.attempts > 1,
            request.method == .get
        else { return }
        self.body = .stream(ResumedBody(body, of: head, to: request, by: attempt, call, budgets))
    }
}
