#if SQLite
import FreshetCore
import FreshetTesting
import Foundation
import Testing

@testable import FreshetOutbox

/// What the queue sends next, event by event.
struct WriteQueueTests {
    private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    private var queue = WriteQueue(
        policy: RetryPolicy(attempts: 4, base: .seconds(2), cap: .seconds(60), budget: nil, jitter: { 1 }), perHost: 4)

    private func write(
        _ sequence: Int64, _ scope: String? = nil, _ change: (inout QueuedWrite) -> Void = { _ in }
    )
        -> QueuedWrite
    {
        var write = QueuedWrite(sequence: sequence, id: UUID(), name: "rate", created: start)
        write.host = "shop.example"
        write.scope = scope
        write.bytes = 100
        change(&write)
        return write
    }

    private func after(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    @Test mutating func oneWriteOfAScopeIsSentAtATimeAndScopesRunSideBySide() {
        for write in [write(1, "a"), write(2, "a"), write(3, "b"), write(4)] { queue.insert(write) }
        #expect(queue.next(at: start).steps == [.send(1), .send(3), .send(4)])
        #expect(queue.next(at: start).steps == [])
        _ = queue.end(1, .delivered, at: start)
        #expect(queue.next(at: start).steps == [.send(2)])
    }

    @Test mutating func noMoreThanTheLimitOfAHostIsInProgress() {
        for sequence in 1...6 { queue.insert(write(Int64(sequence))) }
        queue.insert(write(7) { $0.host = "other.example" })
        #expect(queue.next(at: start).steps == [.send(1), .send(2), .send(3), .send(4), .send(7)])
    }

    @Test mutating func aHeadThatWaitsHoldsItsScopeAndNoOther() {
        for write in [write(1, "a"), write(2, "a"), write(3, "b")] { queue.insert(write) }
        _ = queue.next(at: start)
        _ = queue.beginSending(1, at: start)
        _ = queue.end(1, .again(.refused, code: "status.503", after: nil), at: start)
        _ = queue.end(3, .signedOut(code: "status.401"), at: start)
        let plan = queue.next(at: after(1))
        #expect(plan.steps == [])
        #expect(plan.wake == .seconds(1))
        queue.insert(write(4, "c"))
        #expect(queue.next(at: after(1)).steps == [.send(4)])
        #expect(queue.next(at: after(2)).steps == [.send(1)])
        queue.accountChanged()
        #expect(queue.next(at: after(2)).steps == [.send(3)])
    }

    @Test mutating func waitsGrowWithTheAttemptsAndEndWithThem() {
        queue.insert(write(1) { $0.repetition = .idempotent })
        var waits: [Duration] = []
        var now = start
        while queue.writes[1]?.phase == .waiting {
            guard queue.next(at: now).steps == [.send(1)] else { break }
            _ = queue.beginSending(1, at: now)
            _ = queue.end(1, .again(.refused, code: "status.503"), at: now)
            let wait = queue.writes[1]?.delay(at: now) ?? .zero
            waits.append(wait)
            now.addTimeInterval(wait / .seconds(1))
        }
        #expect(waits.prefix(3) == [.seconds(2), .seconds(4), .seconds(8)])
        #expect(queue.writes[1]?.attempts == 4)
        #expect(queue.writes[1]?.phase == .failed)
    }

    @Test mutating func aServersRetryAfterIsKeptAndAClockThatIsSetBackProlongsNoWait() {
        queue.insert(write(1))
        _ = queue.next(at: start)
        _ = queue.beginSending(1, at: start)
        _ = queue.end(1, .again(.refused, code: "status.429", after: .seconds(90)), at: start)
        #expect(queue.next(at: after(30)).wake == .seconds(60))
        #expect(queue.next(at: after(-86_400)).wake == .seconds(90))
        #expect(queue.next(at: after(-86_400 + 40)).wake == .seconds(50))
        #expect(queue.next(at: after(-86_400 + 90)).steps == [.send(1)])
    }

    @Test mutating func noNetworkUsesNoAttemptAndHoldsAllButThisMachine() {
        queue.insert(write(1))
        _ = queue.next(at: start)
        _ = queue.beginSending(1, at: start)
        _ = queue.end(1, .offline, at: start)
        #expect(queue.writes[1]?.attempts == 0)
        #expect(queue.writes[1]?.arrival == .unsent)
        queue.isOffline = true
        queue.insert(
            write(2) {
                $0.host = "localhost"
                $0.isLocal = true
            })
        #expect(queue.next(at: after(100)).steps == [.send(2)])
        queue.isOffline = false
        #expect(queue.next(at: after(100)).steps == [.send(1)])
    }

    @Test mutating func appendedWritesAreConsideredBesideThoseThatWait() {
        for number in 1...3 { queue.insert(write(Int64(number), "a") { $0.lifetime = .seconds(100) }) }
        #expect(queue.next(at: start).steps == [.send(1)])
        _ = queue.beginSending(1, at: start)
        _ = queue.end(1, .again(.refused, code: "status.503", after: .seconds(10)), at: start)
        #expect(queue.next(at: start).wake == .seconds(10))
        queue.insert(write(4, "a"))
        #expect(queue.next(at: after(4)) == WriteQueue.Plan(wake: .seconds(6)))
        queue.insert(write(5, "b"))
        #expect(queue.next(at: after(4)) == WriteQueue.Plan(steps: [.send(5)], wake: .seconds(6)))
        #expect(queue.next(at: after(10)).steps == [.send(1)])
        queue.insert(write(6, "c"))
        #expect(queue.next(at: after(101)).steps == [.send(6)])
        _ = queue.end(1, .delivered, at: after(101))
        #expect(queue.next(at: after(101)).changed == [2, 3])
    }

    @Test(arguments: [WriteFailureRule.continuing, .cancelsFollowing, .holds])
    func theScopeDoesAsItsRuleSaysAfterAFinalFailure(_ rule: WriteFailureRule) {
        var queue = queue
        let first = write(1, "a") { $0.rule = rule }
        for write in [first, write(2, "a"), write(3, "b")] { queue.insert(write) }
        _ = queue.next(at: start)
        let changes = queue.end(1, .failed(code: "status.404"), at: start)
        #expect(queue.writes[1]?.error == "status.404")
        switch rule {
        case .continuing:
            #expect(changes == [.updated(1)])
            #expect(queue.next(at: start).steps == [.send(2)])
        case .cancelsFollowing:
            #expect(changes == [.updated(1), .updated(2)])
            #expect(queue.writes[2]?.cancelledBy == first.id)
            #expect(queue.next(at: start).steps == [])
        case .holds:
            #expect(queue.next(at: start).steps == [])
            queue.remove(1)
            #expect(queue.next(at: start).steps == [.send(2)])
        }
    }

    @Test mutating func onlyAWriteThatWasNeverSentIsReplaced() {
        queue.insert(write(1) { $0.replaceKey = "stars 7" })
        #expect(queue.replaced(by: "stars 7", account: "")?.sequence == 1)
        #expect(queue.replaced(by: "stars 7", account: "other") == nil)
        _ = queue.next(at: start)
        #expect(queue.replaced(by: "stars 7", account: "") == nil)
        _ = queue.beginSending(1, at: start)
        _ = queue.end(1, .again(.open, code: "connection_lost"), at: start)
        #expect(queue.replaced(by: "stars 7", account: "") == nil)
        queue.insert(write(2) { $0.replaceKey = "stars 7" })
        #expect(queue.replaced(by: "stars 7", account: "")?.sequence == 2)
    }

    @Test(
        "A write that may have arrived",
        arguments: [
            (WriteRepetition.Rule.idempotent, 0.0, [WriteQueue.Step.send(1)]), (.key(.seconds(60)), 59, [.send(1)]),
            (.key(.seconds(60)), 60, [.confirm(1)]), (.key(.seconds(60)), -61, [.confirm(1)]),
            (.never, 0, [.confirm(1)]),
        ])
    func repetition(_ rule: WriteRepetition.Rule, _ age: Double, _ expected: [WriteQueue.Step]) {
        for canConfirm in [true, false] {
            var queue = queue
            queue.insert(
                write(1) {
                    $0.repetition = rule
                    $0.canConfirm = canConfirm
                    $0.arrival = .open
                    $0.firstSent = start
                })
            let plan = queue.next(at: after(age))
            if canConfirm || expected == [.send(1)] {
                #expect(plan.steps == expected)
            } else {
                #expect(plan.steps == [])
                #expect(plan.changed == [1])
                #expect(queue.writes[1]?.phase == .unconfirmed)
            }
        }
    }

    @Test mutating func aReadDecidesWhetherALostWriteIsSentAgain() {
        queue.insert(
            write(1) {
                $0.canConfirm = true
                $0.arrival = .open
                $0.firstSent = start
            })
        #expect(queue.next(at: start).steps == [.confirm(1)])
        _ = queue.end(1, .notApplied, at: start)
        #expect(queue.next(at: start).steps == [.send(1)])
        _ = queue.beginSending(1, at: start)
        _ = queue.end(1, .lost(code: "protocol_violation"), at: start)
        #expect(queue.next(at: start).steps == [.confirm(1)])
        _ = queue.end(1, .unconfirmed(code: "status.404"), at: start)
        #expect(queue.next(at: start).steps == [])
        #expect(queue.writes[1]?.phase == .unconfirmed)
    }

    @Test mutating func moreThanThreeConflictsInARowFail() {
        queue.insert(write(1, "a"))
        queue.insert(write(2, "a"))
        for number in 1...4 {
            #expect(queue.next(at: start).steps == [.send(1)])
            _ = queue.beginSending(1, at: start)
            let changes = queue.end(1, .conflict(code: "precondition.failed"), at: start)
            #expect(changes == (number <= 3 ? [.conflict(1)] : [.updated(1)]))
            #expect(queue.writes[1]?.arrival == .unsent)
            if number <= 3 {
                #expect(queue.next(at: start).steps == [])
                #expect(queue.resolve(1, .retry, at: start) == [.updated(1)])
            }
        }
        #expect(queue.writes[1]?.phase == .failed)
        #expect(queue.next(at: start).steps == [.send(2)])
    }

    @Test mutating func aWriteExpiresUnlessItMayHaveArrived() {
        queue.insert(write(1) { $0.lifetime = .seconds(60) })
        queue.insert(
            write(2) {
                $0.lifetime = .seconds(60)
                $0.arrival = .open
                $0.repetition = .idempotent
            })
        let plan = queue.next(at: after(60))
        #expect(plan.changed == [1])
        #expect(queue.writes[1]?.error == "expired")
        #expect(plan.steps == [.send(2)])
    }

    @Test mutating func nothingOvertakesAnUnreadableWriteOfItsScope() {
        queue.insert(write(1, "a") { $0.phase = .unreadable })
        queue.insert(write(2, "a"))
        queue.insert(write(3))
        #expect(queue.next(at: start).steps == [.send(3)])
    }

    @Test("An acknowledgement removes the write that it belongs to (MobileNativeFoundation/Store#761)")
    mutating func aWriteEnqueuedDuringTheResponseOfTheOneBeforeStays() {
        queue.insert(write(1, "a"))
        _ = queue.next(at: start)
        _ = queue.beginSending(1, at: start)
        let second = write(2, "a")
        queue.insert(second)
        let changes = queue.end(1, .delivered, at: start)
        guard case .removed(let removed)? = changes.first else {
            Issue.record("\(changes)")
            return
        }
        #expect(removed.sequence == 1)
        #expect(queue.writes[2] == second)
        // A result that comes late belongs to nothing.
        #expect(queue.end(1, .delivered, at: start) == [])
        #expect(queue.next(at: start).steps == [.send(2)])
    }

    @Test mutating func countsAndBytesFollowTheWrites() {
        queue.insert(write(1))
        queue.insert(write(2) { $0.phase = .failed })
        #expect(queue.counts[.waiting] == 1)
        #expect(queue.bytes == 200)
        queue.change(2) {
            $0.phase = .waiting
            $0.bytes = 50
        }
        #expect(queue.counts[.waiting] == 2)
        #expect(queue.counts[.failed] == 0)
        queue.remove(1)
        #expect(queue.bytes == 50)
    }
}
#endif
