#if SQLite
import Dispatch

/// Runs an outbox on a queue of its own, so that disk access doesn't block a thread of Swift's
/// cooperative pool.
final class OutboxExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "freshet.outbox")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
#endif
