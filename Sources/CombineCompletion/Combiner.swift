import CombineOrOpenCombine

/// The values of several publishers, and the rule by which they are combined.
package protocol CombinedValues {
    associatedtype Combined

    mutating func next() -> Combined?
    /// Removes the combined values that came without demand.
    mutating func skip()
    mutating func finish(_ index: Int)
    var isOver: Bool { get }
}

/// A subscription to several publishers that combines their values.
///
/// Values are delivered one at a time, without a lock held: the delivering thread continues with those that others or
/// the subscriber itself add meanwhile. A failure overtakes waiting values.
package final class Combiner<Values: CombinedValues, Downstream: Subscriber>: Subscription
where Downstream.Input == Values.Combined {
    private struct State {
        var downstream: Downstream?
        var values: Values
        var subscriptions: [(any Subscription)?]
        var demand = Subscribers.Demand.none
        var failure: Downstream.Failure?
        var isDelivering = false
        /// Whether the subscriber has its subscription; nothing is delivered before.
        var isStarted = false
    }

    private enum Delivery {
        case value(Values.Combined, Downstream)
        case end(Subscribers.Completion<Downstream.Failure>, Downstream, [any Subscription], Values)
    }

    private let state: Guarded<State>

    package init(_ downstream: Downstream, values: Values, count: Int) {
        state = Guarded(
            State(downstream: downstream, values: values, subscriptions: Array(repeating: nil, count: count)))
    }

    /// Passes the subscription to the subscriber, after every publisher was subscribed to.
    package func start() {
        let downstream = state.withLock { state in
            state.isStarted = true
            return state.downstream
        }
        downstream?.receive(subscription: self)
        // A publisher may have ended before.
        deliver()
    }

    // MARK: - Subscription

    package func request(_ demand: Subscribers.Demand) {
        let subscriptions = state.withLock { state in
            guard state.downstream != nil else { return [] as [(any Subscription)?] }
            state.demand += demand
            return state.subscriptions
        }
        for subscription in subscriptions { subscription?.request(demand) }
    }

    package func cancel() {
        // Releasing values may run other code, so they are released outside of the lock.
        let released = state.withLock { state in
            defer {
                state.downstream = nil
                state.subscriptions = state.subscriptions.map { _ in nil }
            }
            return (state.downstream, state.subscriptions)
        }
        for subscription in released.1 { subscription?.cancel() }
    }

    // MARK: - The publishers' side

    fileprivate func receive(_ subscription: any Subscription, from index: Int) {
        let isWanted = state.withLock { state in
            guard state.downstream != nil, state.subscriptions[index] == nil else { return false }
            state.subscriptions[index] = subscription
            return true
        }
        if !isWanted { subscription.cancel() }
    }

    fileprivate func receive(_ insert: (inout Values) -> Void) {
        state.withLock { state in
            if state.downstream != nil { insert(&state.values) }
        }
        deliver()
    }

    fileprivate func receive(_ completion: Subscribers.Completion<Downstream.Failure>, from index: Int) {
        state.withLock { state in
            guard state.downstream != nil else { return }
            state.subscriptions[index] = nil
            switch completion {
            case .finished: state.values.finish(index)
            case .failure(let error): state.failure = state.failure ?? error
            }
        }
        deliver()
    }

    // MARK: - The subscriber's side

    private func deliver() {
        var isOurs = false
        while let delivery = take(&isOurs) {
            switch delivery {
            case .value(let value, let downstream):
                let more = downstream.receive(value)
                if more > .none { request(more) }
            case .end(let completion, let downstream, let subscriptions, _):
                for subscription in subscriptions { subscription.cancel() }
                downstream.receive(completion: completion)
            }
        }
    }

    /// The end of a delivery and the check for further values are one step, or a value added between them would be
    /// lost.
    private func take(_ isOurs: inout Bool) -> Delivery? {
        state.withLock { state in
            guard isOurs || !state.isDelivering else { return nil }
            let next = Self.next(&state)
            isOurs = next != nil
            state.isDelivering = isOurs
            return next
        }
    }

    private static func next(_ state: inout State) -> Delivery? {
        guard state.isStarted, let downstream = state.downstream else { return nil }
        if state.demand == .none {
            state.values.skip()
        } else if state.failure == nil, let value = state.values.next() {
            state.demand -= 1
            return .value(value, downstream)
        }
        let completion: Subscribers.Completion<Downstream.Failure>
        if let failure = state.failure {
            completion = .failure(failure)
        } else if state.values.isOver {
            completion = .finished
        } else {
            return nil
        }
        defer {
            state.downstream = nil
            state.subscriptions = state.subscriptions.map { _ in nil }
        }
        return .end(completion, downstream, state.subscriptions.compactMap(\.self), state.values)
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
        combiner.receive { insert(&$0, input) }
        return .none
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
