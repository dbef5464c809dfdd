import Freshet
import HackerNews
import Testing

/// The tree of comments, event by event.
struct CommentTreeTests {
    private func tree(kids: [Int], maxDepth: Int = .max) async throws -> HackerNews.CommentTree {
        HackerNews.CommentTree(root: try await News.comment(1, kids: kids), maxDepth: maxDepth)
    }

    /// Takes every id that can be taken.
    private func takeAll(_ tree: inout HackerNews.CommentTree) -> [Int] {
        var ids: [Int] = []
        while let id = tree.takeNext() { ids.append(id) }
        return ids
    }

    private func ids(_ tree: HackerNews.CommentTree) -> [Int] { tree.thread.map(\.id) }

    @Test func aStoryWithoutCommentsIsComplete() async throws {
        var tree = try await tree(kids: [])
        #expect(tree.isComplete)
        #expect(tree.takeNext() == nil)
        #expect(tree.thread.isEmpty)
        #expect(tree.count == 0)
    }

    @Test func levelsAreAskedForFromTheTop() async throws {
        var tree = try await tree(kids: [2, 3])
        #expect(!tree.isComplete)
        #expect(tree.takeNext() == 2)
        #expect(tree.inFlightCount == 1)
        tree.insert(try await News.comment(2, kids: [4]), for: 2)
        #expect(tree.inFlightCount == 0)
        #expect(takeAll(&tree) == [3, 4])
        tree.insert(try await News.comment(3, kids: [5]), for: 3)
        tree.insert(try await News.comment(4), for: 4)
        #expect(!tree.isComplete)
        #expect(takeAll(&tree) == [5])
        tree.insert(try await News.comment(5), for: 5)
        #expect(tree.isComplete)
        #expect(tree.count == 4)
        #expect(tree.failureCount == 0)
        #expect(ids(tree) == [2, 4, 3, 5])
        #expect(tree.thread.map(\.depth) == [0, 1, 0, 1])
    }

    @Test func theThreadKeepsTheRankingInWhateverOrderResponsesCome() async throws {
        var tree = try await tree(kids: [9, 2, 5])
        _ = takeAll(&tree)
        tree.insert(try await News.comment(5), for: 5)
        #expect(ids(tree) == [5])
        tree.insert(try await News.comment(9, kids: [7, 3]), for: 9)
        tree.insert(try await News.comment(2), for: 2)
        _ = takeAll(&tree)
        tree.insert(try await News.comment(3), for: 3)
        tree.insert(try await News.comment(7), for: 7)
        #expect(ids(tree) == [9, 7, 3, 2, 5])
        #expect(tree.replyCount(of: 9) == 2)
        #expect(tree.replyCount(of: 2) == 0)
        #expect(tree.replyCount(of: 404) == 0)
    }

    @Test func depthIsLimited() async throws {
        var tree = try await tree(kids: [2], maxDepth: 2)
        _ = takeAll(&tree)
        tree.insert(try await News.comment(2, kids: [3]), for: 2)
        _ = takeAll(&tree)
        tree.insert(try await News.comment(3, kids: [4]), for: 3)
        #expect(tree.takeNext() == nil)
        #expect(tree.isComplete)
        #expect(ids(tree) == [2, 3])
        var nothing = try await self.tree(kids: [2], maxDepth: 0)
        #expect(nothing.takeNext() == nil)
        #expect(nothing.isComplete)
        #expect(nothing.thread.isEmpty)
    }

    @Test func cyclesAndRepetitionsEnd() async throws {
        var tree = try await tree(kids: [2, 2, 1, 3])
        #expect(takeAll(&tree) == [2, 3])
        tree.insert(try await News.comment(2, kids: [2, 3, 1, 4]), for: 2)
        tree.insert(try await News.comment(3, kids: [2, 4]), for: 3)
        #expect(takeAll(&tree) == [4])
        tree.insert(try await News.comment(4, kids: [2, 3, 4]), for: 4)
        #expect(tree.isComplete)
        #expect(Set(ids(tree)) == [2, 3, 4])
        #expect(tree.thread.count == 3)
        #expect(tree.replyCount(of: 2) == 2)
        #expect(tree.replyCount(of: 4) == 2)
    }

    @Test func absentAndFailedComments() async throws {
        var tree = try await tree(kids: [2, 3, 4])
        _ = takeAll(&tree)
        tree.insert(.some(nil), for: 2)
        tree.insert(nil, for: 3)
        tree.insert(try await News.comment(4), for: 4)
        #expect(tree.isComplete)
        #expect(tree.count == 1)
        #expect(tree.failureCount == 1)
        #expect(ids(tree) == [4])
    }

    @Test func outcomesThatNobodyAskedForAreIgnored() async throws {
        var tree = try await tree(kids: [2])
        tree.insert(try await News.comment(2), for: 2)
        #expect(tree.count == 0)
        tree.insert(try await News.comment(9), for: 9)
        #expect(takeAll(&tree) == [2])
        tree.insert(try await News.comment(2), for: 2)
        tree.insert(nil, for: 2)
        #expect(tree.count == 1)
        #expect(tree.failureCount == 0)
    }

    @Test func takenAwayCommentsStandWhereSomethingIsBelowThem() async throws {
        let deleted = #""deleted":true"#
        var tree = try await tree(kids: [2, 3, 4])
        _ = takeAll(&tree)
        tree.insert(try await News.comment(2, kids: [5], fields: deleted), for: 2)
        tree.insert(try await News.comment(3, kids: [6], fields: deleted), for: 3)
        tree.insert(try await News.comment(4, fields: deleted), for: 4)
        #expect(ids(tree) == [])
        _ = takeAll(&tree)
        tree.insert(try await News.comment(5, kids: [7], fields: #""dead":true,"text":"[dead]""#), for: 5)
        tree.insert(try await News.comment(6, fields: deleted), for: 6)
        #expect(ids(tree) == [])
        _ = takeAll(&tree)
        tree.insert(try await News.comment(7), for: 7)
        #expect(ids(tree) == [2, 5, 7])
        #expect(tree.replyCount(of: 2) == 1)
        #expect(tree.replyCount(of: 3) == 0)
        #expect(tree.thread.map(\.state) == [.present, .present, .present])
    }

    @Test(.timeLimit(.minutes(2))) func deepThreadsTakeLinearTime() async throws {
        let depth = 3000
        var tree = try await tree(kids: [2])
        while let id = tree.takeNext() {
            tree.insert(try await News.comment(id, kids: id < depth ? [id + 1] : []), for: id)
        }
        #expect(ids(tree) == Array(2...depth))
        #expect(tree.replyCount(of: 2) == depth - 2)
    }
}
