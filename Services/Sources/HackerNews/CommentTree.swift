extension HackerNews {
    /// The comments of an item fetched so far: a value that grows with each comment.
    ///
    /// It returns the ids to fetch next, level by level from the top, so that a thread is readable as soon as its
    /// first comments are fetched. It fetches nothing itself:
    /// ``FreshetCore/Client/comments(below:maxConcurrent:maxDepth:)`` does, or your own code.
    public struct CommentTree: Sendable, Hashable {
        /// A comment with its position in the tree and its state.
        public struct Node: Identifiable, Sendable, Hashable {
            /// The id of the comment.
            public let id: Int
            /// The comment; `nil` until it has been fetched, if there is none, or if its call failed.
            public fileprivate(set) var item: Item?
            /// The depth: 0 for comments directly below the root.
            public let depth: Int
            /// The state of the comment.
            public fileprivate(set) var state: State
        }

        /// The state of a comment.
        public enum State: Sendable, Hashable {
            /// The comment was not fetched yet, or its call is in flight.
            case awaited
            /// The comment was fetched; it may be deleted or dead.
            case present
            /// The service has no item with the id.
            case absent
            /// The call for the comment failed.
            case failed
            /// The comment lies below the requested depth and is not fetched.
            case omitted
        }

        /// The item at the root.
        public let root: Item
        /// The most levels to fetch.
        public let maxDepth: Int
        private var nodes: [Int: Node] = [:]
        private var queue: [Int] = []
        private var nextIndex = 0
        private var inFlight: Set<Int> = []

        /// - Parameters:
        ///   - root: The story with the comments.
        ///   - maxDepth: The most levels to fetch; `.max` for all.
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

        /// The number of ids that were taken and have no outcome yet.
        public var inFlightCount: Int { inFlight.count }

        /// Takes the next id to fetch. It counts as in flight until its outcome is inserted.
        public mutating func takeNext() -> Int? {
            guard nextIndex < queue.count else { return nil }
            defer { nextIndex += 1 }
            inFlight.insert(queue[nextIndex])
            return queue[nextIndex]
        }

        /// Inserts the outcome of fetching an id. Ids that were not taken are ignored.
        ///
        /// - Parameters:
        ///   - item: The comment; `.some(nil)` if there is none, `nil` if the call failed.
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

        /// The comments in reading order: each followed by its replies, the best first.
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
            // Iterates from the end: the last kept node is a reply to this one exactly if it is deeper.
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

        /// Adds the ids of replies that the tree does not contain yet.
        ///
        /// Comments contain the ids of their replies, so an invalid or hostile thread may contain an id twice, or a
        /// comment its own id.
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
    /// Whether the comment has a text.
    fileprivate var isReadable: Bool { state == .present && item?.isPresent == true }
}
