import Foundation
import Freshet
import FreshetTesting
import Testing

@testable import FreshetStreams

/// Streams that connect again as soon as the network or the foreground returns, and what they cost a host that is down.
@Suite(.timeLimit(.minutes(5)))
struct ReturnsTests {
    private let clock = ManualClock()
    private let network = ManualReachability()
    private let foreground = ManualForeground()

    /// A client of a server that fails as long as a closure says how.
    private func client(
        budget: RetryBudget? = RetryBudget(),
        _ respond: @escaping @Sendable (Int) async throws(FetchError) -> StubTransport.Response
    ) -> (Client<Feed>, StubTransport) {
        let count = Lock(0)
        let stub = StubTransport { _ async throws(FetchError) in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return try await respond(number)
        }
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.retry = RetryPolicy(budget: budget, jitter: { 0 })
        configuration.time = clock.time
        configuration.reachability = network
        configuration.foreground = foreground
        // No other time limit may be taken for the delay.
        configuration.limits.callTimeout = nil
        return (Client(Feed(), configuration), stub)
    }

    private static let refused = FetchError(.cannotConnect(.refused))

    @Test(
        "A wait ends at once when the network or the foreground returns, and not when they go",
        arguments: [true, false])
    func returns(ofNetwork: Bool) async throws {
        let (client, stub) = client { number throws(FetchError) in
            if number == 1 { throw Self.refused }
            return number == 2 ? .events("up") : .status(204)
        }
        let states = Notes<StreamState>()
        let events = client.events(for: .text()).idleTimeout(nil).onStateChange { states.add($0) }
        let reading = Task { await Outcome(of: events) }
        for requests in 1...2 {
            try await clock.waitForSleepers(dueWithin: .seconds(3))
            if ofNetwork { network.isOffline = true } else { foreground.isActive = false }
            try await tasksAtRest()
            #expect(stub.requests.count == requests)
            if ofNetwork { network.isOffline = false } else { foreground.isActive = true }
            try await stub.waitForRequests(count: requests + 1)
        }
        #expect(await reading.value.elements.map(\.value) == ["up"])
        #expect(clock.now.offset == .zero)
        let until = clock.date.addingTimeInterval(3)
        #expect(
            states.values.filter { if case .waiting = $0 { true } else { false } } == [
                .waiting(
                    until: until,
                    after: Self.refused.adding(request: try #require(states.error?.request), mayRepeat: true)),
                .waiting(until: until, after: nil),
            ])
    }

    @Test("A return during an attempt that fails, or after the last bytes, leaves no wait")
    func returnsDuringAnAttempt() async throws {
        let gate = Gate()
        let (client, stub) = client { number throws(FetchError) in
            if number == 1 {
                await gate.wait()
                throw Self.refused
            }
            return number == 2 ? .events("up") : .status(204)
        }
        let reading = Task { await Outcome(of: client.events(for: .text()), limit: 1) }
        try await gate.waitUntilWaiting()
        network.isOffline = true
        network.isOffline = false
        gate.open()
        #expect(await reading.value.elements.map(\.value) == ["up"])
        #expect(stub.requests.count == 2)
        #expect(clock.now.offset == .zero)
    }

    @Test("A server that names a time gets it, whatever returns")
    func retryAfter() async throws {
        let (client, stub) = client { number in
            number == 1 ? .status(503, headers: [.retryAfter: "120"]) : .status(204)
        }
        let reading = Task { await Outcome(of: client.events(for: .text()).idleTimeout(nil)) }
        try await clock.waitForSleepers(dueWithin: .seconds(120))
        foreground.isActive = false
        foreground.isActive = true
        try await tasksAtRest()
        #expect(stub.requests.count == 1)
        clock.advance(by: .seconds(120))
        #expect(await reading.value.error == nil)
        #expect(stub.requests.count == 2)
    }

    // MARK: - The retry budget

    /// The lengths of the waits of a stream until its end.
    ///
    /// - Parameter expected: What they should be: the clock is moved by these.
    private func waits(of events: ServerEvents<Feed, String>, expected: [Double]) async throws -> [Double] {
        let dates = Notes<Double>()
        let stream = events.idleTimeout(nil).onStateChange { [clock] state in
            if case .waiting(let date, _) = state { dates.add(date.timeIntervalSince(clock.date)) }
        }
        let reading = Task { await Outcome(of: stream) }
        for wait in expected {
            try await clock.waitForSleepers(dueWithin: .seconds(wait))
            clock.advance(by: .seconds(wait))
        }
        _ = await reading.value
        return dates.values
    }

    @Test("A failed attempt costs a retry of the host's budget; without any, the longest delay is waited")
    func budget() async throws {
        let (client, stub) = client(budget: RetryBudget(share: 0, reserve: 2)) { number throws(FetchError) in
            if number <= 5 { throw Self.refused }
            return .status(204)
        }
        let expected: [Double] = [3, 3, 23, 3, 3]
        #expect(try await waits(of: client.events(for: .text()), expected: expected) == expected)
        #expect(stub.requests.count == 6)
    }

    @Test("The end of an open stream costs nothing")
    func noCost() async throws {
        let (client, stub) = client(budget: RetryBudget(share: 0, reserve: 1)) { number in
            number <= 20 ? .events("\(number)") : .status(204)
        }
        let expected = [Double](repeating: 3, count: 20)
        #expect(try await waits(of: client.events(for: .text()), expected: expected) == expected)
        #expect(stub.requests.count == 21)
    }
}

extension Notes<StreamState> {
    /// The error of the first wait.
    fileprivate var error: FetchError? {
        values.lazy.compactMap { if case .waiting(_, let error?) = $0 { error } else { nil } }.first
    }
}
