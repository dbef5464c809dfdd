#if !canImport(Combine)
public import CombineOrOpenCombine
import Foundation

extension Publishers {
    /// A publisher of the values of the newest publisher that an outer publisher has sent.
    ///
    /// A new inner publisher cancels the previous one, from which nothing more is delivered. It
    /// finishes once both the outer publisher and the newest inner one have finished, and fails
    /// with the first failure of either. The outer publisher is asked for everything it has, and a
    /// new inner one for the remaining demand.
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
    /// Sends the values of the newest publisher. Each inner publisher may fail.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>> {
        setFailureType(to: Output.Failure.self).switchToLatest()
    }
}

extension Publisher where Output: Publisher, Failure == Never, Output.Failure == Never {
    /// Sends the values of the newest publisher.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> { .init(upstream: self) }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// Sends the values of the newest publisher. No inner publisher fails.
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
/// Values are delivered one at a time. Values that arrive during a delivery are delivered by its
/// thread.
///
/// Its state consists of properties instead of a value in a `Guarded`: copying generic values would
/// make each delivered value take several times as long.
private final class Switcher<Nested: Publisher, Downstream: Subscriber>: Subscriber, Subscription
where Nested.Output == Downstream.Input, Nested.Failure == Downstream.Failure {
    private let lock = NSCondition()
    private let downstream: Downstream
    private var outer: (any Subscription)?
    private var inner: (any Subscription)?
    /// The number of the newest publisher; 0 before the first.
    private var newest = 0
    private var hasInner = false
    private var hasOuter = true
    private var failure: Downstream.Failure?
    private var hasFailed = false
    private var demand = Subscribers.Demand.none
    private var waiting = ValueQueue<Nested.Output>()
    private var isDelivering = false
    /// Whether the end was delivered, or it was cancelled.
    private var isOver = false

    /// The thread on which the subscriber is called.
    private var calling: pthread_t?
    /// The number of calls of the subscriber that have returned.
    private var calls = 0
    /// The number of switches that wait until a call returns, so that nothing from the previous
    /// publisher is delivered after them.
    private var waitingSwitches = 0
    /// The longest time that a switch waits, in seconds: the subscriber may itself be waiting for
    /// the switching thread.
    private static var patience: TimeInterval { 1 }

    init(_ downstream: Downstream) {
        self.downstream = downstream
    }

    // MARK: - Subscription

    func request(_ demand: Subscribers.Demand) {
        lock.lock()
        self.demand += demand
        let inner = inner
        lock.unlock()
        inner?.request(demand)
    }

    func cancel() {
        lock.lock()
        // Releasing values may run other code, so they are released outside the lock.
        let (dropped, outer, inner) = (waiting, outer.take(), inner.take())
        isOver = true
        waiting = ValueQueue()
        lock.unlock()
        withExtendedLifetime(dropped) {}
        outer?.cancel()
        inner?.cancel()
    }

    // MARK: - The outer publisher

    func receive(subscription: any Subscription) {
        let isWanted = lock.withLock {
            guard !isOver, outer == nil else { return false }
            outer = subscription
            return true
        }
        if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    func receive(_ nested: Nested) -> Subscribers.Demand {
        lock.lock()
        guard !isOver else {
            lock.unlock()
            return .none
        }
        newest += 1
        hasInner = true
        let (number, old, dropped) = (newest, inner.take(), waiting)
        if !dropped.isEmpty { waiting = ValueQueue() }
        // Not on the thread that is calling the subscriber: it would wait for itself.
        if let calling, pthread_equal(calling, pthread_self()) == 0 { waitForCall() }
        lock.unlock()
        withExtendedLifetime(dropped) {}
        old?.cancel()
        nested.subscribe(SwitcherSide(switcher: self, number: number))
        return .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        lock.lock()
        defer { lock.unlock() }
        outer = nil
        hasOuter = false
        note(completion)
    }

    // MARK: - The newest publisher

    fileprivate func receive(_ subscription: any Subscription, of number: Int) {
        let demand = lock.withLock { () -> Subscribers.Demand? in
            guard !isOver, newest == number, inner == nil else { return nil }
            inner = subscription
            return self.demand
        }
        guard let demand else { return subscription.cancel() }
        if demand > .none { subscription.request(demand) }
    }

    /// Returns the further demand for the publisher: requesting it would recurse once per value.
    fileprivate func receive(_ value: Nested.Output, of number: Int) -> Subscribers.Demand {
        lock.lock()
        defer { lock.unlock() }
        guard !isOver, newest == number else { return .none }
        guard !isDelivering else {
            waiting.append(value)
            return .none
        }
        isDelivering = true
        defer { isDelivering = false }
        let more = deliver(value)
        let isNewest = newest == number
        if !isNewest { request(more, of: inner) }
        while !isOver, !hasFailed, demand > .none, let next = waiting.popFirst() {
            request(deliver(next.value), of: inner)
        }
        endIfOver()
        return isNewest ? more : .none
    }

    fileprivate func receive(_ completion: Subscribers.Completion<Downstream.Failure>, of number: Int) {
        lock.lock()
        defer { lock.unlock() }
        guard newest == number else { return }
        inner = nil
        hasInner = false
        note(completion)
    }

    // MARK: - The subscriber, with the lock held

    /// Delivers a value without the lock.
    private func deliver(_ value: Nested.Output) -> Subscribers.Demand {
        demand -= 1
        calling = pthread_self()
        lock.unlock()
        let more = downstream.receive(value)
        lock.lock()
        calling = nil
        calls += 1
        if waitingSwitches > 0 { lock.broadcast() }
        demand += more
        return more
    }

    /// Waits until the running call of the subscriber has returned.
    private func waitForCall() {
        let (call, deadline) = (calls, Date(timeIntervalSinceNow: Self.patience))
        waitingSwitches += 1
        while calls == call, lock.wait(until: deadline) {}
        waitingSwitches -= 1
    }

    private func request(_ demand: Subscribers.Demand, of subscription: (any Subscription)?) {
        guard demand > .none, let subscription else { return }
        lock.unlock()
        subscription.request(demand)
        lock.lock()
    }

    private func note(_ completion: Subscribers.Completion<Downstream.Failure>) {
        if case .finished = completion {} else { noteFailure(completion) }
        if !isDelivering { endIfOver() }
    }

    private func noteFailure(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard !hasFailed, case .failure(let error) = completion else { return }
        failure = error
        hasFailed = true
    }

    /// A failure overtakes waiting values.
    private func endIfOver() {
        if !isOver, hasFailed || !hasOuter && !hasInner && waiting.isEmpty { end() }
    }

    /// Separate from the check, since the types that an end needs are looked up where the function
    /// begins.
    private func end() {
        let (outer, inner) = (outer.take(), inner.take())
        isOver = true
        lock.unlock()
        outer?.cancel()
        inner?.cancel()
        downstream.receive(completion: failure.map { .failure($0) } ?? .finished)
        lock.lock()
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
