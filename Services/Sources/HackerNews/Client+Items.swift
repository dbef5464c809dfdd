public import Freshet

extension HackerNews {
    /// Items in the requested order, with the ids that are missing or failed.
    public struct ItemBatch: Sendable {
        /// The fetched items, in the order of the requested ids.
        public var items: [Item] = []
        /// The ids that don't exist on the service.
        public var absent: [Int] = []
        /// The errors of failed calls, keyed by id.
        public var failures: [Int: FetchError] = [:]
    }
}

extension Client where API == HackerNews {
    /// Fetches many items concurrently and returns them in order.
    ///
    /// A failure affects only its own item. If the task is cancelled, the in-flight calls are
    /// cancelled as well, and the remaining items are reported as failed with a cancellation.
    ///
    /// - Parameters:
    ///   - ids: The ids of items of any kind.
    ///   - maxConcurrent: The maximum number of concurrent calls.
    ///   - onProgress: Receives the number of finished calls, on the calling task.
    public func items(
        _ ids: [Int], maxConcurrent: Int = 16, onProgress: (_ done: Int) -> Void = { _ in }
    ) async -> HackerNews.ItemBatch {
        typealias Outcome = Result<HackerNews.Item?, FetchError>
        var outcomes = [Outcome?](repeating: nil, count: ids.count)
        await withTaskGroup(of: (Int, Outcome).self) { group in
            func add(_ index: Int) {
                group.addTask { (index, await result(for: .item(ids[index]))) }
            }
            let width = max(1, min(maxConcurrent, ids.count))
            for index in 0..<min(width, ids.count) { add(index) }
            var next = width
            var done = 0
            for await (index, outcome) in group {
                outcomes[index] = outcome
                done += 1
                onProgress(done)
                if next < ids.count { add(next) }
                next += 1
            }
        }
        var batch = HackerNews.ItemBatch()
        for (id, outcome) in zip(ids, outcomes) {
            switch outcome {
            case .success(let item?): batch.items.append(item)
            case .failure(let error): batch.failures[id] = error
            case .success(nil), nil: batch.absent.append(id)
            }
        }
        return batch
    }

    private func result<Value>(for request: Request<HackerNews, Value>) async -> Result<Value, FetchError> {
        do throws(FetchError) { return .success(try await value(for: request)) } catch { return .failure(error) }
    }
}
