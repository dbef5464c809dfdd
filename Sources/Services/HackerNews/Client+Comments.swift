public import FreshetCore

extension Client where API == HackerNews {
    /// Fetches the comments below an item level by level, and sends the tree as it grows.
    ///
    /// The last tree is complete; comments whose calls failed are marked in it. Ending the iteration, or cancelling its
    /// task, cancels the calls in flight. Trees that come while one is being looked at are conflated into the newest.
    ///
    /// - Parameters:
    ///   - root: The story, poll or comment.
    ///   - maxConcurrent: How many calls are in flight at most.
    ///   - maxDepth: How many levels are asked for.
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
            func fill(_ places: Int) {
                for _ in 0..<places {
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
