#if !canImport(Combine)
public import CombineOrOpenCombine

extension Publishers {
    /// A publisher of each value that no other followed for a while.
    ///
    /// It requests values without limit, and drops a value that is due without demand. The
    /// completion is delivered immediately, and drops a waiting value.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are delivered.
        public let upstream: Upstream
        /// The time in which no other value may arrive.
        public let dueTime: Context.SchedulerTimeType.Stride
        /// The scheduler on which values are delivered.
        public let scheduler: Context
        /// The options of the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher of values that no other followed for a while.
        public init(
            upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Debouncer(subscriber, self))
        }
    }
}

extension Publisher {
    /// Delivers a value once no other has arrived for a while.
    ///
    /// ```swift
    /// $text
    ///     .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
    ///     .assign(to: &$query)
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: The time in which no other value may arrive.
    ///   - scheduler: The scheduler on which values are delivered.
    ///   - options: The options of the scheduler.
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> {
        .init(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }
}

private final class Debouncer<Upstream: Publisher, Context: Scheduler, Downstream: Subscriber>: Subscriber,
    Subscription
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    typealias Input = Upstream.Output
    typealias Failure = Upstream.Failure

    private struct State {
        var upstream: (any Subscription)?
        var demand = Subscribers.Demand.none
        var value: Input?
        /// The number of the newest value.
        var number = 0
        var timer: (any Cancellable)?
    }

    private let rule: Publishers.Debounce<Upstream, Context>
    private let delivery: OrderedDelivery<Downstream>
    private let state = Guarded(State())

    init(_ downstream: Downstream, _ rule: Publishers.Debounce<Upstream, Context>) {
        self.rule = rule
        delivery = OrderedDelivery(downstream)
    }

    func receive(subscription: any Subscription) {
        state.withLock { $0.upstream = subscription }
        delivery.downstream.receive(subscription: self)
        subscription.request(.unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let (number, old) = state.withLock { state in
            state.number += 1
            state.value = input
            return (state.number, state.timer.take())
        }
        old?.cancel()
        // A scheduler returns a way to cancel only for a repeated action.
        let timer = rule.scheduler.schedule(
            after: rule.scheduler.now.advanced(by: rule.dueTime), interval: rule.dueTime,
            tolerance: rule.scheduler.minimumTolerance, options: rule.options
        ) { self.deliver(number) }
        let isWanted = state.withLock { state in
            guard state.number == number, state.value != nil else { return false }
            state.timer = timer
            return true
        }
        // The scheduler may have run the action, or another value may have arrived, before the timer was
        // recorded.
        if !isWanted { timer.cancel() }
        return .none
    }

    private func deliver(_ number: Int) {
        let (value, timer) = state.withLock { state -> (Input?, (any Cancellable)?) in
            guard state.number == number, let value = state.value.take() else { return (nil, nil) }
            guard state.demand > .none else { return (nil, state.timer.take()) }
            state.demand -= 1
            delivery.append(value)
            return (value, state.timer.take())
        }
        timer?.cancel()
        if value != nil { delivery.release(request) }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        clear()
        delivery.append(completion)
        rule.scheduler.schedule(options: rule.options) { self.delivery.release(self.request) }
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.demand += demand }
    }

    func cancel() {
        delivery.cancel()
        clear()?.cancel()
    }

    /// Drops the waiting value, and returns the subscription.
    @discardableResult
    private func clear() -> (any Subscription)? {
        let old = state.withLock { state in
            defer { (state.upstream, state.value, state.timer) = (nil, nil, nil) }
            return state
        }
        old.timer?.cancel()
        return old.upstream
    }
}
#endif
