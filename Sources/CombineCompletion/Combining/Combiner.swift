import CombineOrOpenCombine
import Foundation

/// The values of several publishers, and the rule for combining them.
package protocol CombinedValues {
    associatedtype Combined

    mutating func next() -> Combined?
    /// Removes the combined values that arrived without demand.
    mutating func skip()
    mutating func finish(_ index: Int)
    var isOver: Bool { get }
    /// Returns the demand to request from a publisher after a request or a value.
    ///
    /// - Parameters:
    ///   - added: The demand that the subscriber just added.
    ///   - total: The remaining demand, including the added one.
    mutating func demand(of index: Int, added: Subscribers.Demand, total: Subscribers.Demand) -> Subscribers.Demand
}

extension CombinedValues {
    /// Passes the demand on to every publisher.
    package func demand(
        of index: Int, added: Subscribers.Demand, total: Subscribers.Demand
    ) -> Subscribers.Demand { added }
}

/// A subscription to several publishers that combines their values.
///
/// Values are delivered one at a time, without a lock held: the delivering thread continues with
/// values that other threads or the subscriber itself add meanwhile. A failure overtakes waiting
/// values.
///
/// Its state consists of properties instead of a value in a `Guarded`: copying generic values would
/// make each delivered value take several times as long.
package final class Combiner<Values: CombinedValues, Downstream: Subscriber>: Subscription
where Downstream.Input == Values.Combined {
    private let lock = NSLock()
    private let downstream: Downstream
    private var values: Values
    private var subscriptions: [(any Subscription)?]
    private var demand = Subscribers.Demand.none
    private var failure: Downstream.Failure?
    private var hasFailed = false
    private var isDelivering = false
    /// Whether the end was delivered, or it was cancelled.
    private var isOver = false
    /// Whether the subscriber has its subscription. No end is delivered before that; values wait
    /// for its demand anyway.
    private var isStarted = false

    package init(_ downstream: Downstream, values: Values, count: Int) {
        self.downstream = downstream
        self.values = values
        subscriptions = Array(repeating: nil, count: count)
    }

    /// Passes the subscription to the subscriber after subscribing to every publisher.
    package func start() {
        downstream.receive(subscription: self)
        // A publisher may already have ended.
        lock.lock()
        defer { lock.unlock() }
        isStarted = true
        deliver()
    }

    // MARK: - Subscription

    package func request(_ demand: Subscribers.Demand) {
        lock.lock()
        defer { lock.unlock() }
        self.demand += demand
        isStarted = true
        deliver()
        ask(demand)
    }

    package func cancel() {
        lock.lock()
        let subscriptions = end()
        lock.unlock()
        for subscription in subscriptions { subscription?.cancel() }
    }

    // MARK: - The publishers' side

    fileprivate func receive(_ subscription: any Subscription, from index: Int) {
        let isWanted = lock.withLock {
            guard !isOver, subscriptions[index] == nil else { return false }
            subscriptions[index] = subscription
            return true
        }
        if !isWanted { subscription.cancel() }
    }

    /// Returns the further demand for the sending publisher: requesting it would recurse once per
    /// value.
    fileprivate func receive(from index: Int, _ insert: (inout Values) -> Void) -> Subscribers.Demand {
        lock.lock()
        defer { lock.unlock() }
        guard !isOver else { return .none }
        insert(&values)
        return deliver(sender: index)
    }

    fileprivate func receive(_ completion: Subscribers.Completion<Downstream.Failure>, from index: Int) {
        lock.lock()
        defer { lock.unlock() }
        guard !isOver else { return }
        subscriptions[index] = nil
        switch completion {
        case .finished: values.finish(index)
        case .failure(let error):
            failure = failure ?? error
            hasFailed = true
        }
        deliver()
    }

    // MARK: - The subscriber's side, with the lock held

    /// Delivers the values that are due, unless a delivery is already running. The end of a
    /// delivery and the check for further values are one step, or a value added between them would
    /// be lost.
    ///
    /// - Returns: The further demand for the sending publisher.
    @discardableResult
    private func deliver(sender: Int? = nil) -> Subscribers.Demand {
        guard !isDelivering else { return .none }
        isDelivering = true
        defer { isDelivering = false }
        var demandOfSender = Subscribers.Demand.none
        while !isOver, demand > .none, !hasFailed, let value = values.next() {
            demand -= 1
            lock.unlock()
            let more = downstream.receive(value)
            lock.lock()
            demand += more
            if let sender { demandOfSender += values.demand(of: sender, added: more, total: demand) }
            ask(more, except: sender)
        }
        if demand == .none { values.skip() }
        endIfOver()
        return demandOfSender
    }

    /// Requests from each publisher the demand that the values determine.
    private func ask(_ added: Subscribers.Demand, except sender: Int? = nil) {
        for index in subscriptions.indices where index != sender {
            guard let subscription = subscriptions[index] else { continue }
            let demand = values.demand(of: index, added: added, total: demand)
            guard demand > .none else { continue }
            lock.unlock()
            // Without the lock: a publisher may send from within `request`.
            subscription.request(demand)
            lock.lock()
        }
    }

    private func endIfOver() {
        if isStarted, !isOver, hasFailed || values.isOver { finish() }
    }

    /// Separate from the check, since the types that an end needs are looked up where the function
    /// begins.
    private func finish() {
        let subscriptions = end()
        lock.unlock()
        for subscription in subscriptions { subscription?.cancel() }
        downstream.receive(completion: failure.map { .failure($0) } ?? .finished)
        lock.lock()
    }

    private func end() -> [(any Subscription)?] {
        isOver = true
        defer { subscriptions = Array(repeating: nil, count: subscriptions.count) }
        return subscriptions
    }
}

private struct CombinerSide<Input, Values: CombinedValues, Downstream: Subscriber>: Subscriber
where Downstream.Input == Values.Combined {
    let combineIdentifier = CombineIdentifier()
    let combiner: Combiner<Values, Downstream>
    let index: Int
    let insert: (inout Values, Input) -> Void

    func receive(subscription: any Subscription) {
        combiner.receive(subscription, from: index)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        combiner.receive(from: index) { insert(&$0, input) }
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        combiner.receive(completion, from: index)
    }
}

extension Publisher {
    package func subscribe<Values, Downstream>(
        _ combiner: Combiner<Values, Downstream>,
        at index: Int,
        _ insert: @escaping (inout Values, Output) -> Void
    ) where Downstream.Failure == Failure {
        subscribe(CombinerSide(combiner: combiner, index: index, insert: insert))
    }
}
