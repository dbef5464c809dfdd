import FreshetTesting
import Testing

@testable import FreshetCore

/// The admissions of a gate that follows the server, as a state without time and tasks.
struct ServerAllowanceTests {
    private var gate = RateGate(RateLimit(followsServer: true), now: .zero)
    private var lastID: UInt64 = 0

    /// Lets requests enter, and returns how many have passed.
    private mutating func enter(_ count: Int, at now: Duration = .zero) -> Int {
        (0..<count).count { _ in
            lastID += 1
            return gate.enter(lastID, now: now) == .passes
        }
    }

    /// - Parameter sending: The time at which its request was sent.
    private mutating func receive(
        _ remaining: Int, _ wait: Duration, sent sending: Duration = .zero, at now: Duration = .zero
    ) {
        receive(ServerQuota(remaining: remaining, wait: wait), sent: sending, at: now)
    }

    private mutating func receive(_ quota: ServerQuota?, sent sending: Duration = .zero, at now: Duration = .zero) {
        gate.endWait()
        gate.take(quota, ofRequestSentAt: sending, at: now)
        gate.end()
    }

    @Test mutating func withoutAReportNothingIsLimited() {
        #expect(enter(100) == 100)
        receive(nil)
        #expect(enter(1) == 1)
    }

    @Test mutating func noMoreAreSentThanRemain() {
        #expect(enter(1) == 1)
        receive(3, .seconds(30))
        #expect(enter(5) == 3)
        // It waits for the responses of those that were sent, which report the quota of the next window.
        #expect(gate.nextAdmission == nil)
        for left in [2, 1, 0] { receive(left, .seconds(30)) }
        #expect(gate.nextAdmission == .seconds(30))
        #expect(gate.admit(now: .milliseconds(29_999)).isEmpty)
    }

    @Test mutating func requestsInFlightCountAsPartOfWhatRemains() {
        #expect(enter(4) == 4)
        receive(5, .seconds(30))
        #expect(enter(9) == 2)
    }

    @Test mutating func aReportThatComesLateRaisesNothing() {
        #expect(enter(2) == 2)
        receive(4, .seconds(30))
        receive(5, .seconds(30))
        #expect(enter(9) == 3)
    }

    @Test mutating func afterTheResetOneRequestAsksForTheNewQuota() {
        _ = enter(1)
        receive(0, .seconds(30))
        #expect(enter(6) == 0)
        #expect(gate.admit(now: .seconds(30)) == [2])
        #expect(gate.nextAdmission == nil)
        #expect(gate.admit(now: .seconds(90)).isEmpty)
        receive(3, .seconds(60), sent: .seconds(30), at: .seconds(91))
        #expect(gate.admit(now: .seconds(91)) == [3, 4, 5])
    }

    @Test mutating func aReportFromBeforeTheResetRaisesNothing() {
        _ = enter(3)
        receive(2, .seconds(1))
        #expect(enter(9, at: .seconds(5)) == 0)
        receive(9, .seconds(1), at: .seconds(5))
        #expect(gate.admit(now: .seconds(5)).isEmpty)
        receive(9, .seconds(1), at: .seconds(5))
        #expect(gate.admit(now: .seconds(5)).count == 1)
    }

    @Test mutating func afterTheResetWhatRemainedIsSentAtOnce() {
        _ = enter(1)
        receive(5, .seconds(1))
        #expect(enter(5, at: .seconds(100)) == 5)
    }

    @Test mutating func aResponseWithoutAReportEndsALimitThatHasReset() {
        _ = enter(2)
        receive(0, .seconds(30))
        receive(nil, at: .seconds(29))
        #expect(enter(9, at: .seconds(29)) == 0)
        #expect(gate.admit(now: .seconds(30)).count == 1)
        receive(nil, sent: .seconds(30), at: .seconds(31))
        #expect(gate.admit(now: .seconds(31)).count == 8)
    }

    @Test mutating func aRequestWithoutAResponseLetsTheNextOneAsk() {
        _ = enter(1)
        receive(0, .seconds(30))
        _ = enter(2)
        #expect(gate.admit(now: .seconds(30)) == [2])
        gate.endWait()
        gate.end()
        #expect(gate.admit(now: .seconds(31)) == [3])
    }

