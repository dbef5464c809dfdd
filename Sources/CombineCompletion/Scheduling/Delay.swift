#if !canImport(Combine)
public import CombineOrOpenCombine

extension Publishers {
    /// A publisher that delivers values later on a scheduler, in the order of their arrival.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are delivered.
        public let upstream: Upstream
        /// The delay of the values and of the completion.
        public let interval: Context.SchedulerTimeType.Stride
        /// The tolerance, by which they may be delivered even later.
        public let tolerance: Context.SchedulerTimeType.Stride
        /// The scheduler on which they are delivered.
        public let scheduler: Context
        /// The options of the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher that delivers values later.
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
    /// Delivers values later on a scheduler.
    ///
    /// - Parameters:
    ///   - interval: The delay.
    ///   - tolerance: The tolerance, by which values may be delivered even later. By default, it is
    ///     the scheduler's smallest one.
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
#endif
