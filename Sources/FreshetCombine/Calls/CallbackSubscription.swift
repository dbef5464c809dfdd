import CombineCompletion
import FreshetCore

/// The subscription to a publisher whose single value is reported by callback.
///
/// It starts the work with the first demand, and delivers the value and the completion at most
/// once, and nothing after a cancellation. It then releases both the subscriber and the work.
///
/// A subscriber is called on one thread at a time: first on the subscribing thread, then on the
/// callback's.
final class CallbackSubscription<Output: Sendable, Failure: Error>: Subscription, Sendable {
    typealias Start = (@escaping @Sendable (Result<Output, Failure>) -> Void) -> (@Sendable () -> Void)?

    private enum State {
        case waiting(any Downstream, Start)
        case running(any Downstream, cancel: (@Sendable () -> Void)?)
        case delivering
        case ended
    }

    private let state: Lock<State>

    private typealias Downstream = Subscriber<Output, Failure>

    init<S: Subscriber>(_ downstream: S, start: @escaping Start) where S.Input == Output, S.Failure == Failure {
        state = Lock(ofUnchecked: .waiting(downstream, start))
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let start = state.withLock { state -> Start? in
            guard case .waiting(let downstream, let start) = state else { return nil }
            state = .running(downstream, cancel: nil)
            return start
        }
        guard let start else { return }
        let cancel = start { [self] result in deliver(result) }
        let isCancelled = state.withLock { state in
            if case .running(let downstream, _) = state {
                state = .running(downstream, cancel: cancel)
                return false
            }
            return true
        }
        // The start itself cancelled the subscription, or already delivered the value, in which
        // case cancelling does nothing.
        if isCancelled { cancel?() }
    }

    func cancel() {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            defer { state = .ended }
            if case .running(_, let cancel) = state { return cancel }
            return nil
        }
        cancel?()
    }

    private func deliver(_ result: Result<Output, Failure>) {
        let downstream = state.withLock { state -> (any Downstream)? in
            guard case .running(let downstream, _) = state else { return nil }
            state = .delivering
            return downstream
        }
        guard let downstream else { return }
        switch result {
        case .success(let value):
            _ = downstream.receive(value)
            let isCancelled = state.withLock { state in
                if case .ended = state { return true }
                state = .ended
                return false
            }
            if !isCancelled { downstream.receive(completion: .finished) }
        case .failure(let error):
            state.withLock { state in state = .ended }
            downstream.receive(completion: .failure(error))
        }
    }
}