    @Test mutating func theLastReportOfAnExhaustedLimitNamesTheReset() {
        _ = enter(2)
        receive(0, .seconds(30))
        receive(0, .seconds(30), at: .seconds(10))
        _ = enter(1)
        #expect(gate.nextAdmission == .seconds(40))
    }

    @Test("A wait for a reset lasts an hour at most", arguments: [3601, 1 << 42, .max] as [Int64])
    mutating func longWaits(seconds: Int64) {
        _ = enter(1)
        receive(0, .seconds(seconds))
        _ = enter(1)
        #expect(gate.nextAdmission == .seconds(3600))
    }

    @Test mutating func ofHugeNumbersAllAreSent() {
        _ = enter(3)
        receive(.max, .seconds(30))
        #expect(enter(1000) == 1000)
    }

    @Test mutating func theOwnLimitHoldsBesides() {
        gate = RateGate(RateLimit(callsPerSecond: 1, callsAtOnce: 1, followsServer: true), now: .zero)
        _ = enter(1)
        receive(100, .seconds(60))
        #expect(enter(1) == 0)
        #expect(gate.nextAdmission == .seconds(1))
        #expect(gate.admit(now: .seconds(1)) == [2])
        receive(0, .seconds(60), at: .seconds(1))
        _ = enter(1, at: .seconds(1))
        #expect(gate.nextAdmission == .seconds(61))
    }

    @Test func theServersLimitIsNeverExceeded() {
        for seed in 0..<TestLength.count(300, long: 20_000) {
            var server = FixedWindowServer(seed: UInt64(seed))
            server.run()
            #expect(server.mostOfAWindow <= server.quota, "seed \(seed)")
            #expect(server.responses == FixedWindowServer.requests, "seed \(seed)")
        }
    }
}

/// A server that accepts a number of requests in each window, behind a network with random delays, and its client.
private struct FixedWindowServer {
    static let requests = 60

    private enum Event {
        case enter(UInt64)
        case arrive(sent: Int)
        case receive(ServerQuota, sent: Int)
        case wake
    }

    let quota: Int
    private(set) var mostOfAWindow = 0
    private(set) var responses = 0
    private let window: Int
    private var random: SeededRandom
    private var gate = RateGate(RateLimit(followsServer: true), now: .zero)
    private var events: [(milliseconds: Int, event: Event)] = [(0, .enter(0))]
    private var accepted: [Int: Int] = [:]

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        quota = Int.random(in: 1...5, using: &random)
        window = Int.random(in: 1...4, using: &random) * 1000
    }

    mutating func run() {
        while let next = events.indices.min(by: { events[$0].milliseconds < events[$1].milliseconds }) {
            let (now, event) = events.remove(at: next)
            handle(event, now)
            for _ in gate.admit(now: .milliseconds(now)) { send(now) }
            if let admission = gate.nextAdmission {
                events.append((Int((admission / .milliseconds(1)).rounded(.up)), .wake))
            }
        }
    }

    private mutating func handle(_ event: Event, _ now: Int) {
        switch event {
        case .wake: break
        case .enter(let id):
            if gate.enter(id, now: .milliseconds(now)) == .passes { send(now) }
        case .arrive(let sending):
            let number = now / window
            accepted[number, default: 0] += 1
            let count = accepted[number] ?? 0
            mostOfAWindow = max(mostOfAWindow, count)
            let seconds = ((number + 1) * window - now + 999) / 1000
            let left = ServerQuota(remaining: quota - count, wait: .seconds(seconds))
            events.append((delayed(now), .receive(left, sent: sending)))
        case .receive(let quota, let sending):
            if responses == 0 {
                // The others begin when the limit is known.
                for id in 1..<UInt64(Self.requests) {
                    events.append((now + 1 + Int.random(in: 0...10_000, using: &random), .enter(id)))
                }
            }
            responses += 1
            gate.endWait()
            gate.take(quota, ofRequestSentAt: .milliseconds(sending), at: .milliseconds(now))
            gate.end()
        }
    }

    private mutating func send(_ now: Int) {
        events.append((delayed(now), .arrive(sent: now)))
    }

    private mutating func delayed(_ now: Int) -> Int { now + Int.random(in: 1...1500, using: &random) }
}
