#if !canImport(Combine)
import CombineOrOpenCombine
import Foundation

/// A subscription to several publishers that passes on their values as they come.
///
/// Values are delivered while a recursive lock is held: a second thread waits, and a subscriber that makes a
/// publisher send while it receives gets that value at once, as with Combine.
final class Merger<Downstream: Subscriber>: Subscription {
    private struct State {
        var downstream: Downstream?
        var subscriptions: [(any Subscription)?]
        /// For each publisher, whether a value was requested of it, or one waits for demand.
        var isAsked: [Bool]
        /// The values without demand, at most one of each publisher.
        var waiting: ArraySlice<(value: Downstream.Input, index: Int)> = []
        var demand = Subscribers.Demand.none
        var unfinished: Int
    }

    private let state: Guarded<State>
    private let delivery = NSRecursiveLock()

    private init(_ downstream: Downstream, count: Int) {
        state = Guarded(
            State(
                downstream: downstream, subscriptions: Array(repeating: nil, count: count),
                isAsked: Array(repeating: false, count: count), unfinished: count))
    }

    /// Subscribes to every publisher, and then passes the subscription to the subscriber.
    static func start(_ downstream: Downstream, _ publishers: [(MergerSide<Downstream>) -> Void]) {
        let merger = Merger(downstream, count: publishers.count)
        for (index, attach) in publishers.enumerated() { attach(MergerSide(merger: merger, index: index)) }
        merger.delivery.withLock {
            merger.state.withLock { $0.downstream }?.receive(subscription: merger)
            merger.finishIfDone()
        }
    }

    // MARK: - Subscription

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        state.withLock { $0.demand += demand }
        deliverWaiting()
        askIdle()
    }

    func cancel() {
        // Releasing values may run other code, so they are released outside of the lock.
        let released = state.withLock { Self.end(&$0) }
        for subscription in released.subscriptions { subscription.cancel() }
    }

    private func deliverWaiting() {
        guard state.withLock({ !$0.waiting.isEmpty }) else { return }
        delivery.withLock {
            while let (value, downstream) = state.withLock({ state -> (Downstream.Input, Downstream)? in
                guard let downstream = state.downstream, state.demand > .none, let next = state.waiting.popFirst()
                else { return nil }
                state.demand -= 1
                state.isAsked[next.index] = false
                return (next.value, downstream)
            }) {
                let more = downstream.receive(value)
                state.withLock { $0.demand += more }
            }
            finishIfDone()
        }
    }

    /// Requests one value of each idle publisher, or all values if demand is unlimited.
    private func askIdle(except asking: Int? = nil) {
        let (idle, demand) = state.withLock { state in
            guard state.downstream != nil, state.demand > .none else {
                return ([] as [any Subscription], Subscribers.Demand.none)
            }
            var idle: [any Subscription] = []
            for index in state.subscriptions.indices where index != asking {
                guard let subscription = state.subscriptions[index], !state.isAsked[index] else { continue }
                state.isAsked[index] = true
                idle.append(subscription)
            }
            return (idle, state.demand == .unlimited ? .unlimited : .max(1))
        }
        for subscription in idle { subscription.request(demand) }
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

    fileprivate func receive(_ value: Downstream.Input, from index: Int) -> Subscribers.Demand {
        delivery.withLock {
            let (downstream, isUnlimited) = state.withLock { state -> (Downstream?, Bool) in
                guard let downstream = state.downstream else { return (nil, false) }
                guard state.demand > .none else {
                    state.waiting.append((value, index))
                    return (nil, false)
                }
                let isUnlimited = state.demand == .unlimited
                state.demand -= 1
                if !isUnlimited { state.isAsked[index] = false }
                return (downstream, isUnlimited)
            }
            guard let downstream else { return .none }
            let more = downstream.receive(value)
            if isUnlimited { return .none }
            state.withLock { $0.demand += more }
            deliverWaiting()
            askIdle(except: index)
            // The sending publisher gets its demand as a return value: requesting would recurse once for each value.
            return state.withLock { state in
                guard state.downstream != nil, state.demand > .none, !state.isAsked[index] else { return .none }
                state.isAsked[index] = true
                return state.demand == .unlimited ? .unlimited : .max(1)
            }
        }
    }

    fileprivate func receive(_ completion: Subscribers.Completion<Downstream.Failure>, from index: Int) {
        delivery.withLock {
            switch completion {
            case .finished:
                state.withLock { state in
                    state.subscriptions[index] = nil
                    state.unfinished -= 1
                }
                finishIfDone()
            case .failure:
                let ended = state.withLock { Self.end(&$0) }
                for subscription in ended.subscriptions { subscription.cancel() }
                ended.downstream?.receive(completion: completion)
            }
        }
    }

    private func finishIfDone() {
        let ended = state.withLock { state in
            state.unfinished == 0 && state.waiting.isEmpty ? Self.end(&state) : nil
        }
        ended?.downstream?.receive(completion: .finished)
    }

    private static func end(_ state: inout State) -> (downstream: Downstream?, subscriptions: [any Subscription]) {
        defer {
            state.downstream = nil
            state.subscriptions = state.subscriptions.map { _ in nil }
            state.waiting = []
        }
        return (state.downstream, state.subscriptions.compactMap(\.self))
    }
}

struct MergerSide<Downstream: Subscriber>: Subscriber {
    let combineIdentifier = CombineIdentifier()
    let merger: Merger<Downstream>
    let index: Int

    func receive(subscription: any Subscription) { merger.receive(subscription, from: index) }
    func receive(_ input: Downstream.Input) -> Subscribers.Demand { merger.receive(input, from: index) }
    func receive(completion: Subscribers.Completion<Downstream.Failure>) { merger.receive(completion, from: index) }
}

extension Publisher {
    func attach<Downstream>(_ side: MergerSide<Downstream>)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        subscribe(side)
    }
}
#endif
