import Freshet
import FreshetTesting
import HackerNews
import ServiceTestSupport
import Testing

/// Lists that are fetched repeatedly.
@Suite(.timeLimit(.minutes(2)))
struct ChangesTests {
    let clock = ManualClock()

    /// A client on the clock whose calls may take any time, so that nothing but the pause sleeps.
    private func client(_ respond: @escaping News.Respond) -> (Client<HackerNews>, StubTransport) {
        var limits = Limits()
        (limits.callTimeout, limits.idleTimeout) = (nil, nil)
        return News.client(limits: limits, time: clock.time, respond)
    }

    @Test func aListIsAskedForAfterEachPause() async throws {
        let count = Lock(0)
        let (client, stub) = client { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return .json("[\(number)]")
        }
        var lists = client.polling(.top, every: .seconds(3)).makeAsyncIterator()
        #expect(try await lists.next()?.get() == [1])
        try await clock.waitForSleepers(dueWithin: .seconds(3))
        clock.advance(by: .seconds(2))
        #expect(stub.requests.count == 1)
        clock.advance(by: .seconds(1))
        #expect(try await lists.next()?.get() == [2])
        try await clock.waitForSleepers(dueWithin: .seconds(3))
        clock.advance(by: .seconds(3))
        #expect(try await lists.next()?.get() == [3])
        // T62: only the list is requested, never an item of number 0.
        #expect(Set(stub.requests.map(\.head.path)) == ["/v0/topstories.json"])
    }

    @Test("A slow response is awaited, not overtaken (T65)")
    func polls() async throws {
        let gate = Gate()
        let (client, stub) = client { _ in
            await gate.wait()
            return .json("[1]")
        }
        var lists = client.polling(.new, every: .seconds(3)).makeAsyncIterator()
        try await gate.waitUntilWaiting()
        clock.advance(by: .seconds(300))
        #expect(clock.sleeperCount == 0)
        #expect(stub.requests.count == 1)
        gate.open()
        #expect(try await lists.next()?.get() == [1])
        try await clock.waitForSleepers()
        #expect(stub.requests.count == 1)
        clock.advance(by: .seconds(3))
        #expect(try await lists.next()?.get() == [1])
        #expect(stub.requests.count == 2)
    }

    @Test func aFailureEndsNothing() async throws {
        let isBroken = Lock(true)
        let (client, _) = client { (_) async throws(FetchError) -> StubTransport.Response in
            if isBroken.withLock({ $0 }) { throw FetchError(.cannotConnect(.offline)) }
            return .json("[7]")
        }
        var lists = client.polling(.top, every: .seconds(3)).makeAsyncIterator()
        for isLast in [false, true] {
            let result = await lists.next()
            #expect(throws: FetchError.self) { try result?.get() }
            try await clock.waitForSleepers()
            if isLast { isBroken.withLock { $0 = false } }
            clock.advance(by: .seconds(3))
        }
        #expect(try await lists.next()?.get() == [7])
    }

    @Test func cancellingTheReaderEndsThePause() async throws {
        let (client, stub) = client { _ in .json("[1]") }
        let clock = clock
        let task = Task {
            var results = 0
            for await _ in client.polling(.top, every: .seconds(3)) { results += 1 }
            return results
        }
        try await clock.waitForSleepers()
        task.cancel()
        #expect(await task.value <= 1)
        #expect(stub.requests.count == 1)
    }

    @Test func cancellingTheReaderEndsTheCall() async throws {
        let gate = Gate()
        let cancelled = Gate()
        let (client, stub) = client { _ in
            await gate.wait()
            if Task.isCancelled { cancelled.open() }
            return .json("[1]")
        }
        let task = Task {
            var results = 0
            for await _ in client.polling(.top, every: .seconds(3)) { results += 1 }
            return results
        }
        try await gate.waitUntilWaiting()
        task.cancel()
        #expect(await task.value == 0)
        await cancelled.wait()
        #expect(stub.requests.count == 1)
    }
}

/// What is new in a list.
struct NewStoriesTests {
    @Test("Nothing new is an empty list (T62)")
    func nothingNew() {
        var stories = HackerNews.NewStories()
        #expect(stories.take([3, 1, 2], of: .top) == [])
        #expect(stories.take([3, 1, 2], of: .top) == [])
        #expect(stories.take([2, 3, 1], of: .top) == [])
    }

    @Test func newIdsKeepTheListsOrder() {
        var stories = HackerNews.NewStories()
        _ = stories.take([1, 2], of: .top)
        // T61, T63: also below the first place.
        #expect(stories.take([1, 9, 2, 4], of: .top) == [9, 4])
        #expect(stories.take([9, 4], of: .top) == [])
    }

    @Test("Lists are compared with themselves only (T63)")
    func listsApart() {
        var stories = HackerNews.NewStories()
        _ = stories.take([1, 2], of: .top)
        #expect(stories.take([5, 6], of: .best) == [])
        #expect(stories.take([1, 2], of: .top) == [])
        #expect(stories.take([6, 7], of: .best) == [7])
    }

    @Test("Empty lists (T64)")
    func emptyLists() {
        var stories = HackerNews.NewStories()
        #expect(stories.take([], of: .jobs) == [])
        #expect(stories.take([1], of: .jobs) == [1])
        #expect(stories.take([], of: .jobs) == [])
    }
}
