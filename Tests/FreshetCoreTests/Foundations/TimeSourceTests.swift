import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// One clock that a test moves is the time of everything that a client does.
@Suite(.timeLimit(.minutes(1)))
struct TimeSourceTests {
    private let clock = ManualClock()
    private let counter = Counter()
    private let item = Request<Shop, Shop.Item>.item("tea")

    /// A client on the clock whose calls may take any time, so that nothing but a retry sleeps.
    private func client(
        retry: RetryPolicy = .never,
        response: @escaping @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response
    ) -> (Client<Shop>, StubTransport) {
        var limits = Limits()
        (limits.callTimeout, limits.idleTimeout) = (nil, nil)
        return Shop.client(cache: HTTPCache(), limits: limits, retry: retry, time: clock.time, response: response)
    }

    @Test func theDateMovesWithTheClock() {
        let time = clock.time
        let (start, date) = (time.now(), time.date())
        clock.advance(by: .seconds(90))
        #expect(time.now() - start == .seconds(90))
        #expect(time.date() == date.addingTimeInterval(90))
    }

    @Test(
        "A wait of any length can be cancelled",
        arguments: [Duration.seconds(Int64.max), .seconds(1e20), .seconds(1 << 60)])
    func longWaits(until time: Duration) async {
        let waiting = Task { try await TimeSource.system.sleep(time) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func anAdvanceMakesACachedResponseStale() async throws {
        let (client, stub) = client { [counter] _ in counter.item("max-age=60") }
        _ = try await client.value(for: item)
        clock.advance(by: .seconds(59))
        #expect(try await client.response(for: item).source == .fresh(age: .seconds(59)))
        clock.advance(by: .seconds(1))
        #expect(try await client.response(for: item).source == .network)
        #expect(stub.requests.count == 2)
    }

    @Test func anAdvanceReachesTheDateAtWhichAServerWantsToBeAskedAgain() async throws {
        let later: HTTPFields = [.retryAfter: "Thu, 01 Jan 2026 00:00:10 GMT"]
        let (client, stub) = client(retry: RetryPolicy()) { [counter] _ in
            let number = counter.next
            return number == 1 ? StubTransport.Response(status: 503, headers: later) : .json(#"{"name":"tea"}"#)
        }
        let call = Task { [item] in try await client.value(for: item) }
        try await clock.waitForSleepers()
        clock.advance(by: .milliseconds(9_999))
        #expect(clock.sleeperCount == 1)
        #expect(stub.requests.count == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await call.value.name == "tea")
        #expect(stub.requests.count == 2)
    }

    @Test func theRuleOfAPolicySeesTheDelayThatAServerAsksForByADate() async throws {
        let later: HTTPFields = [.retryAfter: "Thu, 01 Jan 2026 00:00:10 GMT"]
        let delays = Lock<[Duration?]>([])
        let policy = RetryPolicy(shouldRetry: { error in
            delays.withLock { $0.append((error as? FetchError)?.retryAfter) }
            return false
        })
        let (client, _) = client(retry: policy) { _ in StubTransport.Response(status: 503, headers: later) }
        clock.advance(by: .seconds(4))
        let error = await failure { () async throws(FetchError) in try await client.value(for: item) }
        #expect(error?.retryAfter == .seconds(6))
        #expect(Set(delays.withLock { $0 }) == [.seconds(6)])
    }

    @Test func anAdvanceShowsTheAgeOfAStaleValueAndThenTheOneThatWasDelayed() async throws {
        let control = "max-age=60, stale-while-revalidate=600"
        // Ten seconds after the minute in which the first response becomes stale.
        let later: HTTPFields = [.retryAfter: "Thu, 01 Jan 2026 00:01:10 GMT"]
        let (client, _) = client(retry: RetryPolicy()) { [counter] _ in
            let response = counter.item(control)
            let isSecond = response.chunks == [Data(#"{"name":"tea","price":2}"#.utf8)]
            return isSecond ? StubTransport.Response(status: 503, headers: later) : response
        }
        _ = try await client.value(for: item)
        clock.advance(by: .seconds(60))
        var states = client.states(for: item).makeAsyncIterator()
        #expect(await states.next()?.isFetching == true)
        let stale = try #require(await states.next())
        #expect(stale.value?.price == 1 && stale.isStale && stale.isFetching && stale.receivedAt == made)
        try await clock.waitForSleepers(dueWithin: .seconds(10))
        clock.advance(by: .seconds(10))
        let fresh = try #require(await states.next())
        #expect(fresh.value?.price == 3 && !fresh.isStale && !fresh.isFetching)
        #expect(fresh.receivedAt == made.addingTimeInterval(70))
        #expect(await states.next() == nil)
    }
}
