#if !canImport(Combine)
import CombineOrOpenCombine

/// The values and the end of a publisher on their way to a subscriber: in their order, one at a time, without a lock
/// held, whatever threads release them.
final class OrderedDelivery<Downstream: Subscriber> {
    enum Event {
        case value(Downstream.Input)
        case end(Subscribers.Completion<Downstream.Failure>)
    }

    private struct State {
        var downstream: Downstream?
        var waiting = ValueQueue<Event>()
        /// How many of those that wait may be delivered.
        var released = 0
        var isDelivering = false
    }

    private let state: Guarded<State>

    init(_ downstream: Downstream) {
        state = Guarded(State(downstream: downstream))
    }

    var downstream: Downstream? { state.withLock { $0.downstream } }

    func append(_ event: Event) {
        state.withLock { state in
            if state.downstream != nil { state.waiting.append(event) }
        }
    }

    /// Delivers the next event, after those that were released before and are still being delivered.
    ///
    /// - Parameter request: Receives the demand that the subscriber returns for a value.
    func release(_ request: (Subscribers.Demand) -> Void) {
        state.withLock { $0.released += 1 }
        var isOurs = false
        while let (event, downstream) = take(&isOurs) {
            switch event {
            case .value(let value):
                let more = downstream.receive(value)
                if more > .none { request(more) }
            case .end(let completion): downstream.receive(completion: completion)
            }
        }
    }

    private func take(_ isOurs: inout Bool) -> (Event, Downstream)? {
        state.withLock { state in
            guard isOurs || !state.isDelivering else { return nil }
            isOurs = false
            defer { state.isDelivering = isOurs }
            guard state.released > 0, let downstream = state.downstream, let event = state.waiting.popFirst() else {
                return nil
            }
            state.released -= 1
            if case .end = event { state.downstream = nil }
            isOurs = true
            return (event, downstream)
        }
    }

    /// Drops what waits. Nothing further is delivered.
    func cancel() {
        // Releasing values may run other code, so they are released outside of the lock.
        _ = state.withLock { state in
            defer {
                state.downstream = nil
                state.waiting = ValueQueue()
            }
            return state
        }
    }
}
#endif
