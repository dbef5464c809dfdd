import FreshetCore
import FreshetTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TimeTests {
    private final class Log: Sendable {
        let entries = Lock<[Int]>([])
    }

    @Test func sleepersWakeInOrderWhenTheirTimeHasCome() async throws {
        let clock = ManualClock()
        let log = Log()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seconds in [3, 1, 2] {
                group.addTask {
                    try await clock.sleep(for: .seconds(seconds))
                    log.entries.withLock { $0.append(seconds) }
                }
            }
            try await clock.waitForSleepers(count: 3)
            clock.advance(by: .milliseconds(999))
            #expect(clock.sleeperCount == 3)
            for left in [2, 1, 0] {
                clock.advance(by: .seconds(1))
                #expect(clock.sleeperCount == left)
                try await group.next()
            }
        }
        #expect(log.entries.withLock { $0 } == [1, 2, 3])
        #expect(clock.now.offset == .milliseconds(3999))
    }

    /// Runs each job at once, on the thread that resumes its task.
    private final class AtOnce: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Threads decide when a woken task runs: here it runs before `advance(by:)` returns.
    @Test func aTaskThatSleepsAgainIsWokenOnceByOneMovement() async throws {
        let clock = ManualClock()
        let times = Lock<[Duration]>([])
        let task = Task(executorPreference: AtOnce()) {
            for _ in 1...3 {
                try await clock.sleep(for: .seconds(1))
                times.withLock { $0.append(clock.now.offset) }
            }
        }
        for _ in 1...3 {
            try await clock.waitForSleepers()
            clock.advance(by: .seconds(5))
        }
        try await task.value
        #expect(times.withLock { $0 } == [.seconds(5), .seconds(10), .seconds(15)])
    }

    @Test func aCancelledSleeperWakes() async throws {
        let clock = ManualClock()
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.waitForSleepers()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func theClockRunsThroughSeveralTimers() async throws {
        let clock = ManualClock()
        let log = Log()
        let task = Task {
            for seconds in 1...3 {
                try? await clock.sleep(for: .seconds(seconds))
                log.entries.withLock { $0.append(seconds) }
            }
        }
        try await clock.run { log.entries.withLock { $0.count } == 3 }
        await task.value
        #expect(clock.now.offset == .seconds(6))
        let endless = Task { try await clock.run { false } }
        endless.cancel()
        await #expect(throws: CancellationError.self) { try await endless.value }
    }

    @Test func aTestCanWaitUntilFiredTimersWereHandled() async throws {
        let clock = ManualClock()
        let log = Log()
        let gate = Gate()
        let timers = (1...3).map { seconds in
            clock.time.timer(at: .seconds(seconds)) {
                log.entries.withLock { $0.append(seconds) }
                if seconds == 2 { await gate.wait() }
            }
        }
        try await clock.waitForSleepers(count: 3)
        try await tasksAtRest()
        #expect(log.entries.withLock { $0 } == [])
        clock.advance(by: .seconds(1))
        try await tasksAtRest()
        #expect(log.entries.withLock { $0 } == [1])
        clock.advance(by: .seconds(1))
        let isHandled = Lock(false)
        let waiting = Task {
            try await tasksAtRest()
            isHandled.withLock { $0 = true }
        }
        try await gate.waitUntilWaiting()
        #expect(!isHandled.withLock { $0 })
        gate.open()
        try await waiting.value
        timers[2].cancel()
        await timers[2].value
        clock.advance(by: .seconds(1))
        try await tasksAtRest()
        #expect(log.entries.withLock { $0 } == [1, 2])
    }

    @Test func anotherTaskIsHandledWhenItContinuesOrIsCancelled() async throws {
        let clock = ManualClock()
        let tasks = (1...2).map { seconds in Task { try await clock.sleep(for: .seconds(seconds)) } }
        try await clock.waitForSleepers(count: 2)
        clock.advance(by: .seconds(1))
        try await tasksAtRest()
        tasks[1].cancel()
        clock.advance(by: .seconds(1))
        try await tasksAtRest()
        for task in tasks { _ = await task.result }
    }

    @Test func aGateHoldsUntilItIsOpened() async throws {
        let gate = Gate()
        let tasks = (0..<3).map { _ in Task { await gate.wait() } }
        try await gate.waitUntilWaiting(count: 3)
        #expect(gate.waiterCount == 3)
        tasks[0].cancel()
        await tasks[0].value
        gate.open()
        for task in tasks { await task.value }
        await gate.wait()
        #expect(gate.waiterCount == 0)
    }
}
