#if !canImport(Combine)
public import CombineOrOpenCombine
import Foundation

extension Publishers {
    /// A publisher of the values of publishers that are made from each value of another publisher.
    ///
    /// It finishes once the outer publisher and all that were made have finished, and fails with
    /// the first failure of any. Without demand, one value of each publisher waits.
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        /// The type of the values.
        public typealias Output = NewPublisher.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The publisher from whose values publishers are made.
        public let upstream: Upstream
        /// The maximum number of publishers at a time.
        public let maxPublishers: Subscribers.Demand
        /// Makes a publisher from a value.
        public let transform: (Upstream.Output) -> NewPublisher

        /// Makes a publisher of the values of publishers.
        public init(
            upstream: Upstream, maxPublishers: Subscribers.Demand,
            transform: @escaping (Upstream.Output) -> NewPublisher
        ) {
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let flattener = Flattener(subscriber, maxPublishers, transform)
            subscriber.receive(subscription: flattener)
            upstream.subscribe(flattener)
        }
    }
}

extension Publisher {
    /// Sends the values of the publishers that are made from each value.
    ///
    /// ```swift
    /// ids.flatMap(maxPublishers: .max(2)) { theatre.publisher(for: .play($0)) }
    /// ```
    ///
    /// - Parameters:
    ///   - maxPublishers: The maximum number of publishers at a time. By default, any number.
    ///   - transform: Makes a publisher from a value.
    public func flatMap<Result, Child: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> Child
    ) -> Publishers.FlatMap<Child, Self> where Result == Child.Output, Failure == Child.Failure {
        .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }

    /// Sends the values of the publishers that are made from each value, and which never fail.
    ///
    /// - Parameters:
    ///   - maxPublishers: The maximum number of publishers at a time. By default, any number.
    ///   - transform: Makes a publisher from a value.
    public func flatMap<Child: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> Child
    ) -> Publishers.FlatMap<Publishers.SetFailureType<Child, Failure>, Self> where Child.Failure == Never {
        flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Sends the values of the publishers that are made from each value, and which may fail.
    ///
    /// - Parameters:
    ///   - maxPublishers: The maximum number of publishers at a time. By default, any number.
    ///   - transform: Makes a publisher from a value.
    public func flatMap<Child: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> Child
    ) -> Publishers.FlatMap<Child, Publishers.SetFailureType<Self, Child.Failure>> {
        setFailureType(to: Child.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
    }

    /// Sends the values of the publishers that are made from each value. None of them fails.
    ///
    /// - Parameters:
    ///   - maxPublishers: The maximum number of publishers at a time. By default, any number.
    ///   - transform: Makes a publisher from a value.
    public func flatMap<Child: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> Child
    ) -> Publishers.FlatMap<Child, Self> where Child.Failure == Never {
        .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}

