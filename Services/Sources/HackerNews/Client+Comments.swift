public import Freshet

extension Client where API == HackerNews {
    /// Fetches an item's comments level by level and returns a stream of the growing tree.
    ///
    /// ```swift
    /// for await tree in news.comments(below: story) { show(tree.thread) }
    /// ```
    ///
    /// The last tree is complete and marks the comments whose calls failed. Ending the iteration or
    /// cancelling its task cancels the in-flight calls. If several trees are ready, only the newest
    /// one is sent.
    ///
    /// - Parameters:
    ///   - root: The story, poll or comment.
    ///   - maxConcurrent: The maximum number of concurrent calls.
    ///   - maxDepth: The maximum number of levels to fetch.
    public func comments(
        below root: HackerNews.Item, maxConcurrent: Int = 16, maxDepth: Int = .max
    ) -> AsyncStream<HackerNews.CommentTree> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                await grow(HackerNews.CommentTree(root: root, maxDepth: maxDepth), max(1, maxConcurrent)) {
                    continuation.yield($0)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func grow(
        _ tree: HackerNews.CommentTree, _ width: Int, report: (HackerNews.CommentTree) -> Void
    ) async {
        var tree = tree
        report(tree)
        await withTaskGroup(of: (Int, HackerNews.Item??).self) { group in
            func fill(_ slots: Int) {
                for _ in 0..<slots {
                    guard !Task.isCancelled, let id = tree.takeNext() else { return }
                    group.addTask { (id, try? await value(for: .item(id))) }
                }
            }
            fill(width)
            for await (id, item) in group {
                tree.insert(item, for: id)
                report(tree)
                fill(width - tree.inFlightCount)
            }
        }
    }
}
