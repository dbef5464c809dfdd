public import CombineCompletion
public import Dispatch
import FreshetCore

/// A type-erased scheduler, so that a view model runs on the main queue in an app and on manual time in a test.
///
/// ```swift
/// let headlines = Loader(from: news, scheduler: .main) { .headlines }
/// let headlines = Loader(from: news, scheduler: clock.scheduler) { .headlines }  // ManualClock of FreshetTesting
/// ```
public struct AnyScheduler: Scheduler {
    /// A time of a scheduler: nanoseconds since a fixed moment of that scheduler.
    public struct Time: Strideable, Hashable, Sendable {
        /// The nanoseconds since a fixed moment of the scheduler.
        public let nanoseconds: Int

        /// Makes a time.
        public init(nanoseconds: Int) {
            self.nanoseconds = nanoseconds
        }

        /// Returns the interval to another time.
        public func distance(to other: Time) -> Interval { Interval(nanoseconds: other.nanoseconds - nanoseconds) }
        /// Returns the time after an interval.
        public func advanced(by interval: Interval) -> Time { Time(nanoseconds: nanoseconds + interval.magnitude) }
    }

    /// A length of time, in nanoseconds.
    public struct Interval: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, Hashable, Sendable {
        /// The length in nanoseconds.
        public var magnitude: Int

        /// Makes an interval of nanoseconds.
        public init(nanoseconds: Int) { magnitude = nanoseconds }
        /// Makes an interval of seconds.
        public init(integerLiteral seconds: Int) { self = .seconds(seconds) }
        /// Makes an interval of nanoseconds; `nil` if the number doesn't fit.
        public init?<T: BinaryInteger>(exactly nanoseconds: T) {
            guard let nanoseconds = Int(exactly: nanoseconds) else { return nil }
            magnitude = nanoseconds
        }

        /// Converts a duration, to the nanosecond. The interval is limited to 73 years in either
        /// direction, since a server may send any delay.
        public init(_ duration: Duration) {
            let limit = Duration.nanoseconds(Int.max / 4)
            let (seconds, attoseconds) = min(max(duration, .zero - limit), limit).components
            magnitude = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        }

        /// Returns an interval of seconds.
        public static func seconds(_ seconds: Int) -> Interval { Interval(nanoseconds: seconds * 1_000_000_000) }
        /// Returns an interval of seconds.
        public static func seconds(_ seconds: Double) -> Interval { Interval(nanoseconds: Int(seconds * 1e9)) }
        /// Returns an interval of milliseconds.
        public static func milliseconds(_ milliseconds: Int) -> Interval {
            Interval(nanoseconds: milliseconds * 1_000_000)
        }
        /// Returns an interval of microseconds.
        public static func microseconds(_ microseconds: Int) -> Interval { Interval(nanoseconds: microseconds * 1000) }
        /// Returns an interval of nanoseconds.
        public static func nanoseconds(_ nanoseconds: Int) -> Interval { Interval(nanoseconds: nanoseconds) }

        /// Compares two intervals.
        public static func < (first: Interval, second: Interval) -> Bool { first.magnitude < second.magnitude }
        /// Adds two intervals.
        public static func + (first: Interval, second: Interval) -> Interval {
            Interval(nanoseconds: first.magnitude + second.magnitude)
        }
        /// Subtracts an interval.
        public static func - (first: Interval, second: Interval) -> Interval {
            Interval(nanoseconds: first.magnitude - second.magnitude)
        }
        /// Multiplies two intervals, as numbers of nanoseconds.
        public static func * (first: Interval, second: Interval) -> Interval {
            Interval(nanoseconds: first.magnitude * second.magnitude)
        }
        /// Adds an interval.
        public static func += (first: inout Interval, second: Interval) { first = first + second }
        /// Subtracts an interval.
        public static func -= (first: inout Interval, second: Interval) { first = first - second }
        /// Multiplies by an interval, as a number of nanoseconds.
        public static func *= (first: inout Interval, second: Interval) { first = first * second }
    }

    /// The time of the scheduler.
    public typealias SchedulerTimeType = Time
    /// The scheduler has no options.
    public typealias SchedulerOptions = Never

    private let readTime: () -> Time
    private let runSoon: (@escaping () -> Void) -> Void
    private let runLater: (Interval, @escaping () -> Void) -> () -> Void
    private let repeats: (_ first: Interval, _ interval: Interval, @escaping () -> Void) -> any Cancellable

