#if !canImport(Combine)
public import CombineOrOpenCombine
import Foundation

extension Publishers {
    /// The rule that determines when collected values are sent.
    public enum TimeGroupingStrategy<Context: Scheduler> {
        /// At the end of every interval.
        case byTime(Context, Context.SchedulerTimeType.Stride)
        /// At the end of every interval, and whenever this many values were collected.
        case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }

    /// A publisher of arrays of the values that arrived within an interval of time.
    ///
    /// It requests values without limit and sends an array only on demand; values are kept until
    /// then. An interval without values sends nothing. The values of the last interval are sent
    /// before the completion, or dropped if that is a failure.
    public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the values.
        public typealias Output = [Upstream.Output]
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are collected.
        public let upstream: Upstream
        /// The rule that determines when arrays are sent.
        public let strategy: TimeGroupingStrategy<Context>
        /// The options of the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher that collects values.
        public init(upstream: Upstream, strategy: TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.strategy = strategy
            self.options = options
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(TimedCollector(subscriber, strategy, options))
        }
    }
}

extension Publisher {
    /// Collects values by time, or by time and number, into arrays.
    public func collect<S: Scheduler>(
        _ strategy: Publishers.TimeGroupingStrategy<S>,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.CollectByTime<Self, S> {
        .init(upstream: self, strategy: strategy, options: options)
    }
}

private final class TimedCollector<Input, Downstream: Subscriber, Context: Scheduler>: Subscriber, Subscription
where Downstream.Input == [Input] {
    typealias Failure = Downstream.Failure

    private struct State {
        var downstream: Downstream?
        var upstream: (any Subscription)?
        var timer: (any Cancellable)?
        var values: [Input] = []
        var demand = Subscribers.Demand.none
    }

    private let state: Guarded<State>
    // Recursive, since a subscriber may request more from within a delivery.
    private let delivery = NSRecursiveLock()
    private let scheduler: Context
    private let interval: Context.SchedulerTimeType.Stride
    private let count: Int?
    private let options: Context.SchedulerOptions?

    init(
        _ downstream: Downstream,
        _ strategy: Publishers.TimeGroupingStrategy<Context>,
        _ options: Context.SchedulerOptions?
    ) {
        state = Guarded(State(downstream: downstream))
        switch strategy {
        case .byTime(let scheduler, let interval): (self.scheduler, self.interval, count) = (scheduler, interval, nil)
        case .byTimeOrCount(let scheduler, let interval, let count):
            (self.scheduler, self.interval, self.count) = (scheduler, interval, count)
        }
        self.options = options
    }

    func receive(subscription: any Subscription) {
        let downstream = state.withLock { state -> Downstream? in
            guard state.upstream == nil, let downstream = state.downstream else { return nil }
            state.upstream = subscription
            return downstream
        }
        guard let downstream else { return subscription.cancel() }
        downstream.receive(subscription: self)
        let timer = scheduler.schedule(
            after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
            options: options
        ) { [weak self] in
            self?.send(atLeast: 1)
        }
        let isWanted = state.withLock { state in
            guard state.downstream != nil else { return false }
            state.timer = timer
            return true
        }
        guard isWanted else { return timer.cancel() }
        subscription.request(.unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let isFull = state.withLock { state in
            guard state.downstream != nil else { return false }
            state.values.append(input)
            return count.map { state.values.count >= $0 } ?? false
        }
        if isFull { send(atLeast: 1) }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        delivery.withLock {
            if case .finished = completion { send(atLeast: 1) }
            let ended = state.withLock { Self.end(&$0) }
            ended.timer?.cancel()
            ended.downstream?.receive(completion: completion)
        }
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.demand += demand }
        if let count { send(atLeast: count) }
    }

    func cancel() {
        let ended = state.withLock { Self.end(&$0) }
        ended.timer?.cancel()
        ended.upstream?.cancel()
    }

    private func send(atLeast minimum: Int) {
        delivery.withLock {
            let (values, downstream) = state.withLock { state -> ([Input], Downstream?) in
                guard state.demand > .none, state.values.count >= minimum else { return ([], nil) }
                state.demand -= 1
                defer { state.values = [] }
                return (state.values, state.downstream)
            }
            guard let downstream else { return }
            let more = downstream.receive(values)
            state.withLock { $0.demand += more }
        }
    }

    private static func end(_ state: inout State) -> State {
        defer { state = State() }
        return state
    }
}
#endif
