import Dispatch

/// Runs an actor on a queue of its own, on which also its view models' scheduler delivers.
final class QueueExecutor: SerialExecutor {
    let queue: DispatchQueue

    init(_ label: String) {
        // On the shared queue: a queue without a target wants a thread of its own whenever it has work.
        queue = DispatchQueue(label: label, target: .global())
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
