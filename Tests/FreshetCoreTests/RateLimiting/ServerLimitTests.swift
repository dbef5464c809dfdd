import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Calls that keep to the limits that the server reports.
@Suite(.timeLimit(.minutes(1)))
struct ServerLimitTests {
    private let clock = ManualClock()
    private let events = EventRecorder()

    private func client(
        _ rate: RateLimit = RateLimit(followsServer: true),
        _ response: @escaping @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response
    ) -> (Client<Shop>, StubTransport) {
        var limits = Limits()
        limits.callTimeout = nil
        limits.idleTimeout = nil
        return Shop.client(limits: limits, rate: rate, observers: [events], time: clock.time, response: response)
    }

    private func isQueued(_ count: Int) -> Bool {
        events.events.count { if case .queued = $0.step { true } else { false } } == count
    }

    /// A client that follows the server, whose responses report what is left of a quota, one after another.
    private func client(_ limits: [String?], status: Int = 200) -> (Client<Shop>, StubTransport) {
        let number = Lock(0)
        return client { _ in
            let limit = number.withLock { number in
                defer { number += 1 }
                return number < limits.count ? limits[number] : nil
            }
            return .json(
                #"{"name":"tea"}"#, status: status, headers: limit.map { [HTTPField.Name("RateLimit")!: $0] } ?? [:])
        }
    }

    @Test func whereNothingRemainsRequestsWaitForTheReset() async throws {
        let (client, stub) = client([#""a";r=1;t=60"#, #""a";r=0;t=30"#, #""a";r=9;t=60"#])
        _ = try await client.value(for: .item("0"))
        _ = try await client.value(for: .item("1"))
        let tasks = (2...4).map { number in Task { try await client.value(for: .item("\(number)")) } }
        try await eventually { isQueued(3) }
        try await clock.waitForSleepers()
        clock.advance(by: .milliseconds(29_999))
        #expect(stub.requests.count == 2)
        clock.advance(by: .milliseconds(1))
        for task in tasks { _ = try await task.value }
        #expect(stub.requests.count == 5)
        let waits = events.events.compactMap { if case .admitted(let wait) = $0.step { wait } else { nil } }
        #expect(waits == Array(repeating: .seconds(30), count: 3))
        #expect(clock.sleeperCount == 0)
    }

    @Test func aRefusalThatNamesTheResetHoldsTheOthers() async throws {
        let (client, stub) = client([#""a";r=0;t=5"#], status: 429)
        let first = await failure { () async throws(FetchError) in try await client.value(for: .item("0")) }
        #expect(first?.kind == .status(.tooManyRequests))
        let second = Task {
            await failure { () async throws(FetchError) in try await client.value(for: .item("1")) }
        }
        try await eventually { isQueued(1) }
        #expect(stub.requests.count == 1)
        try await clock.waitForSleepers(dueWithin: .seconds(5))
        clock.advance(by: .seconds(5))
        _ = await second.value
        #expect(stub.requests.count == 2)
    }

    @Test func aWaitForAResetEndsWithTheCallsTime() async throws {
        let (client, stub) = client([#""a";r=0;t=999999999999999"#])
        _ = try await client.value(for: .item("0"))
        let hasty = Request<Shop, Shop.Item>.item("1").timeout(.seconds(3))
        let task = Task { await failure { () async throws(FetchError) in try await client.value(for: hasty) } }
        try await eventually { isQueued(1) }
        try await clock.waitForSleepers(dueWithin: .seconds(3))
        clock.advance(by: .seconds(3))
        #expect(await task.value?.kind == .timedOut(.call(.seconds(3))))
        #expect(stub.requests.count == 1)
    }

    @Test func anotherOriginHasAQuotaOfItsOwn() async throws {
        let (client, stub) = client([#""a";r=0;t=60"#])
        _ = try await client.value(for: .item("0"))
        _ = try await client.value(for: Request<Shop, Shop.Item>(.absolute("https://b.example/")))
        #expect(stub.requests.count == 2)
    }

    @Test func aRequestThatFailsDoesNotHoldTheOthers() async throws {
        let number = Lock(0)
        let (client, stub) = client { _ throws(FetchError) in
            let count = number.withLock { number in
                number += 1
                return number
            }
            switch count {
            case 1: return .json(#"{"name":"tea"}"#, headers: [HTTPField.Name("RateLimit")!: #""a";r=0;t=60"#])
            case 2: throw FetchError(.connectionLost)
            default: return .json(#"{"name":"tea"}"#)
            }
        }
        _ = try await client.value(for: .item("0"))
        let first = Task { try? await client.value(for: .item("1")) }
        try await eventually { isQueued(1) }
        let second = Task { try await client.value(for: .item("2")) }
        try await eventually { isQueued(2) }
        try await clock.waitForSleepers(dueWithin: .seconds(60))
        clock.advance(by: .seconds(60))
        #expect(await first.value == nil)
        _ = try await second.value
        #expect(stub.requests.count == 3)
    }

    @Test func byDefaultTheServersFieldsLimitNothing() async throws {
        let (client, stub) = client(RateLimit(callsAtOnce: 4)) { _ in
            .json(#"{"name":"tea"}"#, headers: [HTTPField.Name("RateLimit")!: #""a";r=0;t=60"#])
        }
        for number in 0..<3 { _ = try await client.value(for: .item("\(number)")) }
        #expect(stub.requests.count == 3)
    }
}
