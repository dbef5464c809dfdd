#if !canImport(Combine)
public import CombineOrOpenCombine
import Foundation

extension Publishers {
    /// A publisher of the values of the newest publisher that another publisher has sent.
    ///
    /// A new publisher cancels the one before it, of which nothing is delivered any more. It finishes once both the
    /// outer publisher and the newest inner one have finished, and fails with the first failure of either. The outer
    /// publisher is asked for all it has; a new inner one for the demand that is left.
    public struct SwitchToLatest<NestedPublisher: Publisher, Upstream: Publisher>: Publisher
    where Upstream.Output == NestedPublisher, Upstream.Failure == NestedPublisher.Failure {
        /// The type of the values.
        public typealias Output = NestedPublisher.Output
        /// The type of the failure.
        public typealias Failure = NestedPublisher.Failure

        /// The publisher of publishers.
        public let upstream: Upstream

        /// Makes a publisher of the values of the newest publisher.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let switcher = Switcher<NestedPublisher, S>(subscriber)
            subscriber.receive(subscription: switcher)
            upstream.subscribe(switcher)
        }
    }
}

extension Publishers.SwitchToLatest: Equatable where Upstream: Equatable {}

extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// Sends the values of the newest publisher.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> { .init(upstream: self) }
}

extension Publisher where Output: Publisher, Failure == Never {
    /// Sends the values of the newest publisher, of which each may fail.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>> {
        setFailureType(to: Output.Failure.self).switchToLatest()
    }
}

extension Publisher where Output: Publisher, Failure == Never, Output.Failure == Never {
    /// Sends the values of the newest publisher.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> { .init(upstream: self) }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// Sends the values of the newest publisher, of which none fails.
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        >
    {
        map { $0.setFailureType(to: Failure.self) }.switchToLatest()
    }
}

