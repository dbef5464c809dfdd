import CombineCompletion
import FreshetCore

/// The subscription to the responses to a request: one, or a stale one immediately and the fresh
/// one after it.
///
/// It starts the call with the first demand. A stale response that hasn't been delivered yet is
/// replaced by the fresh one. After its end or a cancellation, it releases both the subscriber and
/// the call.
final class FetchSubscription<Output, Value: Sendable>: Subscription, Sendable {
    typealias Start = (@escaping @Sendable (FetchUpdate<Value>) -> Void) -> FetchTask
    private typealias Downstream = Subscriber<Output, FetchError>

    private struct State {
        var downstream: (any Downstream)?
        var start: Start?
        var task: FetchTask?
        var demand = Subscribers.Demand.none
        /// The newest response that has not been delivered yet.
        var pending: Output?
        var hasResponse = false
        var end: Subscribers.Completion<FetchError>?
    }

    private let state: SerialDelivery<State>
    private let output: @Sendable (Response<Value>) -> Output
    private let failsAfterResponse: Bool

    /// - Parameters:
    ///   - failsAfterResponse: Whether a failed revalidation after a stale response fails the subscription.
    ///   - output: Converts a response to the delivered value.
    ///   - start: Starts the call.
    init<S: Subscriber>(
        _ downstream: S,
        failsAfterResponse: Bool,
        output: @escaping @Sendable (Response<Value>) -> Output,
        start: @escaping Start
    ) where S.Input == Output, S.Failure == FetchError {
        state = SerialDelivery(ofUnchecked: State(downstream: downstream, start: start))
        self.output = output
        self.failsAfterResponse = failsAfterResponse
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let start = state.withLock { state -> Start? in
            state.demand += demand
            defer { state.start = nil }
            return state.start
        }
        guard let start else { return deliver() }
        let task = start { [self] update in receive(update) }
        let isCancelled = state.withLock { state in
            guard state.downstream != nil else { return true }
            state.task = task
            return false
        }
        // The start itself cancelled the subscription, or already delivered the end, in which case
        // cancelling does nothing.
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let old = clear()
        old.task?.cancel()
    }

    private func receive(_ update: FetchUpdate<Value>) {
        state.withLock { state in
            guard state.downstream != nil else { return }
            switch update {
            case .response(let response, let isLast):
                state.pending = output(response)
                state.hasResponse = true
                if isLast { state.end = .finished }
            case .failure(let error):
                state.end = state.hasResponse && !failsAfterResponse ? .finished : .failure(error)
            }
        }
        deliver()
    }

    // MARK: - Delivery

    private enum Delivery {
        case value(Output, any Downstream)
        case end(Subscribers.Completion<FetchError>, any Downstream)
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

    /// Releasing values may run other code, so they are released outside the lock.
    private func clear() -> State {
        state.withLock { state in
            defer { state = State() }
            return state
        }
    }
}
