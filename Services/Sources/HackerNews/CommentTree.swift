extension HackerNews {
    /// The comments of an item that have been fetched so far.
    ///
    /// It is a value that decides which ids to fetch next, level by level from the top, so that a
    /// thread is readable as soon as its first comments are fetched. It doesn't fetch anything
    /// itself; use ``FreshetCore/Client/comments(below:maxConcurrent:maxDepth:)`` or your own code.
    public struct CommentTree: Sendable, Hashable {
        /// A comment with its position in the tree and its state.
        public struct Node: Identifiable, Sendable, Hashable {
            /// The id of the comment.
            public let id: Int
            /// The comment; `nil` if it hasn't been fetched, if it doesn't exist, or if its call
            /// failed.
            public fileprivate(set) var item: Item?
            /// The depth, which is 0 for comments directly below the root.
            public let depth: Int
            /// The state of the comment.
            public fileprivate(set) var state: State
        }

        /// The state of a comment.
        public enum State: Sendable, Hashable {
            /// The comment hasn't been fetched, or its call is in flight.
            case awaited
            /// The comment was fetched. It may be deleted or dead.
            case present
            /// The id doesn't exist on the service.
            case absent
            /// The call for the comment failed.
            case failed
            /// The comment is deeper than requested and isn't fetched.
            case omitted
        }

        /// The story, poll or comment at the root.
        public let root: Item
        /// The maximum number of levels to fetch.
        public let maxDepth: Int
        private var nodes: [Int: Node] = [:]
        private var queue: [Int] = []
        private var nextIndex = 0
        private var inFlight: Set<Int> = []

        /// - Parameters:
        ///   - root: The story with the comments.
        ///   - maxDepth: The maximum number of levels to fetch; `.max` for all.
        public init(root: Item, maxDepth: Int = .max) {
            self.root = root
            self.maxDepth = maxDepth
            insert(root.kids, depth: 0)
        }

        /// Whether all comments have an outcome.
        public var isComplete: Bool { nextIndex == queue.count && inFlight.isEmpty }

        /// The number of fetched comments.
        public var count: Int { nodes.values.count { $0.state == .present } }

        /// The number of failed calls.
        public var failureCount: Int { nodes.values.count { $0.state == .failed } }

        /// The number of ids that were taken but have no outcome yet.
        public var inFlightCount: Int { inFlight.count }

        /// Returns the next id to fetch, or `nil` if there is none at the moment. The id counts as
        /// in flight until its outcome is inserted.
        public mutating func takeNext() -> Int? {
            guard nextIndex < queue.count else { return nil }
            defer { nextIndex += 1 }
            inFlight.insert(queue[nextIndex])
            return queue[nextIndex]
        }

        /// Inserts the outcome of fetching an id. Ids that weren't taken are ignored.
        ///
        /// - Parameters:
        ///   - item: The comment; `.some(nil)` if it doesn't exist, or `nil` if the call failed.
        ///   - id: The id of the requested comment.
        public mutating func insert(_ item: Item??, for id: Int) {
            guard inFlight.remove(id) != nil, var node = nodes[id] else { return }
            switch item {
            case .some(.some(let item)):
                node.item = item
                node.state = .present
                nodes[id] = node
                insert(item.kids, depth: node.depth + 1)
            case .some(.none):
                node.state = .absent
                nodes[id] = node
            case .none:
                node.state = .failed
                nodes[id] = node
            }
        }

        /// The comments in reading order, each followed by its replies, best first.
        ///
        /// Removed comments without replies are left out.
        public var thread: [Node] {
            var met: [Node] = []
            var stack = Array(root.kids.reversed())
            var seen: Set<Int> = []
            while let id = stack.popLast() {
                guard let node = nodes[id], seen.insert(id).inserted else { continue }
                met.append(node)
                stack += (node.item?.kids ?? []).reversed()
            }
            // Iterating from the end, the last kept node is a reply to this one if and only if it is deeper.
            var kept: [Node] = []
            for node in met.reversed() where node.isReadable || kept.last.map({ $0.depth > node.depth }) == true {
                kept.append(node)
            }
            return kept.reversed()
        }

        /// Returns the number of fetched replies to a comment, at all depths.
        public func replyCount(of id: Int) -> Int {
            var count = 0
            var stack = nodes[id]?.item?.kids ?? []
            var seen: Set<Int> = [id]
            while let next = stack.popLast() {
                guard let node = nodes[next], seen.insert(next).inserted else { continue }
                if node.isReadable { count += 1 }
                stack += node.item?.kids ?? []
            }
            return count
        }

        /// Adds the ids of replies that the tree doesn't contain yet.
        ///
        /// Comments contain the ids of their replies, so in an invalid or hostile thread an id may
        /// occur twice, or a comment may contain its own id.
        private mutating func insert(_ ids: [Int], depth: Int) {
            for id in ids where nodes[id] == nil && id != root.id {
                let isWanted = depth < maxDepth
                nodes[id] = Node(id: id, item: nil, depth: depth, state: isWanted ? .awaited : .omitted)
                if isWanted { queue.append(id) }
            }
        }
    }
}

extension HackerNews.CommentTree.Node {
    /// Whether the comment has readable text.
    fileprivate var isReadable: Bool { state == .present && item?.isPresent == true }
}
