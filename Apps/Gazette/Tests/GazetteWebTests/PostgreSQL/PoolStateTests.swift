import Testing

@testable import PostgreSQL

/// The decisions of a pool, event by event.
@Suite
struct PoolStateTests {
    private let start = ContinuousClock.now
    private let failure = PostgreSQLError(.unreachable, "down")

    private func operation() -> PooledOperation {
        PooledOperation(isIdempotent: true, attempt: { _ in {} }, fail: { _ in })
    }

    private func state(_ change: (inout PostgreSQLLimits) -> Void = { _ in }) -> PoolState {
        var limits = PostgreSQLLimits()
        limits.connections = 2
        limits.waiting = 3
        limits.pause = (.seconds(1), .seconds(3))
        change(&limits)
        return PoolState(limits)
    }

    private func name(_ admission: PoolState.Admission) -> String {
        switch admission {
        case .waits: "waits"
        case .startsThread: "starts"
        case .fails(let error): error.kind.rawValue
        }
    }

    private func name(_ step: PoolState.Step) -> String {
        switch step {
        case .run(let operation): operation.isProbe ? "probe" : "run"
        case .fail(_, let error): error.kind.rawValue
        case .wait: "wait"
        case .end: "end"
        }
    }

    @Test func threadsAreStartedWhenTheyAreNeeded() {
        var state = state()
        #expect(name(state.add(operation(), now: start)) == "starts")
        #expect(name(state.add(operation(), now: start)) == "starts")
        // There are as many as there may be.
        #expect(name(state.add(operation(), now: start)) == "waits")
        #expect(name(state.add(operation(), now: start)) == "busy")
        for _ in 0..<3 { #expect(name(state.next(isConnected: true, now: start)) == "run") }
        #expect(name(state.next(isConnected: true, now: start)) == "wait")
    }

    @Test func anIdleThreadIsUsedBeforeAnotherIsStarted() {
        var state = state()
        _ = state.add(operation(), now: start)
        _ = state.next(isConnected: false, now: start)
        state.beginIdling()
        #expect(name(state.add(operation(), now: start)) == "waits")
        #expect(name(state.add(operation(), now: start)) == "starts")
    }

    @Test func anOperationThatHasWaitedTooLongFails() {
        var state = state { $0.waitingTime = .seconds(10) }
        _ = state.add(operation(), now: start)
        #expect(name(state.next(isConnected: true, now: start + .seconds(10))) == "timedOut")
    }

    @Test func duringAnOutageOneOperationAfterEachPauseTriesAgain() {
        var state = state()
        _ = state.add(operation(), now: start)
        _ = state.add(operation(), now: start)
        _ = state.next(isConnected: false, now: start)
        state.noteFailure(failure, now: start)
        // Another thread, which fails at the same time, does not lengthen the pause.
        state.noteFailure(failure, now: start)
        // What waits fails, unless its thread has a connection.
        #expect(name(state.next(isConnected: false, now: start)) == "unreachable")
        #expect(name(state.add(operation(), now: start + .milliseconds(999))) == "unreachable")
        #expect(name(state.add(operation(), now: start + .seconds(1))) == "waits")
        #expect(name(state.add(operation(), now: start + .seconds(1))) == "unreachable")
        #expect(name(state.next(isConnected: false, now: start + .seconds(1))) == "probe")
        for (time, pause) in [(1, 2), (3, 3), (6, 3)] {
            state.noteFailure(failure, now: start + .seconds(time))
            #expect(name(state.add(operation(), now: start + .seconds(time + pause - 1))) == "unreachable")
            _ = state.add(operation(), now: start + .seconds(time + pause))
            #expect(name(state.next(isConnected: false, now: start + .seconds(time + pause))) == "probe")
        }
        state.noteSuccess()
        _ = state.add(operation(), now: start)
        #expect(name(state.next(isConnected: false, now: start)) == "run")
    }

    @Test func theNextOperationTriesAgainOnceTheDatabaseIsBack() {
        var state = state()
        state.noteFailure(failure, now: start)
        #expect(name(state.add(operation(), now: start)) == "unreachable")
        state.retryNow()
        #expect(name(state.add(operation(), now: start)) == "starts")
    }

    @Test func aClosedPoolFailsEverything() {
        var state = state()
        _ = state.add(operation(), now: start)
        state.close()
        #expect(name(state.add(operation(), now: start)) == "closed")
        #expect(name(state.next(isConnected: true, now: start)) == "closed")
        #expect(name(state.next(isConnected: true, now: start)) == "end")
    }
}