/// The subscription to the publishers that are made from values.
///
/// Values are delivered one at a time. Values that arrive during a delivery, or without demand,
/// wait, and their publisher is asked for the next one once they are delivered. With unlimited
/// demand, each publisher is asked for everything it has.
private final class Flattener<Input, Child: Publisher, Downstream: Subscriber>: Subscriber, Subscription
where Child.Output == Downstream.Input, Child.Failure == Downstream.Failure {
    typealias Failure = Downstream.Failure

    private let lock = NSLock()
    private let downstream: Downstream
    private let maxPublishers: Subscribers.Demand
    private let transform: (Input) -> Child
    private var outer: (any Subscription)?
    private var hasOuter = true
    private var children: [Int: any Subscription] = [:]
    /// The number of publishers that have not ended.
    private var open = 0
    private var newest = 0
    private var failure: Downstream.Failure?
    private var hasFailed = false
    private var demand = Subscribers.Demand.none
    private var waiting = ValueQueue<Child.Output>()
    private var isDelivering = false
    /// Whether the end was delivered, or it was cancelled.
    private var isOver = false

    init(_ downstream: Downstream, _ maxPublishers: Subscribers.Demand, _ transform: @escaping (Input) -> Child) {
        self.downstream = downstream
        self.maxPublishers = maxPublishers
        self.transform = transform
    }

    // MARK: - Subscription

    func request(_ demand: Subscribers.Demand) {
        lock.lock()
        defer { lock.unlock() }
        guard !isOver else { return }
        add(demand)
        deliverWaiting()
    }

    func cancel() {
        lock.lock()
        // Releasing values may run other code, so they are released outside the lock.
        let (dropped, outer, children) = (waiting, outer.take(), children)
        isOver = true
        waiting = ValueQueue()
        self.children = [:]
        lock.unlock()
        withExtendedLifetime(dropped) {}
        outer?.cancel()
        for child in children.values { child.cancel() }
    }

    // MARK: - The outer publisher

    func receive(subscription: any Subscription) {
        let isWanted = lock.withLock {
            guard !isOver, outer == nil else { return false }
            outer = subscription
            return true
        }
        if isWanted { subscription.request(maxPublishers) } else { subscription.cancel() }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        guard !isOver, !hasFailed else {
            lock.unlock()
            return .none
        }
        newest += 1
        open += 1
        let number = newest
        lock.unlock()
        transform(input).subscribe(FlattenerSide(flattener: self, number: number))
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        defer { lock.unlock() }
        outer = nil
        hasOuter = false
        note(completion)
    }

    // MARK: - The publishers that were made

    fileprivate func receive(_ subscription: any Subscription, of number: Int) {
        let first = lock.withLock { () -> Subscribers.Demand? in
            guard !isOver, !hasFailed, children[number] == nil else { return nil }
            children[number] = subscription
            return demand == .unlimited ? .unlimited : .max(1)
        }
        if let first { subscription.request(first) } else { subscription.cancel() }
    }

    /// Returns the further demand for the publisher: requesting it would recurse once per value.
    fileprivate func receive(_ value: Child.Output, of number: Int) -> Subscribers.Demand {
        lock.lock()
        defer { lock.unlock() }
        guard !isOver, !hasFailed else { return .none }
        guard !isDelivering, demand > .none, waiting.isEmpty else {
            waiting.append(value, of: number)
            return .none
        }
        let hadAll = demand == .unlimited
        isDelivering = true
        deliver(value)
        isDelivering = false
        deliverWaiting()
        // With unlimited demand, it has already been asked for everything it has.
        return hadAll || demand == .unlimited || isOver ? .none : .max(1)
    }

    fileprivate func receive(_ completion: Subscribers.Completion<Failure>, of number: Int) {
        lock.lock()
        defer { lock.unlock() }
        guard !isOver else { return }
        open -= 1
        children[number] = nil
        note(completion)
        if !isOver, !hasFailed, maxPublishers != .unlimited { request(.max(1), of: outer) }
    }

    // MARK: - The subscriber, with the lock held

    /// Adds demand. Once it is unlimited, each publisher is asked for everything it has.
    private func add(_ more: Subscribers.Demand) {
        guard more > .none, demand != .unlimited else { return }
        demand += more
        if demand == .unlimited { askChildrenForAll() }
    }

    private func askChildrenForAll() {
        let children = Array(children.values)
        lock.unlock()
        for child in children { child.request(.unlimited) }
        lock.lock()
    }

    /// Delivers a value without the lock.
    private func deliver(_ value: Child.Output) {
        demand -= 1
        lock.unlock()
        let more = downstream.receive(value)
        lock.lock()
        add(more)
    }

    private func deliverWaiting() {
        guard !isDelivering else { return }
        isDelivering = true
        while !isOver, !hasFailed, demand > .none, let next = waiting.popFirst() {
            deliver(next.value)
            if demand != .unlimited { request(.max(1), of: children[next.source]) }
        }
        isDelivering = false
        endIfOver()
    }

    private func request(_ demand: Subscribers.Demand, of subscription: (any Subscription)?) {
        guard let subscription else { return }
        lock.unlock()
        subscription.request(demand)
        lock.lock()
    }

    private func note(_ completion: Subscribers.Completion<Failure>) {
        if case .finished = completion {} else { noteFailure(completion) }
        if !isDelivering { endIfOver() }
    }

    private func noteFailure(_ completion: Subscribers.Completion<Failure>) {
        guard !hasFailed, case .failure(let error) = completion else { return }
        failure = error
        hasFailed = true
    }

    /// A failure overtakes waiting values.
    private func endIfOver() {
        if !isOver, hasFailed || !hasOuter && open == 0 && waiting.isEmpty { end() }
    }

    /// Separate from the check, since the types that an end needs are looked up where the function
    /// begins.
    private func end() {
        let (outer, children) = (outer.take(), children)
        isOver = true
        self.children = [:]
        lock.unlock()
        outer?.cancel()
        for child in children.values { child.cancel() }
        downstream.receive(completion: failure.map { .failure($0) } ?? .finished)
        lock.lock()
    }
}

/// The subscriber of one of the publishers that were made.
private struct FlattenerSide<Input, Child: Publisher, Downstream: Subscriber>: Subscriber
where Child.Output == Downstream.Input, Child.Failure == Downstream.Failure {
    let combineIdentifier = CombineIdentifier()
    let flattener: Flattener<Input, Child, Downstream>
    let number: Int

    func receive(subscription: any Subscription) { flattener.receive(subscription, of: number) }
    func receive(_ input: Child.Output) -> Subscribers.Demand { flattener.receive(input, of: number) }
    func receive(completion: Subscribers.Completion<Child.Failure>) { flattener.receive(completion, of: number) }
}
#endif
