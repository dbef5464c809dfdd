import Dispatch
import Foundation
import FreshetCore
import FreshetTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WaitingTests {
    private struct Shop: Service { let baseURL = "https://shop.example/v1" }

    private let item = Request<Shop, String>("items/1", reading: .text)

    /// Adds one in each of several tasks, of which each begins the next one.
    private func chain(_ length: Int, _ count: Lock<Int>) {
        guard length > 0 else { return }
        Task {
            count.withLock { $0 += 1 }
            chain(length - 1, count)
        }
    }

    // MARK: - Waits that come true

    @Test func eventuallySeesWhatTasksChange() async throws {
        let count = Lock(0)
        chain(200, count)
        try await eventually { count.withLock { $0 } == 200 }
    }

    @Test func eventuallyReturnsTheValueThatMeetsTheCondition() async throws {
        let log = Lock<[Int]>([])
        let gate = Gate()
        Task {
            await gate.wait()
            log.withLock { $0 = [1, 2] }
        }
        Task { gate.open() }
        #expect(try await eventually(log.withLock { $0 }) { $0.count == 2 } == [1, 2])
    }

    @Test @MainActor func eventuallyRunsOnTheCallersActor() async throws {
        var isSet = false
        Task { isSet = true }
        try await eventually {
            MainActor.assertIsolated()
            return isSet
        }
    }

    @Test func atRestEachTaskIsSuspended() async throws {
        let count = Lock(0)
        let gate = Gate()
        for _ in 0..<20 { chain(20, count) }
        Task {
            await gate.wait()
            count.withLock { $0 = 0 }
        }
        try await tasksAtRest()
        #expect(count.withLock { $0 } == 400)
        #expect(gate.waiterCount == 1)
        gate.open()
        try await tasksAtRest()
        #expect(count.withLock { $0 } == 0)
    }

    @Test @MainActor func atRestTheMainActorHasNothingLeft() async throws {
        var steps = 0
        for _ in 0..<10 {
            Task {
                steps += 1
                await Task { @concurrent in }.value
                steps += 1
            }
        }
        try await tasksAtRest()
        #expect(steps == 20)
    }

    @Test func whatAnotherThreadDoesIsPolled() async throws {
        let isSet = Lock(false)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { isSet.withLock { $0 = true } }
        try await eventually(outside: "a queue sets it") { isSet.withLock { $0 } }
    }

    @Test func aStubWaitsForTheSecondRequest() async throws {
        let stub = StubTransport { _ in .text("tea") }
        let client = Client(Shop(), transport: stub, cache: nil)
        let calls = (0..<2).map { _ in Task { [item] in try await client.value(for: item.sharing(.never)) } }
        #expect(try await stub.waitForRequests(count: 2).map(\.path) == ["/v1/items/1", "/v1/items/1"])
        for call in calls { #expect(try await call.value == "tea") }
    }

    @Test func aRecorderWaitsForTheEventThatMatches() async throws {
        let recorder = EventRecorder()
        let stub = StubTransport()
        let client = Client(Shop(), transport: stub, cache: nil, observers: [recorder])
        let calls = (0..<3).map { _ in Task { [item] in try await client.value(for: item) } }
        let joined = try await recorder.waitForEvents(count: 2) { if case .joined = $0.step { true } else { false } }
        #expect(joined.count == 2)
        try await stub.nextRequest().respond(with: .text("tea"))
        for call in calls { #expect(try await call.value == "tea") }
    }

    @Test func tasksThatWaitForRestAreAtRest() async throws {
        let arrived = Lock(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await tasksAtRest()
                    arrived.withLock { $0 += 1 }
                    try await eventually { arrived.withLock { $0 } == 20 }
                }
            }
            try await group.waitForAll()
        }
        let message = await failure {
            async let one: Void = eventually { false }
            async let other: Void = eventually { false }
            _ = try await (one, other)
        }
        #expect(message?.contains("no task that could run is left") == true)
    }

    // MARK: - Time

    @Test func theClockMovesToTheNextDeadlineAndNoFurther() async throws {
        let clock = ManualClock()
        let tasks = [3, 1].map { seconds in Task { try await clock.sleep(for: .seconds(seconds)) } }
        #expect(try await clock.advanceToNextDeadline() == .seconds(1))
        try await tasks[1].value
        #expect(try await clock.advanceToNextDeadline() == .seconds(2))
        try await tasks[0].value
    }

    @Test func timePassesOnlyWhileTasksAreAtRest() async throws {
        let clock = ManualClock()
        let (count, isDone) = (Lock(0), Lock(false))
        // A timeout that may not expire while the tasks of the chain run.
        let timeout = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.waitForSleepers()
        Task {
            chain(100, count)
            while count.withLock({ $0 }) < 100 { await Task {}.value }
            timeout.cancel()
            try? await clock.sleep(for: .seconds(5))
            isDone.withLock { $0 = true }
        }
        try await clock.run { isDone.withLock { $0 } }
        await #expect(throws: CancellationError.self) { try await timeout.value }
        #expect(clock.now.offset == .seconds(5))
    }

    @Test func withoutTimeOnlyWhatIsDueRuns() async throws {
        let clock = ManualClock()
        let log = Lock<[String]>([])
        Task {
            _ = clock.schedule(after: .zero) { log.withLock { $0.append("due") } }
            _ = clock.schedule(after: .seconds(1)) { log.withLock { $0.append("later") } }
        }
        try await clock.run(upTo: .zero) { !log.withLock { $0.isEmpty } }
        try await clock.runDueWork()
        #expect(log.withLock { $0 } == ["due"])
        #expect(clock.now.offset == .zero && clock.actionCount == 1)
    }

    // MARK: - Waits that don't

    private func failure(_ wait: () async throws -> Void) async -> String? {
        do {
            try await MissedWait.soon(wait)
            return nil
        } catch {
            return (error as? WaitFailure)?.description
        }
    }

    @Test("A wait that can't come true says what was seen instead")
    func failures() async throws {
        let place = #"^FreshetTestingTests/WaitingTests.swift:\d+: waited for "#
        let end = ", but no task that could run is left."
        let clock = ManualClock()
        let sleeping = Task { try await clock.sleep(for: .seconds(9)) }
        defer { sleeping.cancel() }
        try await clock.waitForSleepers()
        let sleepers = await failure { try await clock.waitForSleepers(count: 2) }
        #expect(sleepers?.contains(try Regex(place + "2 sleeping tasks" + end)) == true, "\(sleepers ?? "")")
        #expect(sleepers?.contains("1 sleeping tasks, 0 actions, deadlines at [9.0 seconds]") == true)
        let stub = StubTransport { _ in .text("tea") }
        _ = try await Client(Shop(), transport: stub, cache: nil).value(for: item)
        let requests = await failure { try await stub.waitForRequests(count: 2) }
        #expect(requests?.hasSuffix("waited for 2 requests\(end) Seen instead: [\"GET /v1/items/1\"].") == true)
        let value = await failure { try await eventually(stub.requests.count) { $0 == 3 } }
        #expect(value?.hasSuffix("Seen instead: 1.") == true)
        let condition = await failure { try await eventually { stub.requests.count == 3 } }
        #expect(condition?.hasSuffix("waited for a condition\(end)") == true)
        let event = await failure { try await EventRecorder().waitForEvents { $0.step == .cancelled } }
        #expect(event?.hasSuffix("waited for 1 matching events\(end) Seen instead: [].") == true)
        let time = await failure { try await ManualClock().run { false } }
        #expect(time?.contains("waited for a condition while time passes\(end)") == true)
    }

    @Test func aClockThatMovesForEverEnds() async throws {
        let clock = ManualClock()
        let polling = Task { while !Task.isCancelled { try await clock.sleep(for: .seconds(1)) } }
        defer { polling.cancel() }
        let message = await failure { try await clock.run { false } }
        #expect(message?.contains("it was not met in time") == true)
    }

    @Test func aCancelledWaitThrowsAtOnce() async throws {
        let gate = Gate()
        let waiting = Task { try await gate.waitUntilWaiting() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
