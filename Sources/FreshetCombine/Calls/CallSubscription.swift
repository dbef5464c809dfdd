import CombineCompletion
import FreshetCore

/// The subscription to the values of a call, which starts with the first demand.
///
/// A value that was not delivered yet is replaced by the next one. Nothing is delivered after a cancellation, and
/// neither the subscriber nor the call is kept after it, or after the end.
final class CallSubscription<Output: Sendable, Failure: Error>: Subscription, Sendable {
    enum Step: Sendable {
        case value(Output, isLast: Bool)
        case failure(Failure)
    }

    typealias Start = (@escaping @Sendable (Step) -> Void) -> (@Sendable () -> Void)?
    private typealias Downstream = Subscriber<Output, Failure>

    private struct State {
        var downstream: (any Downstream)?
        var start: Start?
        var cancel: (@Sendable () -> Void)?
        var demand = Subscribers.Demand.none
        var pending: Output?
        var hasValue = false
        var end: Subscribers.Completion<Failure>?
    }

    private let state: SerialDelivery<State>
    private let failsAfterValue: Bool

    /// - Parameter failsAfterValue: Whether a failure that follows a value is passed on. Otherwise, it is the end.
    init<S: Subscriber>(_ downstream: S, failsAfterValue: Bool = true, start: @escaping Start)
    where S.Input == Output, S.Failure == Failure {
        state = SerialDelivery(ofUnchecked: State(downstream: downstream, start: start))
        self.failsAfterValue = failsAfterValue
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let start = state.withLock { state in
            state.demand += demand
            return state.start.take()
        }
        guard let start else { return deliver() }
        let cancel = start { [self] step in receive(step) }
        let isCancelled = state.withLock { state in
            guard state.downstream != nil else { return true }
            state.cancel = cancel
            return false
        }
        // Cancelled from within the start, or already delivered; then cancelling does nothing.
        if isCancelled { cancel?() }
    }

    func cancel() {
        clear().cancel?()
    }

    private func receive(_ step: Step) {
        state.withLock { state in
            guard state.downstream != nil, state.end == nil else { return }
            switch step {
            case .value(let value, let isLast):
                state.pending = value
                state.hasValue = true
                if isLast { state.end = .finished }
            case .failure(let error):
                state.end = state.hasValue && !failsAfterValue ? .finished : .failure(error)
            }
        }
        deliver()
    }

    // MARK: - Delivery

    private enum Delivery {
        case value(Output, any Downstream)
        case end(Subscribers.Completion<Failure>, any Downstream)
    }

    private func deliver() {
        state.deliver {
            Self.next(&$0)
        } to: { delivery in
            switch delivery {
            case .value(let value, let downstream):
                let more = downstream.receive(value)
                state.withLock { $0.demand += more }
            case .end(let completion, let downstream):
                _ = clear()
                downstream.receive(completion: completion)
            }
        }
    }

    private static func next(_ state: inout State) -> Delivery? {
        guard let downstream = state.downstream else { return nil }
        if let pending = state.pending, state.demand > .none {
            state.pending = nil
            state.demand -= 1
            return .value(pending, downstream)
        }
        if let end = state.end, state.pending == nil { return .end(end, downstream) }
        return nil
    }

    /// Releasing values may run other code, so they are released outside of the lock.
    private func clear() -> State {
        state.withLock { state in
            defer { state = State() }
            return state
        }
    }
}
