import FreshetCore

/// Runs asynchronous work items one at a time, in the order in which they were added.
///
/// Each runs in its own task, so that cancelling a waiting caller doesn't cancel the work.
final class SerialWork: Sendable {
    private let last = Lock<Task<Void, Never>?>(nil)

    func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
        let task = last.withLock { last in
            let task = Task { [last] in
                await last?.value
                return await work()
            }
            last = Task { _ = await task.value }
            return task
        }
        return await task.value
    }
}
