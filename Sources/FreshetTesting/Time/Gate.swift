import FreshetCore

/// A gate that holds tasks until a test opens it.
///
/// Once open it stays open. A cancelled task passes at once.
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var lastID = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Lock(State())

    /// Makes a closed gate.
    public init() {}

    /// The number of tasks that wait at the gate.
    public var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// Waits until the gate is open or the task is cancelled.
    public func wait() async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (passes, watchers) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                    if state.isOpen || Task.isCancelled { return (true, []) }
                    state.waiters[id] = continuation
                    return (false, Self.satisfied(&state))
                }
                if passes { continuation.resume() }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }

    /// Opens the gate for all present and later tasks.
    public func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until `count` tasks wait at the gate.
    public func waitUntilWaiting(count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.waiters.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    private static func satisfied(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        let count = state.waiters.count
        let reached = state.watchers.filter { $0.count <= count }.map(\.continuation)
        state.watchers.removeAll { $0.count <= count }
        return reached
    }
}