    /// Wraps a scheduler of another type, with its default options and tolerance.
    public init<S: Scheduler>(_ scheduler: S) {
        let origin = ContinuousClock.now
        func date(_ interval: Interval) -> S.SchedulerTimeType {
            scheduler.now.advanced(by: .nanoseconds(interval.magnitude))
        }
        // The distances of another scheduler can't be converted to numbers, so the time is measured
        // independently.
        readTime = { Time(nanoseconds: Interval(origin.duration(to: .now)).magnitude) }
        runSoon = { scheduler.schedule($0) }
        runLater = { interval, action in
            // A scheduler can't take back a single action, so a cancelled one is emptied instead.
            let pending = PendingAction(action)
            scheduler.schedule(after: date(interval)) { pending.run() }
            return { pending.cancel() }
        }
        repeats = { first, interval, action in
            scheduler.schedule(after: date(first), interval: .nanoseconds(interval.magnitude), action)
        }
    }

    /// Makes a scheduler from three functions, for example for manual time in tests.
    ///
    /// - Parameters:
    ///   - now: Returns the current time.
    ///   - soon: Runs an action as soon as possible, after earlier ones.
    ///   - later: Runs an action after an interval, and returns a function that cancels it.
    public init(
        now: @escaping () -> Time,
        soon: @escaping (@escaping () -> Void) -> Void,
        later: @escaping (Interval, @escaping () -> Void) -> () -> Void
    ) {
        readTime = now
        runSoon = soon
        runLater = later
        repeats = { first, interval, action in Repetition(first, interval, later, action) }
    }

    /// The scheduler of the main queue, which views use.
    public static var main: AnyScheduler { .queue(.main) }

    /// Returns the scheduler of a queue. The queue must be serial, or values would overtake each
    /// other.
    public static func queue(_ queue: DispatchQueue) -> AnyScheduler { AnyScheduler(queue) }

    /// A scheduler that runs every action immediately on the calling thread, for code without
    /// delays only.
    public static var immediate: AnyScheduler {
        AnyScheduler(
            now: { Time(nanoseconds: 0) }, soon: { $0() },
            later: { _, action in
                action()
                return {}
            })
    }

    /// The current time.
    public var now: Time { readTime() }
    /// The smallest tolerance, which is none.
    public var minimumTolerance: Interval { .zero }

    /// Runs an action as soon as possible.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        runSoon(action)
    }

    /// Runs an action at a time.
    public func schedule(after date: Time, tolerance: Interval, options: Never?, _ action: @escaping () -> Void) {
        _ = runLater(max(.zero, now.distance(to: date)), action)
    }

    /// Runs an action after an interval. Cancelling or releasing the returned handle before that prevents it.
    ///
    /// ```swift
    /// let hint = scheduler.wait(for: .seconds(2)) { show() }
    /// hint.cancel()
    /// ```
    public func wait(for interval: Interval, _ action: @escaping () -> Void) -> AnyCancellable {
        AnyCancellable(runLater(interval, action))
    }

    /// Runs an action repeatedly, starting at a time.
    public func schedule(
        after date: Time,
        interval: Interval,
        tolerance: Interval,
        options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        repeats(max(.zero, now.distance(to: date)), interval, action)
    }
}

private final class PendingAction {
    private let action: Lock<(() -> Void)?>

    init(_ action: @escaping () -> Void) {
        self.action = Lock(ofUnchecked: action)
    }

    func run() { take()?() }
    func cancel() { _ = take() }

    private func take() -> (() -> Void)? {
        action.withLock { action in
            defer { action = nil }
            return action
        }
    }
}

/// An action that repeats, each time after an interval since it last ran.
private final class Repetition: Cancellable {
    private let state = Lock<(isCancelled: Bool, takeBack: () -> Void)>(ofUnchecked: (false, {}))
    private let interval: AnyScheduler.Interval
    private let later: (AnyScheduler.Interval, @escaping () -> Void) -> () -> Void
    private let action: () -> Void

    init(
        _ first: AnyScheduler.Interval,
        _ interval: AnyScheduler.Interval,
        _ later: @escaping (AnyScheduler.Interval, @escaping () -> Void) -> () -> Void,
        _ action: @escaping () -> Void
    ) {
        self.interval = interval
        self.later = later
        self.action = action
        wait(first)
    }

    private func wait(_ interval: AnyScheduler.Interval) {
        let takeBack = later(interval) { [self] in
            guard !state.withLock({ $0.isCancelled }) else { return }
            action()
            wait(self.interval)
        }
        let isCancelled = state.withLock { state in
            state.takeBack = takeBack
            return state.isCancelled
        }
        // `cancel()` may have run before the new action was recorded, for example from within the last one.
        if isCancelled { takeBack() }
    }

    func cancel() {
        let takeBack = state.withLock { state in
            defer { state = (true, {}) }
            return state.takeBack
        }
        takeBack()
    }
}
