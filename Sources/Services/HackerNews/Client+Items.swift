public import FreshetCore

extension HackerNews {
    /// Items in the order that was asked for, and what is missing among them.
    public struct ItemBatch: Sendable {
        /// The items that came, in the order of their ids.
        public var items: [Item] = []
        /// The ids for which the service has nothing to show.
        public var absent: [Int] = []
        /// The calls that failed, by their ids.
        public var failures: [Int: FetchError] = [:]
    }
}

extension Client where API == HackerNews {
    /// Fetches many items at once, and keeps their order.
    ///
    /// A failure costs its own item only and is told beside the rest. When the task is cancelled, calls in flight are, too,
    /// and what is left counts as failed by the cancellation.
    ///
    /// - Parameters:
    ///   - ids: The items, of any kind.
    ///   - maxConcurrent: How many calls are in flight at most.
    ///   - onProgress: Receives how many are done, from this task.
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
