import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Calls that wait for the limits of their host.
@Suite(.timeLimit(.minutes(5)))
struct RateLimitTests {
    private let clock = ManualClock()
    private let events = EventRecorder()

    private func client(
        _ rate: RateLimit, _ response: @escaping @Sendable (TransportRequest) async -> StubTransport.Response
    ) -> (Client<Shop>, StubTransport) {
        var limits = Limits()
        limits.callTimeout = nil
        limits.idleTimeout = nil
        return Shop.client(limits: limits, rate: rate, observers: [events], time: clock.time) {
            request async throws(FetchError) in await response(request)
        }
    }

    private func paths(_ stub: StubTransport) -> [String?] { stub.requests.map(\.head.path) }

    private func isQueued(_ count: Int) -> Bool {
        events.events.count { if case .queued = $0.step { true } else { false } } == count
    }

    @Test func theTimeoutOfAnAttemptDoesNotRunWhileItIsQueued() async throws {
        var limits = Limits()
        limits.callTimeout = nil
        limits.idleTimeout = nil
        let (client, stub) = Shop.client(
            limits: limits, retry: RetryPolicy(attempts: 1, attemptTimeout: .seconds(4)),
            rate: RateLimit(callsPerSecond: 0.1), observers: [events], time: clock.time
        ) { _ in .json(#"{"name":"tea"}"#) }
        _ = try await client.value(for: .item("0"))
        let task = Task { try await client.value(for: .item("1")) }
        try await eventually { isQueued(1) }
        try await clock.waitForSleepers(dueWithin: .seconds(10))
        clock.advance(by: .seconds(10))
        #expect(try await task.value.name == "tea")
        #expect(stub.requests.count == 2)
    }

    @Test func requestsGoInOrderAtTheirPace() async throws {
        let (client, stub) = client(RateLimit(callsPerSecond: 1)) { _ in .json(#"{"name":"tea"}"#) }
        _ = try await client.value(for: .item("0"))
        var tasks: [Task<Shop.Item, any Error>] = []
        for number in 1...3 {
            tasks.append(Task { try await client.value(for: .item("\(number)")) })
            try await eventually { isQueued(number) }
        }
        for number in 1...3 {
            #expect(stub.requests.count == number)
            try await clock.waitForSleepers(dueWithin: .seconds(1))
            clock.advance(by: .seconds(1))
            _ = try await tasks[number - 1].value
        }
        #expect(paths(stub) == (0...3).map { "/v1/items/\($0)" })
        let waits = events.events.compactMap { if case .admitted(let wait) = $0.step { wait } else { nil } }
        let expected: [Duration] = [.seconds(1), .seconds(2), .seconds(3)]
        #expect(waits == expected)
        let queues = events.events.compactMap { if case .queued(let ahead) = $0.step { ahead } else { nil } }
        #expect(queues == [0, 1, 2])
        #expect(clock.sleeperCount == 0)
    }

    @Test func whoIsCancelledLeavesTheQueue() async throws {
        let (client, stub) = client(RateLimit(callsPerSecond: 1)) { _ in .json(#"{"name":"tea"}"#) }
        _ = try await client.value(for: .item("0"))
        let first = Task { try await client.value(for: .item("1")) }
        try await eventually { isQueued(1) }
        let second = Task { try await client.value(for: .item("2")) }
        try await eventually { isQueued(2) }
        first.cancel()
        await #expect(throws: FetchError.self) { try await first.value }
        try await clock.waitForSleepers(dueWithin: .seconds(1))
        clock.advance(by: .seconds(1))
        _ = try await second.value
        #expect(paths(stub) == ["/v1/items/0", "/v1/items/2"])
        #expect(clock.sleeperCount == 0)
    }

    @Test func onlySoManyExchangesAreOpenAtOnce() async throws {
        let gate = Gate()
        let (client, stub) = client(RateLimit(callsAtOnce: 2)) { _ in
            await gate.wait()
            return .json(#"{"name":"tea"}"#)
        }
        let all = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 { group.addTask { _ = try await client.value(for: .item("\(number)")) } }
                try await group.waitForAll()
            }
        }
        try await eventually { isQueued(18) }
        try await gate.waitUntilWaiting(count: 2)
        #expect(stub.requests.count == 2)
        gate.open()
        try await all.value
        #expect(stub.requests.count == 20)
    }

    @Test func aStreamHoldsItsPlaceUntilItIsReadOrReleased() async throws {
        let (client, stub) = client(RateLimit(callsAtOnce: 1)) { _ in .text("tea") }
        var stream: ResponseStream? = try await client.stream(for: .item("1"))
        let next = Task { try await client.stream(for: .item("2")) }
        try await eventually { isQueued(1) }
        #expect(stub.requests.count == 1)
        #expect(stream?.head.status == .ok)
        stream = nil
        let other = try await next.value
        for try await _ in other {}
        _ = try await client.data(for: .item("3"))
        #expect(stub.requests.count == 3)
    }

    @Test func aWaitThatEndsWithTheCallsTimeIsATimeout() async throws {
        let gate = Gate()
        let (client, stub) = client(RateLimit(callsAtOnce: 1)) { _ in
            await gate.wait()
            return .json(#"{"name":"tea"}"#)
        }
        let first = Task { try await client.value(for: .item("1")) }
        try await gate.waitUntilWaiting()
        let hasty = Request<Shop, Shop.Item>.item("2").timeout(.seconds(3))
        let second = Task { [hasty] in
            await failure { () async throws(FetchError) in try await client.value(for: hasty) }
        }
        try await eventually { isQueued(1) }
        try await clock.waitForSleepers(dueWithin: .seconds(3))
        clock.advance(by: .seconds(3))
        #expect(await second.value?.kind == .timedOut(.call(.seconds(3))))
        gate.open()
        _ = try await first.value
        #expect(stub.requests.count == 1)
    }

    @Test func oneMoreThanMayWaitFailsAtOnce() async throws {
        let gate = Gate()
        let (client, _) = client(RateLimit(callsAtOnce: 1, waiters: 1)) { _ in
            await gate.wait()
            return .json(#"{"name":"tea"}"#)
        }
        let first = Task { try await client.value(for: .item("1")) }
        try await gate.waitUntilWaiting()
        let second = Task { try await client.value(for: .item("2")) }
        try await eventually { isQueued(1) }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("3")) }
        #expect(error?.kind == .tooManyCalls(limit: 1))
        #expect(error?.localizedDescription == "More than 1 requests are waiting for shop.example.")
        // Another host has a queue of its own.
        let elsewhere = Task { try await client.value(for: Request<Shop, Shop.Item>(.absolute("https://b.example/"))) }
        try await gate.waitUntilWaiting(count: 2)
        gate.open()
        for task in [first, second, elsewhere] { _ = try await task.value }
    }
}
