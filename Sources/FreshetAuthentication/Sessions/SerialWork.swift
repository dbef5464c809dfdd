import FreshetCore

/// Runs pieces of asynchronous work one after another, in the order in which they were added.
///
/// Each runs in a task of its own, so that cancelling a caller that waits for it does not cancel it.
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
