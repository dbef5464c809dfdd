import CombineOrOpenCombine

/// The values of several publishers, and the rule by which they are combined.
package protocol CombinedValues {
    associatedtype Combined

    mutating func next() -> Combined?
    /// Removes the combined values that came without demand.
    mutating func skip()
    mutating func finish(_ index: Int)
    var isOver: Bool { get }
    /// Returns what to request of a publisher after a request or a value.
    ///
    /// - Parameters:
    ///   - added: The demand that the subscriber has just added.
    ///   - total: The demand that is left, with it.
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
        /// Whether the subscriber has its subscription, before which no end is delivered. Values wait for its demand.
        var isStarted = false
    }

    private enum Delivery {
        case value(Values.Combined, Downstream)
        case end(Subscribers.Completion<Downstream.Failure>, Downstream, [any Subscription], Values)
    }

    private typealias Request = (subscription: any Subscription, demand: Subscribers.Demand)

    private let state: Guarded<State>

    package init(_ downstream: Downstream, values: Values, count: Int) {
        state = Guarded(
            State(downstream: downstream, values: values, subscriptions: Array(repeating: nil, count: count)))
    }

    /// Passes the subscription to the subscriber, after every publisher was subscribed to.
    package func start() {
        state.withLock { $0.downstream }?.receive(subscription: self)
        // A publisher may have ended before.
        let first = state.withLock { state in
            state.isStarted = true
            return Self.begin(&state)
        }
        deliver(first)
    }

    // MARK: - Subscription

    package func request(_ demand: Subscribers.Demand) {
        let (first, requests) = state.withLock { state in
            state.demand += demand
            state.isStarted = true
            let first = Self.begin(&state)
            return (first, Self.requests(demand, &state))
        }
        deliver(first)
        for request in requests { request.subscription.request(request.demand) }
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

    /// Returns the further demand of the publisher that has sent: requesting would recurse once for each value.
    fileprivate func receive(from index: Int, _ insert: (inout Values) -> Void) -> Subscribers.Demand {
        let first = state.withLock { state -> Delivery? in
            guard state.downstream != nil else { return nil }
            insert(&state.values)
            return Self.begin(&state)
        }
        return deliver(first, sender: index)
    }

    fileprivate func receive(_ completion: Subscribers.Completion<Downstream.Failure>, from index: Int) {
        let first = state.withLock { state -> Delivery? in
            guard state.downstream != nil else { return nil }
            state.subscriptions[index] = nil
            switch completion {
            case .finished: state.values.finish(index)
            case .failure(let error): state.failure = state.failure ?? error
            }
            return Self.begin(&state)
        }
        deliver(first)
    }

    // MARK: - The subscriber's side

    @discardableResult
    private func deliver(_ first: Delivery?, sender: Int? = nil) -> Subscribers.Demand {
        var demandOfSender = Subscribers.Demand.none
        var delivery = first
        while let current = delivery {
            switch current {
            case .value(let value, let downstream):
                let more = downstream.receive(value)
                var requests: [Request]
                // The end of a delivery and the check for further values are one step, or a value added between them
                // would be lost.
                (requests, delivery) = state.withLock { state in
                    state.demand += more
                    if let sender {
                        demandOfSender += state.values.demand(of: sender, added: more, total: state.demand)
                    }
                    let requests = Self.requests(more, &state, except: sender)
                    return (requests, Self.next(&state))
                }
                for request in requests { request.subscription.request(request.demand) }
            case .end(let completion, let downstream, let subscriptions, _):
                for subscription in subscriptions { subscription.cancel() }
                downstream.receive(completion: completion)
                delivery = nil
            }
        }
        return demandOfSender
    }

    /// Takes what is due, unless it is being delivered already.
    private static func begin(_ state: inout State) -> Delivery? { state.isDelivering ? nil : next(&state) }

    private static func next(_ state: inout State) -> Delivery? {
        let next = due(&state)
        state.isDelivering = next != nil
        return next
    }

    private static func due(_ state: inout State) -> Delivery? {
        guard let downstream = state.downstream else { return nil }
        if state.demand == .none {
            state.values.skip()
        } else if state.failure == nil, let value = state.values.next() {
            state.demand -= 1
            return .value(value, downstream)
        }
        guard state.isStarted else { return nil }
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

    private static func requests(
        _ added: Subscribers.Demand, _ state: inout State, except sender: Int? = nil
    ) -> [Request] {
        var requests: [Request] = []
        for index in state.subscriptions.indices where index != sender {
            guard let subscription = state.subscriptions[index] else { continue }
            let demand = state.values.demand(of: index, added: added, total: state.demand)
            if demand > .none { requests.append((subscription, demand)) }
        }
        return requests
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
