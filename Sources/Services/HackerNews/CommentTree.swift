extension HackerNews {
    /// The comments below an item, as far as they have come: a value that grows with each one.
    ///
    /// It says what to ask for next, level by level from the top, so that a thread is readable from the first answers on.
    /// It asks nobody itself: ``FreshetCore/Client/comments(below:maxConcurrent:maxDepth:)`` does, and so may you.
    public struct CommentTree: Sendable, Hashable {
        /// A comment with what is known of those below it.
        public struct Node: Identifiable, Sendable, Hashable {
            public let id: Int
            /// The comment; `nil` until it has come, and for good when there is none or its call failed.
            public fileprivate(set) var item: Item?
            /// How deep it lies: 0 for those right below the root.
            public let depth: Int
            public fileprivate(set) var state: State
        }

        /// Where a comment is.
        public enum State: Sendable, Hashable {
            case awaited, present, absent, failed
            /// It lies deeper than was asked for.
            case omitted
        }

        public let root: Item
        public let maxDepth: Int
        private var nodes: [Int: Node] = [:]
        private var queue: [Int] = []
        private var nextIndex = 0
        private var inFlight: Set<Int> = []

        /// - Parameters:
        ///   - root: The story whose comments are wanted.
        ///   - maxDepth: How many levels are asked for; `.max` for all.
        public init(root: Item, maxDepth: Int = .max) {
            self.root = root
            self.maxDepth = maxDepth
            insert(root.kids, depth: 0)
        }

        /// Whether everything that can come has come.
        public var isComplete: Bool { nextIndex == queue.count && inFlight.isEmpty }

        /// How many comments have come.
        public var count: Int { nodes.values.count { $0.state == .present } }

        /// How many calls failed.
        public var failureCount: Int { nodes.values.count { $0.state == .failed } }

        /// How many ids were taken and have no outcome yet.
        public var inFlightCount: Int { inFlight.count }

        /// Takes the next id to ask for, which counts as in flight until its outcome is inserted.
        public mutating func takeNext() -> Int? {
            guard nextIndex < queue.count else { return nil }
            defer { nextIndex += 1 }
            inFlight.insert(queue[nextIndex])
            return queue[nextIndex]
        }

        /// Inserts the outcome of asking for an id. Ids that were not taken are ignored.
        ///
        /// - Parameters:
        ///   - item: The comment, `nil` inside when there is none, `nil` outside when the call failed.
        ///   - id: The id that was asked for.
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

        /// The comments as a reader meets them: each followed by those below it, best first.
        ///
        /// Comments that are there no more and have nothing below them are left out.
        public var thread: [Node] {
            var met: [Node] = []
            var stack = Array(root.kids.reversed())
            var seen: Set<Int> = []
            while let id = stack.popLast() {
                guard let node = nodes[id], seen.insert(id).inserted else { continue }
                met.append(node)
                stack += (node.item?.kids ?? []).reversed()
            }
            // From the end: what was kept last lies below a comment exactly when it is deeper.
            var kept: [Node] = []
            for node in met.reversed() where node.isReadable || kept.last.map({ $0.depth > node.depth }) == true {
                kept.append(node)
            }
            return kept.reversed()
        }

        /// How many comments below a comment have come.
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

        /// A comment names its answers, so a broken or hostile thread may name one twice, or itself.
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
    /// Whether there is something to read.
    fileprivate var isReadable: Bool { state == .present && item?.isPresent == true }
}
