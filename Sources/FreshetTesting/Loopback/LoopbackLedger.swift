#if NIO
import FreshetCore

/// The state of a loopback server: its counts, its requests, and the tasks that wait for them to change.
final class LoopbackLedger: Sendable {
    private struct Waiter {
        let id: Int
        let condition: @Sendable (LoopbackCounts) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var counts = LoopbackCounts()
        var requests: [LoopbackRequest] = []
        var waiters: [Waiter] = []
        var lastID = 0
    }

    private let state = Lock(State())

    var counts: LoopbackCounts { state.withLock { $0.counts } }
    var requests: [LoopbackRequest] { state.withLock { $0.requests } }

    func record(_ request: LoopbackRequest) {
        state.withLock { $0.requests.append(request) }
    }

    /// Changes the counts, and resumes the tasks whose condition is now met.
    @discardableResult
    func change<Value: Sendable>(_ body: (inout LoopbackCounts) -> Value) -> Value {
        let (value, met) = state.withLock { state in
            let value = body(&state.counts)
            let counts = state.counts
            let met = state.waiters.filter { $0.condition(counts) }
            state.waiters.removeAll { $0.condition(counts) }
            return (value, met)
        }
        for waiter in met { waiter.continuation.resume(returning: true) }
        return value
    }

    /// Waits for a condition; returns whether it was met before the task was cancelled.
    func wait(for condition: @escaping @Sendable (LoopbackCounts) -> Bool) async -> Bool {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Bool? in
                    if condition(state.counts) { return true }
                    if Task.isCancelled { return false }
                    state.waiters.append(Waiter(id: id, condition: condition, continuation: continuation))
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
        }
    }
}
#endif
