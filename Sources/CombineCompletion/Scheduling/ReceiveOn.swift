#if !canImport(Combine)
public import CombineOrOpenCombine

extension Publishers {
    /// A publisher that delivers values on a scheduler in the order of their arrival, even on a
    /// concurrent queue.
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

        /// Makes a publisher that delivers values on a scheduler.
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
}

extension Publisher {
    /// Delivers values on a scheduler.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler.
    ///   - options: The options of the scheduler.
    public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> {
        .init(upstream: self, scheduler: scheduler, options: options)
    }
}
#endif
