#if !canImport(Combine)
public import CombineOrOpenCombine

extension Publishers {
    /// A publisher that delivers on a scheduler, in the order in which values came, also on a concurrent queue.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are delivered.
        public let upstream: Upstream
        /// The scheduler on which they are delivered.
        public let scheduler: Context
        /// The options of the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher that delivers on a scheduler.
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                Rescheduler(subscriber) { [scheduler, options] in scheduler.schedule(options: options, $0) })
        }
    }

    /// A publisher that delivers a while later on a scheduler, in the order in which values came.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are delivered.
        public let upstream: Upstream
        /// How much later they are delivered, as is the end.
        public let interval: Context.SchedulerTimeType.Stride
        /// How much later still they may be delivered.
        public let tolerance: Context.SchedulerTimeType.Stride
        /// The scheduler on which they are delivered.
        public let scheduler: Context
        /// The options of the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher that delivers later.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride,
            tolerance: Context.SchedulerTimeType.Stride, scheduler: Context, options: Context.SchedulerOptions? = nil
        ) {
            self.upstream = upstream
            self.interval = interval
            self.tolerance = tolerance
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                Rescheduler(subscriber) { [interval, tolerance, scheduler, options] in
                    scheduler.schedule(
                        after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options, $0)
                })
        }
    }
}

extension Publisher {
    /// Delivers on a scheduler.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler.
    ///   - options: The options of the scheduler.
    public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> {
        .init(upstream: self, scheduler: scheduler, options: options)
    }

    /// Delivers a while later on a scheduler.
    ///
    /// - Parameters:
    ///   - interval: How much later.
    ///   - tolerance: How much later still. By default the scheduler's least.
    ///   - scheduler: The scheduler.
    ///   - options: The options of the scheduler.
    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, S> {
        .init(
            upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
            scheduler: scheduler, options: options)
    }
}

/// The subscription whose values a scheduler delivers.
private final class Rescheduler<Downstream: Subscriber>: Subscriber, Subscription {
    private let delivery: OrderedDelivery<Downstream>
    private let schedule: (@escaping () -> Void) -> Void
    private let upstream = Guarded<(any Subscription)?>(nil)

    init(_ downstream: Downstream, schedule: @escaping (@escaping () -> Void) -> Void) {
        delivery = OrderedDelivery(downstream)
        self.schedule = schedule
    }

    func receive(subscription: any Subscription) {
        upstream.withLock { $0 = subscription }
        delivery.downstream.receive(subscription: self)
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        delivery.append(input)
        schedule(release)
        return .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        upstream.withLock { $0 = nil }
        delivery.append(completion)
        schedule(release)
    }

    private func release() { delivery.release(request) }

    func request(_ demand: Subscribers.Demand) {
        upstream.withLock(\.self)?.request(demand)
    }

    func cancel() {
        delivery.cancel()
        upstream.withLock { $0.take() }?.cancel()
    }
}
#endif
