import Dispatch

/// Runs an actor on its own queue, on which the scheduler of its view models delivers, too.
final class QueueExecutor: SerialExecutor {
    let queue: DispatchQueue

    init(_ label: String) {
        // Targets the global queue: a queue without a target takes its own thread whenever it has work.
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
