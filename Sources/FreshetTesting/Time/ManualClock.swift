import FreshetCore

/// A clock that only moves when a test moves it.
///
/// ``scheduler`` runs the actions of publishers on the same clock, so that a test has one time.
public final class ManualClock: Clock, Sendable {
    /// A time of the clock: the duration by which it was moved since it was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        /// Makes an instant.
        public init(offset: Duration = .zero) { self.offset = offset }

        /// Returns the instant after a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// Returns the duration until another instant.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Compares two instants.
        public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
        let timer: ScheduledTimer?
    }

    private struct Action {
        let due: Instant
        let run: () -> Void
    }

    private struct State {
        var now = Instant()
        var lastID = 0
        var sleepers: [Int: Sleeper] = [:]
        /// The timers that have fired and were not handled yet.
        var fired: Set<Int> = []
        var actions: [Int: Action] = [:]
    }

    private let state = WatchedState(State())

    /// Makes a clock at the instant zero.
    public init() {}

    /// The present instant.
    public var now: Instant { state.read(\.now) }
    /// The resolution: exact.
    public var minimumResolution: Duration { .zero }

    /// The number of sleeping tasks.
    public var sleeperCount: Int { state.read(\.sleepers.count) }

    /// Sleeps until the clock has been moved to a deadline.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.change { state in
            state.lastID += 1
            return state.lastID
        }
        let timer = ScheduledTimer.current
        defer { if timer == nil { noteHandled(id) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.change { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation, timer: timer)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.change { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    private func noteHandled(_ id: Int) {
        state.change { _ = $0.fired.remove(id) }
    }

    /// The number of scheduled actions.
    public var actionCount: Int { state.read(\.actions.count) }

    package func schedule(after duration: Duration, _ action: @escaping () -> Void) -> Int {
        // `nonisolated(unsafe)`: actions are only run by `advance(by:)`, one at a time.
        nonisolated(unsafe) let action = action
        return state.change { state in
            state.lastID += 1
            state.actions[state.lastID] = Action(due: state.now.advanced(by: max(.zero, duration)), run: action)
            return state.lastID
        }
    }

    package func unschedule(_ id: Int) {
        state.change { _ = $0.actions.removeValue(forKey: id) }
    }

    /// Moves the clock: wakes the tasks and runs the actions that are due, the earliest first.
    ///
    /// All due actions run before this method returns, including those that are scheduled meanwhile. Woken tasks run
    /// when the system schedules them: ``waitForFiredTimers()``. Moving by zero runs what is due now.
    public func advance(by duration: Duration = .zero) {
        let target = now.advanced(by: duration)
        while let next = state.change({ Self.next(&$0, until: target) }) {
            switch next {
            case .wake(let id, let sleeper):
                sleeper.timer?.observeEnd { [self] in noteHandled(id) }
                sleeper.continuation.resume()
            case .run(let action): action.run()
            }
        }
    }

    /// Moves the clock from timer to timer until a condition is met: for code that waits several times.
    ///
    /// ```swift
    /// await clock.run { model.isLoaded }
    /// ```
    ///
    /// Tasks that do not sleep can run for a while before each move, but the method does not wait for them: a timeout
    /// may expire while they work. Where that matters, wait for the timer with ``waitForSleeper(dueWithin:)`` and
    /// move the clock by hand.
    ///
    /// - Returns: Whether the condition was met; `false` if the waiting task was cancelled.
    @discardableResult
    public func run(until condition: () async -> Bool) async -> Bool {
        while await !condition() {
            if Task.isCancelled { return false }
            for _ in 0..<20 { await Task.yield() }
            if let due = nextDue { advance(by: max(.zero, now.duration(to: due))) }
        }
        return true
    }

    private var nextDue: Instant? {
        state.read { state in
            (state.sleepers.values.map(\.deadline) + state.actions.values.map(\.due)).min()
        }
    }

    private enum Step {
        case wake(Int, Sleeper)
        case run(Action)
    }

    private static func next(_ state: inout State, until target: Instant) -> Step? {
        let sleeper = state.sleepers.min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        let action = state.actions.min { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
        let first = min(sleeper?.value.deadline ?? target, action?.value.due ?? target)
        state.now = max(state.now, min(first, target))
        if let action, action.value.due <= state.now {
            state.actions[action.key] = nil
            return .run(action.value)
        }
        if let sleeper, sleeper.value.deadline <= state.now {
            state.sleepers[sleeper.key] = nil
            state.fired.insert(sleeper.key)
            return .wake(sleeper.key, sleeper.value)
        }
        state.now = target
        return nil
    }

    /// Waits until `count` tasks sleep, so that moving the clock wakes them, or the waiting task is cancelled.
    public func waitForSleepers(count: Int = 1) async {
        await state.wait { $0.sleepers.count >= count }
    }

    /// Waits until a task sleeps that moving the clock by a duration wakes, or the waiting task is cancelled.
    ///
    /// Tasks that sleep longer, such as those that watch the timeouts of a client, do not count.
    public func waitForSleeper(dueWithin duration: Duration) async {
        let due = now.advanced(by: duration)
        await state.wait { state in state.sleepers.values.contains { $0.deadline <= due } }
    }

    /// Waits until the timers that have fired were handled, or the waiting task is cancelled.
    ///
    /// A timer of a resource, such as that of polling, is handled when it has done its work: it has started a request
    /// or has not, so that a test can expect that nothing is sent. Another task that slept is handled when it
    /// continues; what it does then is not waited for.
    public func waitForFiredTimers() async {
        await state.wait { $0.fired.isEmpty }
    }
}
