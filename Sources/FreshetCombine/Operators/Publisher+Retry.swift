public import CombineCompletion
public import FreshetCore

extension Publisher {
    /// Subscribes again after failures, following a retry policy.
    ///
    /// ```swift
    /// news.publisher(for: .headlines).retry(RetryPolicy(attempts: 4), scheduler: DispatchQueue.main)
    /// ```
    ///
    /// A client's publisher already retries by itself. This operator repeats all of its attempts: 3
    /// times 3 attempts make 9.
    ///
    /// Values are passed on as they arrive. Demand that one attempt didn't satisfy is passed to the
    /// next one. A cancellation also ends a delay.
    ///
    /// - Parameters:
    ///   - policy: The number of attempts, the delays, and the errors that are retried.
    ///   - scheduler: The scheduler that waits and then subscribes again. Tests pass a manual one.
    public func retry<Context: Scheduler>(
        _ policy: RetryPolicy,
        scheduler: Context
    ) -> Publishers.RetryByPolicy<Self, Context> {
        Publishers.RetryByPolicy(upstream: self, policy: policy, scheduler: scheduler)
    }
}

extension Publishers {
    /// A publisher that resubscribes to another one after failures, following a retry policy.
    public struct RetryByPolicy<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        let upstream: Upstream
        let policy: RetryPolicy
        let scheduler: Context

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let attempts = Attempts(subscriber, upstream, policy, scheduler)
            subscriber.receive(subscription: attempts)
            attempts.begin()
        }
    }
}

private final class Attempts<Upstream: Publisher, Context: Scheduler, Downstream: Subscriber>: Subscription
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    private struct State {
        var downstream: Downstream?
        var upstream: (any Subscription)?
        var attempt = 0
        var demand = Subscribers.Demand.none
    }

    private let state: Lock<State>
    private let publisher: Upstream
    private let policy: RetryPolicy
    private let scheduler: Context

    init(_ downstream: Downstream, _ publisher: Upstream, _ policy: RetryPolicy, _ scheduler: Context) {
        state = Lock(ofUnchecked: State(downstream: downstream))
        self.publisher = publisher
        self.policy = policy
        self.scheduler = scheduler
    }

    func begin() {
        let attempt = state.withLock { state -> Int? in
            guard state.downstream != nil else { return nil }
            state.attempt += 1
            return state.attempt
        }
        if let attempt { publisher.subscribe(Side(number: attempt, attempts: self)) }
    }

    func request(_ demand: Subscribers.Demand) {
        let upstream = state.withLock { state in
            state.demand += demand
            return state.upstream
        }
        upstream?.request(demand)
    }

    func cancel() {
        let ended = end()
        ended.upstream?.cancel()
    }

    private func end() -> State {
        state.withLock { state in
            defer {
                state.downstream = nil
                state.upstream = nil
            }
            return state
        }
    }

    private func failed(_ error: Upstream.Failure, attempt: Int) {
        guard let delay = policy.delay(after: attempt, error) else {
            end().downstream?.receive(completion: .failure(error))
            return
        }
        // Otherwise the subscription of the next attempt would be taken for a second one, and cancelled.
        state.withLock { $0.upstream = nil }
        let nanoseconds = AnyScheduler.Interval(delay).magnitude
        // The delay retains this object, since the subscriber may not, and releases it when it
        // ends.
        scheduler.schedule(after: scheduler.now.advanced(by: .nanoseconds(nanoseconds))) { [self] in begin() }
    }

    private struct Side: Subscriber {
        typealias Input = Upstream.Output
        typealias Failure = Upstream.Failure

        let combineIdentifier = CombineIdentifier()
        let number: Int
        let attempts: Attempts

        func receive(subscription: any Subscription) {
            let demand = attempts.state.withLock { state -> Subscribers.Demand? in
                guard state.downstream != nil, state.attempt == number, state.upstream == nil else { return nil }
                state.upstream = subscription
                return state.demand
            }
            guard let demand else { return subscription.cancel() }
            if demand > .none { subscription.request(demand) }
        }

        func receive(_ value: Input) -> Subscribers.Demand {
            let downstream = attempts.state.withLock { state -> Downstream? in
                guard state.attempt == number, state.demand > .none else { return nil }
                state.demand -= 1
                return state.downstream
            }
            guard let downstream else { return .none }
            let more = downstream.receive(value)
            attempts.state.withLock { $0.demand += more }
            return more
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            guard attempts.state.withLock({ $0.attempt == number && $0.downstream != nil }) else { return }
            switch completion {
            case .finished: attempts.end().downstream?.receive(completion: .finished)
            case .failure(let error): attempts.failed(error, attempt: number)
            }
        }
    }
}
