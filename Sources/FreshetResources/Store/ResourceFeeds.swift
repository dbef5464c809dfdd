import FreshetCore

/// The operations that keep resources up to date, one per resource.
///
/// They inherit no task-local values: the span in which the first observer appeared isn't the
/// parent of an operation that all observers share.
final class ResourceFeeds: Sendable {
    private struct Feed {
        var count: Int
        let task: Task<Void, Never>
    }

    private let feeds = Lock<[ResourceKey: Feed]>([:])

    func enter(_ key: ResourceKey, _ operation: @escaping @Sendable () async -> Void) {
        feeds.withLock { feeds in
            if feeds[key] == nil { feeds[key] = Feed(count: 0, task: Task.detached { await operation() }) }
            feeds[key]?.count += 1
        }
    }

    func leave(_ key: ResourceKey) {
        let task = feeds.withLock { feeds -> Task<Void, Never>? in
            guard var feed = feeds[key] else { return nil }
            feed.count -= 1
            feeds[key] = feed.count > 0 ? feed : nil
            return feed.count > 0 ? nil : feed.task
        }
        // Outside the lock: a cancellation handler of the operation may end another feed.
        task?.cancel()
    }
}