/// The subscription to a publisher of publishers, and to the newest of them.
///
/// Values are delivered one at a time. Those that come during a delivery are delivered by its thread.
private final class Switcher<Nested: Publisher, Downstream: Subscriber>: Subscriber, Subscription
where Nested.Output == Downstream.Input, Nested.Failure == Downstream.Failure {
    private struct State {
        var downstream: Downstream?
        var outer: (any Subscription)?
        var inner: (any Subscription)?
        /// The number of the newest publisher; 0 before the first.
        var newest = 0
        var hasInner = false
        var hasOuter = true
        var failure: Downstream.Failure?
        var demand = Subscribers.Demand.none
        var waiting = ValueQueue<Nested.Output>()
        var isDelivering = false

        var subscriptions: [any Subscription] { [outer, inner].compactMap(\.self) }

        mutating func note(_ completion: Subscribers.Completion<Downstream.Failure>) {
            if case .failure(let error) = completion { failure = failure ?? error }
        }

        /// Takes what is to be delivered next. A failure overtakes the values that wait.
        mutating func next() -> Delivery? {
            guard let downstream else { return nil }
            if let failure { return .end(.failure(failure), end()) }
            if demand > .none, let value = waiting.popFirst() {
                demand -= 1
                return .value(value, downstream)
            }
            return hasOuter || hasInner || !waiting.isEmpty ? nil : .end(.finished, end())
        }

        /// Ends the subscriptions, and returns what has to be cancelled and released outside of the lock.
        mutating func end() -> State {
            defer {
                (downstream, outer, inner) = (nil, nil, nil)
                waiting = ValueQueue()
            }
            return self
        }
    }

    private enum Delivery {
        case value(Nested.Output, Downstream)
        case end(Subscribers.Completion<Downstream.Failure>, State)
    }

    private let state: Guarded<State>
    /// Held during a delivery. Only a switch waits for it, so that nothing of the publisher before is delivered after it.
    private let delivery = NSRecursiveLock()
    /// How long a switch waits at most: the subscriber, for its part, may wait for the switching thread.
    private static var patience: TimeInterval { 1 }

    init(_ downstream: Downstream) {
        state = Guarded(State(downstream: downstream))
    }

    // MARK: - Subscription

    func request(_ demand: Subscribers.Demand) {
        state.withLock { state in
            state.demand += demand
            return state.inner
        }?.request(demand)
    }

    func cancel() {
        let ended = state.withLock { $0.end() }
        for subscription in ended.subscriptions { subscription.cancel() }
    }

    // MARK: - The outer publisher

    func receive(subscription: any Subscription) {
        let isWanted = state.withLock { state in
            guard state.downstream != nil, state.outer == nil else { return false }
            state.outer = subscription
            return true
        }
        if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    func receive(_ nested: Nested) -> Subscribers.Demand {
        let (number, old) = state.withLock { state -> (Int?, (any Subscription)?) in
            guard state.downstream != nil else { return (nil, nil) }
            state.newest += 1
            state.hasInner = true
            state.waiting = ValueQueue()
            return (state.newest, state.inner.take())
        }
        guard let number else { return .none }
        if delivery.lock(before: Date(timeIntervalSinceNow: Self.patience)) { delivery.unlock() }
        old?.cancel()
        nested.subscribe(SwitcherSide(switcher: self, number: number))
        return .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        state.withLock { state in
            state.outer = nil
            state.hasOuter = false
            state.note(completion)
        }
        deliver()
    }

    // MARK: - The newest publisher

    fileprivate func receive(_ subscription: any Subscription, of number: Int) {
        let demand = state.withLock { state -> Subscribers.Demand? in
            guard state.downstream != nil, state.newest == number, state.inner == nil else { return nil }
            state.inner = subscription
            return state.demand
        }
        guard let demand else { return subscription.cancel() }
        if demand > .none { subscription.request(demand) }
    }

    fileprivate func receive(_ value: Nested.Output, of number: Int) -> Subscribers.Demand {
        let isWanted = state.withLock { state in
            guard state.downstream != nil, state.newest == number else { return false }
            state.waiting.append(value)
            return true
        }
        return isWanted ? deliver(sender: number) : .none
    }

    fileprivate func receive(_ completion: Subscribers.Completion<Downstream.Failure>, of number: Int) {
        state.withLock { state in
            guard state.newest == number else { return }
            state.inner = nil
            state.hasInner = false
            state.note(completion)
        }
        deliver()
    }

    // MARK: - The subscriber

    /// Delivers what is due, unless another call does so already.
    ///
    /// - Parameter sender: The number of the publisher whose value it is.
    /// - Returns: The further demand of that publisher: requesting would recurse once for each value.
    @discardableResult
    private func deliver(sender: Int? = nil) -> Subscribers.Demand {
        let isOurs = state.withLock { state in
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        guard isOurs else { return .none }
        var demandOfSender = Subscribers.Demand.none
        while delivery.withLock({ deliverNext(sender, &demandOfSender) }) {}
        return demandOfSender
    }

    /// Returns whether there was something to deliver.
    private func deliverNext(_ sender: Int?, _ demandOfSender: inout Subscribers.Demand) -> Bool {
        let next = state.withLock { state in
            let next = state.next()
            state.isDelivering = next != nil
            return next
        }
        switch next {
        case .value(let value, let downstream):
            let more = downstream.receive(value)
            guard more > .none else { return true }
            let (isOfSender, inner) = state.withLock { state in
                state.demand += more
                return (state.newest == sender, state.inner)
            }
            if isOfSender { demandOfSender += more } else { inner?.request(more) }
        case .end(let completion, let ended):
            for subscription in ended.subscriptions { subscription.cancel() }
            ended.downstream?.receive(completion: completion)
        case nil: return false
        }
        return true
    }
}

/// The subscriber of one of the publishers.
private struct SwitcherSide<Nested: Publisher, Downstream: Subscriber>: Subscriber
where Nested.Output == Downstream.Input, Nested.Failure == Downstream.Failure {
    let combineIdentifier = CombineIdentifier()
    let switcher: Switcher<Nested, Downstream>
    let number: Int

    func receive(subscription: any Subscription) { switcher.receive(subscription, of: number) }
    func receive(_ input: Nested.Output) -> Subscribers.Demand { switcher.receive(input, of: number) }
    func receive(completion: Subscribers.Completion<Nested.Failure>) { switcher.receive(completion, of: number) }
}
#endif
