import Dispatch
import FreshetCombine
import FreshetTesting
import ReaderModels
import Testing

/// Rules that hold for every view model.
@Suite(.timeLimit(.minutes(2)))
struct EveryScreenTests {
    private static let all = ScreenKind.all
    private static let key = DispatchSpecificKey<Bool>()

    @Test("Outputs change on the scheduler that was given (T46)", arguments: all)
    func scheduler(_ kind: ScreenKind) async throws {
        let queue = DispatchQueue(label: "screen")
        queue.setSpecific(key: Self.key, value: true)
        let screen = kind.make(.queue(queue), .ofAllScreens())
        let places = PublisherRecorder(screen.changes.map { DispatchQueue.getSpecific(key: Self.key) == true })
        queue.sync { screen.start() }
        try await eventually(outside: "the screen changes on a queue") { queue.sync(execute: screen.isDone) }
        #expect(!places.values.isEmpty && !places.values.contains(false))
    }

    @Test("The main queue is the default (T46)", arguments: all)
    func mainQueue(_ kind: ScreenKind) async throws {
        DispatchQueue.main.setSpecific(key: Self.key, value: true)
        let screen = kind.make(nil, .ofAllScreens())
        let places = PublisherRecorder(screen.changes.map { DispatchQueue.getSpecific(key: Self.key) == true })
        await onMain { screen.start() }
        try await eventually(outside: "the screen changes on the main queue") { await onMain(screen.isDone) }
        #expect(!places.values.isEmpty && !places.values.contains(false))
    }

    @Test("A released model has no call, and nothing crashes when a response comes late (T7, T8, T9)", arguments: all)
    func release(_ kind: ScreenKind) async throws {
        let clock = ManualClock()
        let backend = Backend.ofAllScreens(holdingResponses: true)
        weak var released: AnyObject?
        do {
            let screen = kind.make(clock.scheduler, backend)
            released = screen.model
            screen.start()
            try await clock.settle { backend.openCount() > 0 }
        }
        #expect(released == nil)
        try await clock.settle { backend.openCount() == 0 }
        try await clock.runDueWork()
        #expect(clock.actionCount == 0)
    }

    @Test("Nothing is requested before a screen starts, and each start requests again (T6)", arguments: all)
    func cold(_ kind: ScreenKind) async throws {
        let clock = ManualClock()
        let backend = Backend.ofAllScreens()
        let first = kind.make(clock.scheduler, backend)
        try await clock.runDueWork()
        #expect(backend.targets.isEmpty)
        first.start()
        try await clock.settle(until: first.isDone)
        let count = backend.targets.count
        #expect(count > 0)
        let second = kind.make(clock.scheduler, backend)
        second.start()
        try await clock.settle(until: second.isDone)
        #expect(backend.targets.count == 2 * count)
    }

    /// Runs a body where view models live by default.
    private func onMain<Value: Sendable>(_ body: @escaping () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async(execute: DispatchWorkItem { continuation.resume(returning: body()) })
        }
    }
}
