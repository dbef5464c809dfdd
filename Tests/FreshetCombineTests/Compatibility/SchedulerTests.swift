import Dispatch
import Foundation
import FreshetCombine
import FreshetTesting
import Testing

/// Schedulers and Foundation's publishers are written as on Apple's platforms.
@Suite(.timeLimit(.minutes(2)))
struct SchedulerTests {
    @Test func queuesAreSchedulers() async throws {
        let onMain = PublisherRecorder(Just(1).receive(on: DispatchQueue.main).map { _ in isOnMainQueue() })
        let onOperations = PublisherRecorder(Just(1).receive(on: OperationQueue.main).map { _ in isOnMainQueue() })
        let onOwn = PublisherRecorder(Just(1).receive(on: DispatchQueue(label: "own")).map { _ in isOnMainQueue() })
        let debounced = PublisherRecorder(
            Just(1).append(Empty(completeImmediately: false))
                .debounce(for: .milliseconds(1), scheduler: DispatchQueue.main))
        try await onMain.waitForValues(count: 1)
        try await onOperations.waitForValues(count: 1)
        try await onOwn.waitForValues(count: 1)
        try await debounced.waitForValues(count: 1)
        #expect(onMain.values == [true])
        #expect(onOperations.values == [true])
        #expect(onOwn.values == [false])
        #expect(debounced.values == [1])
        #expect(PublisherRecorder(Just(1).receive(on: ImmediateScheduler.shared)).values == [1])
    }

    @Test(
        "Any delay that a server names can be waited for",
        arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .seconds(1 << 42), .seconds(-(1 << 42))])
    func delays(delay: Duration) {
        let interval = AnyScheduler.Interval(delay)
        #expect((interval > 0) == (delay > .zero))
        let now = AnyScheduler.Time(nanoseconds: 1_000_000_000)
        #expect((now.advanced(by: interval) > now) == (delay > .zero))
    }

    @Test func aRunLoopDeliversWhereSomebodyRunsIt() async {
        let value = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let recorder = PublisherRecorder(Just(1).receive(on: RunLoop.current))
                while recorder.values.isEmpty {
                    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
                }
                continuation.resume(returning: recorder.values)
            }
        }
        #expect(value == [1])
    }

    @Test func aTimerPublishesWhereSomebodyRunsItsLoop() async {
        let count = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let recorder = PublisherRecorder(
                    Timer.publish(every: 0.001, on: .current, in: .default).autoconnect().prefix(3))
                while !recorder.isFinished {
                    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 5))
                }
                continuation.resume(returning: recorder.values.count)
            }
        }
        #expect(count == 3)
    }

    @Test func notificationsArePublished() {
        let center = NotificationCenter()
        let name = Notification.Name("tap")
        let recorder = PublisherRecorder(center.publisher(for: name).compactMap { $0.object as? String })
        center.post(name: name, object: "here")
        recorder.cancel()
        center.post(name: name, object: "gone")
        #expect(recorder.values == ["here"])
    }

    @Test func sessionsPublishTheResponsesToURLsAndRequests() async throws {
        let server = try await LoopbackServer.start { .text($0.method) }
        let url = try #require(URL(string: server.baseURL))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        let texts = URLSession.shared.dataTaskPublisher(for: url)
            .append(URLSession.shared.dataTaskPublisher(for: request))
            .map { String(decoding: $0.data, as: UTF8.self) }
        let recorder = PublisherRecorder(texts)
        try await recorder.waitForCompletion()
        #expect(recorder.values == ["GET", "POST"])
        await server.stop()
    }

    @Test func anySchedulerKeepsTheTimeOfWhatItWraps() async throws {
        let queue = AnyScheduler.queue(DispatchQueue(label: "any"))
        let early = queue.now
        let recorder = PublisherRecorder(Just(1).delay(for: .milliseconds(5), scheduler: queue))
        try await recorder.waitForCompletion()
        #expect(recorder.values == [1])
        #expect(early.distance(to: queue.now) >= .milliseconds(5))
    }

    @Test func anySchedulerRepeatsUntilItIsCancelled() {
        let clock = ManualClock()
        let scheduler = clock.scheduler
        var ticks = 0
        let timer = scheduler.schedule(
            after: scheduler.now.advanced(by: .seconds(1)), interval: .seconds(2), tolerance: .zero, options: nil
        ) {
            ticks += 1
        }
        clock.advance(by: .seconds(6))
        #expect(ticks == 3)
        timer.cancel()
        clock.advance(by: .seconds(6))
        #expect(ticks == 3)
        #expect(clock.actionCount == 0)
    }

    @Test func oneManualTimeDrivesClockAndScheduler() async throws {
        let clock = ManualClock()
        let recorder = PublisherRecorder(
            Just("publisher").delay(for: .seconds(2), scheduler: clock.scheduler))
        let task = Task {
            try await clock.sleep(for: .seconds(1))
            return clock.now.offset
        }
        try await clock.waitForSleepers(dueWithin: .seconds(3))
        clock.advance(by: .seconds(3))
        #expect(try await task.value >= .seconds(1))
        #expect(recorder.values == ["publisher"])
    }
}

/// Whether this runs on the main queue; `Thread.isMainThread` is wrong in a program with an async main.
private func isOnMainQueue() -> Bool {
    MainQueue.mark
    return DispatchQueue.getSpecific(key: MainQueue.key) == true
}

private enum MainQueue {
    static let key = DispatchSpecificKey<Bool>()
    static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)
}
