#if SQLite
import Dispatch

/// Runs an outbox on a queue of its own: its disk blocks no thread of the tasks.
final class OutboxExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "freshet.outbox")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
#endif
