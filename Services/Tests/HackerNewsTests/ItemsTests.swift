import Freshet
import FreshetTesting
import HackerNews
import ServiceTestSupport
import Testing

/// Many items at once.
@Suite(.timeLimit(.minutes(2)))
struct ItemsTests {
    /// Counts how many calls are in flight.
    final class Flights: Sendable {
        private let counts = Lock((now: 0, most: 0))

        var most: Int { counts.withLock { $0.most } }

        func begin() {
            counts.withLock { counts in
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
        }

        func end() { counts.withLock { $0.now -= 1 } }
    }

    private static func story(_ request: TransportRequest) -> StubTransport.Response {
        .json(#"{"id":\#(request.item ?? 0),"type":"story","title":"t"}"#)
    }

    @Test func theOrderIsThatOfTheIds() async {
        // T61: the first response comes last, and stays the first.
        let gate = Gate()
        let (client, stub) = News.client { request in
            if request.item == 30 { await gate.wait() }
            return Self.story(request)
        }
        let batch = await client.items([30, 10, 20]) { done in if done == 2 { gate.open() } }
        #expect(batch.items.map(\.id) == [30, 10, 20])
        #expect(batch.absent.isEmpty)
        #expect(batch.failures.isEmpty)
        #expect(stub.requests.count == 3)
    }

    @Test("Calls in flight are bounded", arguments: [(3, 3), (1, 1), (0, 1), (-5, 1), (100, 10)])
    func concurrency(maxConcurrent: Int, expected: Int) async throws {
        let gate = Gate()
        let flights = Flights()
        let (client, stub) = News.client { request in
            flights.begin()
            defer { flights.end() }
            await gate.wait()
            return Self.story(request)
        }
        async let batch = client.items(Array(1...10), maxConcurrent: maxConcurrent)
        try await gate.waitUntilWaiting(count: expected)
        #expect(stub.requests.count == expected)
        gate.open()
        #expect(await batch.items.map(\.id) == Array(1...10))
        #expect(flights.most <= expected)
        #expect(stub.requests.count == 10)
    }

    @Test func whatIsMissingIsNamed() async {
        let (client, _) = News.client { (request) async throws(FetchError) -> StubTransport.Response in
            switch request.item {
            case 2: return .json("null")
            case 3: return .status(503)
            case 4: throw FetchError(.connectionLost)
            case 5: return .json("{}")
            default: return Self.story(request)
            }
        }
        let batch = await client.items([1, 2, 3, 4, 5, 6, 2])
        #expect(batch.items.map(\.id) == [1, 6])
        #expect(batch.absent == [2, 2])
        #expect(batch.failures.mapValues(\.code) == [3: "status.503", 4: "connection_lost", 5: "decoding"])
    }

    @Test func progressCountsUp() async {
        let (client, _) = News.client { Self.story($0) }
        var steps: [Int] = []
        _ = await client.items(Array(1...5), maxConcurrent: 2) { steps.append($0) }
        #expect(steps == [1, 2, 3, 4, 5])
    }

    @Test("Empty lists ask for nothing (T62, T64)")
    func nothing() async {
        let (client, stub) = News.client { Self.story($0) }
        var steps: [Int] = []
        let batch = await client.items([]) { steps.append($0) }
        #expect(batch.items.isEmpty)
        #expect(batch.failures.isEmpty)
        #expect(steps == [])
        #expect(stub.requests.isEmpty)
    }

    @Test func cancellingEndsCallsInFlightAndMakesNoOther() async throws {
        let gate = Gate()
        let (client, stub) = News.client { request in
            if request.item != 1 { await gate.wait() }
            return Self.story(request)
        }
        let task = Task { await client.items(Array(1...10), maxConcurrent: 2) }
        try await gate.waitUntilWaiting(count: 2)
        task.cancel()
        let batch = await task.value
        #expect(batch.items.map(\.id) == [1])
        #expect(batch.failures.count == 9)
        #expect(batch.failures.values.allSatisfy { $0.kind == .cancelled })
        #expect(batch.absent.isEmpty)
        #expect(stub.requests.count == 3)
    }
}
