import Testing

@testable import FreshetCore

/// The order and times of admissions, as a state without time and tasks.
struct RateGateTests {
    @Test func aBucketLetsABurstPassAndThenOneAtATime() {
        var gate = RateGate(RateLimit(callsPerSecond: 2, burst: 3), now: .zero)
        let entries = (1...5).map { gate.enter($0, now: .zero) }
        #expect(entries == [.passes, .passes, .passes, .waits(ahead: 0), .waits(ahead: 1)])
        #expect(gate.nextAdmission == .milliseconds(500))
        let admitted = [Duration.milliseconds(499), .milliseconds(500), .milliseconds(999), .seconds(1)]
            .map { gate.admit(now: $0) }
        #expect(admitted == [[], [4], [], [5]])
        #expect(gate.nextAdmission == nil)
    }

    @Test func aPauseFillsTheBucketUpToItsSize() {
        var gate = RateGate(RateLimit(callsPerSecond: 1, burst: 2), now: .zero)
        let entries = (1...4).map { gate.enter($0, now: .seconds(100)) }
        #expect(entries == [.passes, .passes, .waits(ahead: 0), .waits(ahead: 1)])
        #expect(gate.nextAdmission == .seconds(101))
    }

    @Test func aLaterCallWaitsAfterThoseThatWait() {
        var gate = RateGate(RateLimit(callsPerSecond: 1), now: .zero)
        let entries = [gate.enter(1, now: .zero), gate.enter(2, now: .zero), gate.enter(3, now: .seconds(1))]
        #expect(entries == [.passes, .waits(ahead: 0), .waits(ahead: 1)])
        let admitted = gate.admit(now: .seconds(1))
        #expect(admitted == [2])
    }

    @Test func whoLeavesCostsNobodyATurn() {
        var gate = RateGate(RateLimit(callsPerSecond: 1), now: .zero)
        for id in UInt64(1)...4 { _ = gate.enter(id, now: .zero) }
        gate.leave(2)
        gate.leave(9)
        let admitted = [gate.admit(now: .seconds(1)), gate.admit(now: .seconds(2))]
        #expect(admitted == [[3], [4]])
    }

    @Test func onlySoManyAreUnderWay() {
        var gate = RateGate(RateLimit(callsAtOnce: 2), now: .zero)
        let entries = (1...4).map { gate.enter($0, now: .zero) }
        #expect(entries == [.passes, .passes, .waits(ahead: 0), .waits(ahead: 1)])
        #expect(gate.nextAdmission == nil)
        gate.end()
        let admitted = gate.admit(now: .zero)
        #expect(admitted == [3])
        for _ in 0..<2 { gate.end() }
        let last = gate.admit(now: .zero)
        #expect(last == [4])
        gate.end()
        #expect(!gate.isBusy)
    }

    @Test func bothLimitsHold() {
        var gate = RateGate(RateLimit(callsPerSecond: 1, burst: 5, callsAtOnce: 1), now: .zero)
        _ = gate.enter(1, now: .zero)
        _ = gate.enter(2, now: .zero)
        gate.end()
        let admitted = gate.admit(now: .zero)
        #expect(admitted == [2])
    }

    @Test func theNumberOfWaitersIsBounded() {
        var gate = RateGate(RateLimit(callsAtOnce: 1, waiters: 1), now: .zero)
        let entries = (1...3).map { gate.enter($0, now: .zero) }
        #expect(entries == [.passes, .waits(ahead: 0), .isRefused])
    }

    @Test("Numbers that make no sense still let requests pass", arguments: [0, -1, Double.infinity, 1e-300])
    func strange(pace: Double) {
        var gate = RateGate(RateLimit(callsPerSecond: pace, burst: 0, callsAtOnce: 0, waiters: -1), now: .zero)
        let entries = [gate.enter(1, now: .zero), gate.enter(2, now: .zero)]
        #expect(entries == [.passes, .isRefused])
        var wide = RateGate(RateLimit(callsPerSecond: pace, burst: .max, callsAtOnce: .max, waiters: .max), now: .zero)
        let wideEntries = [wide.enter(1, now: .zero), wide.enter(2, now: .zero)]
        #expect(wideEntries == [.passes, .passes])
    }
}
