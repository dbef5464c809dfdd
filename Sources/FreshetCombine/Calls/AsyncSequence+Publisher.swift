public import CombineCompletion
import FreshetCore

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure: Sendable {
    /// A publisher that sends the elements of the sequence.
    ///
    /// Each subscription iterates in its own task, which reads only as many elements as were
    /// requested. Cancelling the subscription cancels the task. Values and the completion are
    /// delivered one at a time, on no particular thread.
    public var publisher: AsyncSequencePublisher<Self> { AsyncSequencePublisher(elements: self) }
}

/// A publisher of the elements of an asynchronous sequence.
public struct AsyncSequencePublisher<Elements: AsyncSequence & Sendable>: Publisher
where Elements.Element: Sendable, Elements.Failure: Sendable {
    /// The type of the values.
    public typealias Output = Elements.Element
    /// The type of the failure.
    public typealias Failure = Elements.Failure

    let elements: Elements

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subscription = AsyncSequenceSubscription<Elements>(subscriber)
        subscriber.receive(subscription: subscription)
        subscription.start(elements)
    }
}

private final class AsyncSequenceSubscription<Elements: AsyncSequence & Sendable>: Subscription, Sendable
where Elements.Element: Sendable, Elements.Failure: Sendable {
    private typealias Downstream = Subscriber<Elements.Element, Elements.Failure>

    private struct State {
        var downstream: (any Downstream)?
        var demand = Subscribers.Demand.none
        var waiter: CheckedContinuation<Bool, Never>?
        var task: Task<Void, Never>?
    }

    private let state: Lock<State>

    init<S: Subscriber>(_ downstream: S) where S.Input == Elements.Element, S.Failure == Elements.Failure {
        state = Lock(ofUnchecked: State(downstream: downstream))
    }

    func start(_ elements: Elements) {
        let task = Task { await iterate(elements) }
        let isCancelled = state.withLock { state in
            guard state.downstream != nil else { return true }
            state.task = task
            return false
        }
        // The subscriber may cancel from within `receive(subscription:)`, before the task is recorded.
        if isCancelled { task.cancel() }
    }

    private func iterate(_ elements: Elements) async {
        var iterator = elements.makeAsyncIterator()
        do {
            while await isAskedFor() {
                guard let element = try await iterator.next(isolation: nil) else {
                    end()?.receive(completion: .finished)
                    return
                }
                // The subscription may have been cancelled during the `await`.
                guard let downstream = state.withLock({ $0.downstream }) else { return }
                let more = downstream.receive(element)
                if more > .none { request(more) }
            }
        } catch {
            end()?.receive(completion: .failure(error))
        }
    }

    /// Waits for demand and reduces it by one; `false` once cancelled.
    private func isAskedFor() async -> Bool {
        await withCheckedContinuation { continuation in
            let isRequested: Bool? = state.withLock { state in
                guard state.downstream != nil else { return false }
                if state.demand > .none {
                    state.demand -= 1
                    return true
                }
                state.waiter = continuation
                return nil
            }
            if let isRequested { continuation.resume(returning: isRequested) }
        }
    }

    func request(_ demand: Subscribers.Demand) {
        let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            state.demand += demand
            guard state.demand > .none, let waiter = state.waiter else { return nil }
            state.waiter = nil
            state.demand -= 1
            return waiter
        }
        waiter?.resume(returning: true)
    }

    func cancel() {
        let old = clear()
        old.waiter?.resume(returning: false)
        old.task?.cancel()
    }

    private func end() -> (any Downstream)? { clear().downstream }

    /// Releasing values may run other code, so they are released outside the lock.
    private func clear() -> State {
        state.withLock { state in
            defer { state = State() }
            return state
        }
    }
}
