import Freshet
import FreshetTesting
import HackerNews
import Testing

/// The comments below an item, fetched.
@Suite(.timeLimit(.minutes(2)))
struct CommentsTests {
    /// The ids below each comment of a thread.
    private static let thread: [Int: [Int]] = [2: [4, 5], 3: [6], 4: [], 5: [7], 6: [], 7: []]

    private static func response(to request: TransportRequest) -> StubTransport.Response {
        let id = request.item ?? 0
        return .json(#"{"id":\#(id),"type":"comment","by":"a","text":"t","kids":\#(thread[id] ?? [])}"#)
    }

    private func last(_ trees: AsyncStream<HackerNews.CommentTree>) async -> HackerNews.CommentTree? {
        var last: HackerNews.CommentTree?
        for await tree in trees { last = tree }
        return last
    }

    @Test("The last tree is complete", arguments: [1, 2, 16])
    func whole(maxConcurrent: Int) async throws {
        let (client, stub) = News.client { Self.response(to: $0) }
        let root = try await News.comment(1, kids: [2, 3])
        let tree = try #require(await last(client.comments(below: root, maxConcurrent: maxConcurrent)))
        #expect(tree.isComplete)
        #expect(tree.thread.map(\.id) == [2, 4, 5, 7, 3, 6])
        let asked = stub.requests.compactMap(\.item)
        #expect(asked.sorted() == [2, 3, 4, 5, 6, 7])
        // One at a time, the levels are requested from the top.
        #expect(maxConcurrent > 1 || asked == [2, 3, 4, 5, 6, 7])
    }

    @Test func callsInFlightAreBounded() async throws {
        let gate = Gate()
        let flights = ItemsTests.Flights()
        let (client, stub) = News.client { request in
            flights.begin()
            defer { flights.end() }
            await gate.wait()
            return Self.response(to: request)
        }
        let root = try await News.comment(1, kids: [2, 3, 4, 6])
        async let tree = last(client.comments(below: root, maxConcurrent: 2))
        try await gate.waitUntilWaiting(count: 2)
        #expect(stub.requests.count == 2)
        gate.open()
        #expect(await tree?.count == 6)
        #expect(flights.most == 2)
    }

    @Test func aFailureAndAGapCostThemselvesOnly() async throws {
        let (client, _) = News.client { (request) async throws(FetchError) -> StubTransport.Response in
            if request.item == 5 { throw FetchError(.connectionLost) }
            return request.item == 3 ? .json("null") : Self.response(to: request)
        }
        let tree = try #require(await last(client.comments(below: try await News.comment(1, kids: [2, 3]))))
        #expect(tree.isComplete)
        #expect(tree.failureCount == 1)
        #expect(tree.count == 2)
        #expect(tree.thread.map(\.id) == [2, 4])
    }

    @Test func depthLimitsWhatIsAskedFor() async throws {
        let (client, stub) = News.client { Self.response(to: $0) }
        let root = try await News.comment(1, kids: [2, 3])
        let tree = try #require(await last(client.comments(below: root, maxDepth: 1)))
        #expect(tree.isComplete)
        #expect(Set(stub.requests.compactMap(\.item)) == [2, 3])
    }

    @Test("An item without comments asks for nothing (T64)")
    func nothing() async throws {
        let (client, stub) = News.client { Self.response(to: $0) }
        let tree = try #require(await last(client.comments(below: try await News.comment(1))))
        #expect(tree.isComplete)
        #expect(tree.count == 0)
        #expect(stub.requests.isEmpty)
    }

    @Test func theFirstTreeComesBeforeTheFirstResponse() async throws {
        let gate = Gate()
        let (client, _) = News.client { request in
            await gate.wait()
            return Self.response(to: request)
        }
        let root = try await News.comment(1, kids: [2])
        var trees = client.comments(below: root).makeAsyncIterator()
        let first = await trees.next()
        #expect(first?.count == 0)
        #expect(first?.isComplete == false)
        gate.open()
        var last = first
        while let tree = await trees.next() { last = tree }
        #expect(last?.isComplete == true)
    }

    @Test func cancellingTheReaderCancelsTheCalls() async throws {
        let gate = Gate()
        let cancelled = Gate()
        let (client, stub) = News.client { request in
            await gate.wait()
            if Task.isCancelled { cancelled.open() }
            return Self.response(to: request)
        }
        let root = try await News.comment(1, kids: [2])
        let task = Task { for await _ in client.comments(below: root) {} }
        try await gate.waitUntilWaiting()
        task.cancel()
        await task.value
        await cancelled.wait()
        #expect(stub.requests.count == 1)
    }
}
