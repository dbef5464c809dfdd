import FreshetCore

/// A clock that moves only when a test moves it.
///
/// ``scheduler`` runs publishers' actions on the same clock, so that a test has only one time.
///
/// ```swift
/// let clock = ManualClock()
/// let alarm = Task { try await clock.sleep(for: .seconds(60)) }
/// try await clock.waitForSleepers()
/// clock.advance(by: .seconds(60))
/// try await alarm.value
/// ```
public final class ManualClock: Clock, Sendable {
    /// An instant of the clock, measured from when the clock was made.
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
    }

    private struct Action {
        let due: Instant
        let run: () -> Void
    }

    private struct State {
        var now = Instant()
        var lastID = 0
        var sleepers: [Int: Sleeper] = [:]
        var actions: [Int: Action] = [:]
    }

    private let state = WatchedState(State())

    /// Makes a clock at the instant zero.
    public init() { TaskActivity.count() }

    /// The current instant.
    public var now: Instant { state.read(\.now) }
    /// The resolution of the clock, which is exact.
    public var minimumResolution: Duration { .zero }

    /// The number of sleeping tasks.
    public var sleeperCount: Int { state.read(\.sleepers.count) }

    /// Sleeps until the clock has been moved to a deadline.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.change { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.change { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.change { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    /// The number of scheduled actions.
    public var actionCount: Int { state.read(\.actions.count) }

    package func schedule(after duration: Duration, _ action: @escaping () -> Void) -> Int {
        // `nonisolated(unsafe)`: only `advance(by:)` runs actions, one at a time.
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

    /// Moves the clock, runs the actions that are due and wakes the tasks that are due, the
    /// earliest first.
    ///
    /// All due actions run before this method returns, each at its own time, including those that
    /// are scheduled in the meantime. The tasks are woken afterwards, at the final time, and run
    /// when the system schedules them; wait for that with ``tasksAtRest(file:line:)``. If a woken
    /// task sleeps again, its sleep starts at that final time, so each move wakes a task only once.
    /// Moving by zero runs everything that is due now.
    public func advance(by duration: Duration = .zero) {
        let target = now.advanced(by: duration)
        var woken: [Sleeper] = []
        while let action = state.change({ Self.nextAction(&$0, until: target, waking: &woken) }) { action.run() }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Waits until all tasks are at rest, then moves the clock to the next deadline of a sleeping
    /// task or an action.
    ///
    /// - Returns: The duration by which the clock was moved.
    /// - Throws: ``WaitFailure`` if no task starts to sleep; `CancellationError` if the waiting
    ///   task is cancelled.
    @discardableResult
    public func advanceToNextDeadline(file: StaticString = #fileID, line: UInt = #line) async throws -> Duration {
        let place = SourcePlace(file, line)
        try await state.wait(for: "a sleeping task", at: place, seen: Self.describe) {
            !$0.sleepers.isEmpty || !$0.actions.isEmpty
        }
        try await tasksAtRest(file: file, line: line)
        let duration = nextDue.map { max(.zero, now.duration(to: $0)) } ?? .zero
        advance(by: duration)
        return duration
    }

    /// Moves the clock from deadline to deadline until a condition is met.
    ///
    /// ```swift
    /// try await clock.run { model.isLoaded }
    /// ```
    ///
    /// The clock moves when all of the process's tasks are at rest, so no timeout expires while a
    /// task is working. The condition runs in the caller's isolation before each move. A task that
    /// waits for a real server counts as at rest, so time passes while it waits for the network.
    ///
    /// - Parameters:
    ///   - limit: The most time by which the clock is moved, by default unlimited. With zero, only
    ///     what is due now runs.
    ///   - file: The file that the error names.
    ///   - line: The line that the error names.
    ///   - condition: Returns whether the clock may stop.
    /// - Throws: ``WaitFailure`` if the condition isn't met; `CancellationError` if the waiting
    ///   task is cancelled.
    public func run(
        upTo limit: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
        until condition: () throws -> Bool
    ) async throws {
        let (place, latest, start) = (SourcePlace(file, line), limit.map { now.advanced(by: $0) }, ContinuousClock.now)
        defer { TaskActivity.noteContinuation() }
        var mark: UInt64?
        while try !condition() {
            let rest = await TaskActivity.rest(after: mark)
            if try condition() { return }
            let isLate = start.duration(to: .now) > MissedWait.limit
            mark = try (isLate ? .failure(.timeIsUp) : rest).get("a condition while time passes", at: place) {
                state.read(Self.describe)
            }
            guard let due = nextDue, latest.map({ due <= $0 }) ?? true else { continue }
            advance(by: max(.zero, now.duration(to: due)))
            // Actions may have changed what conditions read, without any task having run.
            TaskActivity.noteContinuation()
            mark = nil
        }
    }

    /// Runs everything that is due now, and the tasks that follow from it, until nothing is left to
    /// run.
    ///
    /// Use it before you expect that something does *not* happen.
    ///
    /// - Throws: ``WaitFailure`` if it doesn't end; `CancellationError` if the waiting task is
    ///   cancelled.
    public func runDueWork(file: StaticString = #fileID, line: UInt = #line) async throws {
        repeat {
            advance()
            try await tasksAtRest(file: file, line: line)
        } while nextDue.map { $0 <= now } ?? false
    }

    private static func describe(_ state: State) -> String {
        let deadlines = (state.sleepers.values.map(\.deadline) + state.actions.values.map(\.due)).sorted()
        return
            "the clock at \(state.now.offset), \(state.sleepers.count) sleeping tasks, \(state.actions.count) actions, "
            + "deadlines at \(deadlines.prefix(10).map(\.offset))"
    }

    private var nextDue: Instant? {
        state.read { state in
            (state.sleepers.values.map(\.deadline) + state.actions.values.map(\.due)).min()
        }
    }

    /// Moves the clock to the next due action and removes it, or to the target if there is none.
    ///
    /// - Parameter woken: Receives the sleepers whose deadlines have passed.
    private static func nextAction(
        _ state: inout State, until target: Instant, waking woken: inout [Sleeper]
    ) -> Action? {
        let next = state.actions.min { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
        let action = next.flatMap { $0.value.due <= target ? $0 : nil }
        let now = max(state.now, action?.value.due ?? target)
        state.now = now
        let due = state.sleepers.filter { $0.value.deadline <= now }
        for (id, sleeper) in due.sorted(by: { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }) {
            state.sleepers[id] = nil
            woken.append(sleeper)
        }
        if let action { state.actions[action.key] = nil }
        return action?.value
    }

    /// Waits until `count` tasks are sleeping, so that moving the clock wakes them.
    ///
    /// - Parameters:
    ///   - count: The number of tasks.
    ///   - duration: Counts only tasks that would be woken by moving the clock this far, which
    ///     excludes those that watch a client's timeouts. By default, all tasks count.
    ///   - file: The file that the error names.
    ///   - line: The line that the error names.
    /// - Throws: ``WaitFailure`` if fewer are sleeping; `CancellationError` if the waiting task is
    ///   cancelled.
    public func waitForSleepers(
        count: Int = 1, dueWithin duration: Duration? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        let due = duration.map { now.advanced(by: $0) }
        let expected = "\(count) sleeping tasks" + (duration.map { ", due within \($0)" } ?? "")
        try await state.wait(for: expected, at: SourcePlace(file, line), seen: Self.describe) { state in
            state.sleepers.values.count { sleeper in due.map { sleeper.deadline <= $0 } ?? true } >= count
        }
    }

    /// Waits until no task is sleeping.
    ///
    /// - Throws: ``WaitFailure`` if one still is; `CancellationError` if the waiting task is
    ///   cancelled.
    public func waitForNoSleepers(file: StaticString = #fileID, line: UInt = #line) async throws {
        try await state.wait(for: "no sleeping task", at: SourcePlace(file, line), seen: Self.describe) {
            $0.sleepers.isEmpty
        }
    }
}
