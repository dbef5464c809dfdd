#if !canImport(Combine)
public import CombineOrOpenCombine

extension Publishers {
    /// A publisher that delivers nothing after it was cancelled.
    ///
    /// OpenCombine's `receive(on:)`, `delay` and `debounce` still deliver scheduled values if they are cancelled
    /// after the completion of their source. Combine does not.
    public struct SilentAfterCancel<Upstream: Publisher>: Publisher {
        /// The type of the values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are delivered.
        public let upstream: Upstream

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(CancelGate(subscriber))
        }
    }
}

extension Publisher {
    // Without default arguments, these take precedence over OpenCombine's own operators.

    /// Delivers on a scheduler, and nothing after a cancellation.
    public func receive<S: Scheduler>(on scheduler: S) -> Publishers.SilentAfterCancel<Publishers.ReceiveOn<Self, S>> {
        Publishers.SilentAfterCancel(upstream: receive(on: scheduler, options: nil))
    }

    /// Delivers later on a scheduler, and nothing after a cancellation.
    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S
    ) -> Publishers.SilentAfterCancel<Publishers.Delay<Self, S>> {
        Publishers.SilentAfterCancel(upstream: delay(for: interval, scheduler: scheduler, options: nil))
    }

    /// Delivers the newest value once no other has come for a while, and nothing after a cancellation.
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S
    ) -> Publishers.SilentAfterCancel<Publishers.Debounce<Self, S>> {
        Publishers.SilentAfterCancel(upstream: debounce(for: dueTime, scheduler: scheduler, options: nil))
    }
}

private final class CancelGate<Downstream: Subscriber>: Subscriber, Subscription {
    private struct State {
        var downstream: Downstream?
        var upstream: (any Subscription)?
    }

    private let state: Guarded<State>

    init(_ downstream: Downstream) {
        state = Guarded(State(downstream: downstream))
    }

    func receive(subscription: any Subscription) {
        let downstream = state.withLock { state in
            state.upstream = subscription
            return state.downstream
        }
        downstream?.receive(subscription: self)
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        state.withLock { $0.downstream }?.receive(input) ?? .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        clear().downstream?.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.upstream }?.request(demand)
    }

    func cancel() {
        clear().upstream?.cancel()
    }

    /// Releasing values may run other code, so they are released outside of the lock.
    private func clear() -> State {
        state.withLock { state in
            defer { state = State() }
            return state
        }
    }
}
#endif
