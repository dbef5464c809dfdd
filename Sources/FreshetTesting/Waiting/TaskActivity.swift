import Dispatch
import Foundation
import FreshetCore

/// Counts the jobs of the process's tasks, both those waiting for a thread and those running.
///
/// While there are none, every task is suspended, and only the passing of time, another thread or
/// another process can resume one. A test that waits for this moment never stops too early and
/// doesn't depend on a number of turns. The Swift runtime calls a hook with each job of the default
/// executor; the job then runs on a Dispatch queue, as it does without the hook.
///
/// The runtime doesn't report the main actor's jobs. They get a turn when no other job is left: the
/// main queue then runs its pending work, several times. Jobs of actors with a custom executor
/// aren't counted, and neither are timers and `Task.yield()`.
enum TaskActivity {
    private struct State {
        /// The number of jobs that are waiting for a thread or running.
        var open = 0
        /// The number of jobs so far, without those that resume a task waiting for rest. Otherwise,
        /// two such tasks would each count as the other's activity.
        var total: UInt64 = 0
        /// The tasks that are waiting for rest.
        var waitingTasks: Set<TaskID> = []
        var waiters: [(mark: UInt64?, wait: Wait<UInt64>)] = []

        /// Removes and returns the waits that are over.
        mutating func removeMet() -> [Wait<UInt64>] {
            guard open == 0, !waiters.isEmpty else { return [] }
            let all = waiters
            waiters = all.filter { !isMet(after: $0.mark) }
            return all.filter { isMet(after: $0.mark) }.map(\.wait)
        }

        func isMet(after mark: UInt64?) -> Bool {
            guard open == 0 else { return false }
            return mark.map { $0 < total } ?? true
        }
    }

    private static let state = Lock(State())

    /// The number of jobs so far.
    static var total: UInt64 { state.withLock { $0.total } }

    static var isAtRest: Bool { state.withLock { $0.open == 0 } }

    // MARK: - Counting

    /// Starts counting, once per process.
    static func count() { _ = isCounting }

    private static let isCounting: Bool = {
        let hook = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook")
        hook?.assumingMemoryBound(to: Hook?.self).pointee = { job, _ in
            state.withLock { state in
                state.open += 1
                if !state.waitingTasks.contains(TaskID(job)) { state.total += 1 }
            }
            DispatchQueue.global().async { run(job) }
        }
        return true
    }()

    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    private static func run(_ job: UnownedJob) {
        job.runSynchronously(on: anyExecutor)
        let (met, total) = state.withLock { state in
            state.open -= 1
            return (state.removeMet(), state.total)
        }
        for wait in met { wait.meet(total) }
    }

    /// The executor of code that isn't isolated to an actor. Its representation is part of Swift's
    /// ABI.
    private static let anyExecutor = unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)

    /// Identifies a task by its address, which is also the job that resumes it.
    private struct TaskID: Hashable {
        private let address: UInt

        init(_ job: UnownedJob) { address = unsafeBitCast(job, to: UInt.self) }

        init(_ task: UnsafeCurrentTask) { address = unsafeBitCast(task, to: UInt.self) }
    }

    // MARK: - Waiting

    /// Notes that a task which waited for rest continues, since others may be waiting for what it
    /// does.
    static func noteContinuation() { state.withLock { $0.total += 1 } }

    /// Waits until every task is suspended, and returns a mark of that moment.
    ///
    /// - Parameter mark: The mark of an earlier moment, since which a task that isn't waiting for
    ///   rest must have run. With `nil`, no task needs to have run.
    static func rest(after mark: UInt64?) async -> Result<UInt64, MissedWait> {
        count()
        let task = withUnsafeCurrentTask { $0.map { TaskID($0) } }
        if let task { state.withLock { _ = $0.waitingTasks.insert(task) } }
        defer { if let task { state.withLock { _ = $0.waitingTasks.remove(task) } } }
        var mark = mark
        while true {
            let rest = await restOfCountedJobs(after: mark)
            guard case .success(let seen) = rest else { return rest }
            for _ in 0..<3 { await turnOfMainQueue() }
            if total == seen { return rest }
            mark = nil
        }
    }

    private static func restOfCountedJobs(after mark: UInt64?) async -> Result<UInt64, MissedWait> {
        let wait = Wait<UInt64>()
        let present = state.withLock { state -> UInt64? in
            if state.isMet(after: mark) { return state.total }
            state.waiters.append((mark, wait))
            return nil
        }
        if let present { return .success(present) }
        return await wait.value { state.withLock { $0.waiters.removeAll { $0.wait === wait } } }
    }

    /// Lets the main queue run its pending work. If the main thread is blocked, nothing runs.
    private static func turnOfMainQueue() async {
        let turn = Wait<Void>()
        DispatchQueue.main.async { turn.meet(()) }
        _ = await turn.value {}
    }
}
