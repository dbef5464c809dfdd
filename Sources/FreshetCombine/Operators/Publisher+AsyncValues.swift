public import CombineCompletion
import FreshetCore

extension Publisher where Output: Sendable {
    /// The values as an asynchronous sequence that throws the publisher's failure type.
    ///
    /// ```swift
    /// do throws(FetchError) {
    ///     for try await page in pages.typedValues { show(page) }
    /// } catch { print(error.code) }
    /// ```
    ///
    /// Each iterator subscribes with its first `next()` and requests one value at a time. The
    /// subscription is cancelled together with the task, or when the iterator is released. A
    /// cancelled sequence ends without an error.
    public var typedValues: TypedAsyncPublisher<Self> { TypedAsyncPublisher(publisher: self) }
}

/// The values of a publisher as an asynchronous sequence.
public struct TypedAsyncPublisher<Upstream: Publisher>: AsyncSequence where Upstream.Output: Sendable {
    /// The type of the elements.
    public typealias Element = Upstream.Output
    /// The type of the failure.
    public typealias Failure = Upstream.Failure

    let publisher: Upstream

    /// Makes an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(publisher: publisher) }

    /// The iterator of the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        let publisher: Upstream
        private var subscriber: AsyncSubscriber<Upstream.Output, Upstream.Failure>?

        init(publisher: Upstream) {
            self.publisher = publisher
        }

        /// Returns the next element; `nil` at the end.
        ///
        /// - Throws: The failure of the publisher.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(Upstream.Failure) -> Upstream.Output? {
            let subscriber: AsyncSubscriber<Upstream.Output, Upstream.Failure>
            if let known = self.subscriber {
                subscriber = known
            } else {
                subscriber = AsyncSubscriber()
                self.subscriber = subscriber
                publisher.subscribe(subscriber.side)
            }
            return try await subscriber.next(isolation: actor).get()
        }
    }
}

/// Waits for the values of a publisher, one at a time.
///
/// `@unchecked Sendable`: the lock guards all its state.
private final class AsyncSubscriber<Output: Sendable, Failure: Error>: @unchecked Sendable {
    typealias Outcome = Result<Output?, Failure>

    private struct State {
        var subscription: (any Subscription)?
        var waiter: CheckedContinuation<Outcome, Never>?
        var end: Outcome?
    }

    private let state = Lock<State>(ofUnchecked: State())

    deinit { cancel() }

    /// The object that the publisher retains. It does not retain this subscriber, whose release cancels the
    /// subscription.
    var side: Side { Side(owner: self) }

    func next(isolation actor: isolated (any Actor)?) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (known, subscription) = state.withLock { state -> (Outcome?, (any Subscription)?) in
                    if let end = state.end {
                        // A failure is thrown once. After that, the sequence ends.
                        state.end = .success(nil)
                        return (end, nil)
                    }
                    state.waiter = continuation
                    return (nil, state.subscription)
                }
                if let known { continuation.resume(returning: known) }
                subscription?.request(.max(1))
            }
        } onCancel: {
            cancel()
        }
    }

    private func cancel() {
        let (subscription, waiter) = state.withLock { state in
            defer { state = State(end: state.end ?? .success(nil)) }
            return (state.subscription, state.waiter)
        }
        subscription?.cancel()
        waiter?.resume(returning: .success(nil))
    }

    struct Side: Subscriber {
        typealias Input = Output

        let combineIdentifier = CombineIdentifier()
        weak var owner: AsyncSubscriber?

        func receive(subscription: any Subscription) {
            let isAsked = owner?.state.withLock { state -> Bool? in
                guard state.subscription == nil, state.end == nil else { return nil }
                state.subscription = subscription
                return state.waiter != nil
            }
            switch isAsked {
            case true?: subscription.request(.max(1))
            case false?: break
            case nil: subscription.cancel()
            }
        }

        func receive(_ value: Output) -> Subscribers.Demand {
            let waiter = owner?.state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: .success(value))
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            let end: Outcome =
                switch completion {
                case .finished: .success(nil)
                case .failure(let error): .failure(error)
                }
            let waiter = owner?.state.withLock { state -> CheckedContinuation<Outcome, Never>? in
                guard state.end == nil else { return nil }
                defer { state.waiter = nil }
                state.subscription = nil
                // A waiting caller receives the end directly. Otherwise it is kept for the next call, or a
                // failure would be lost.
                state.end = state.waiter == nil ? end : .success(nil)
                return state.waiter
            }
            waiter?.resume(returning: end)
        }
    }
}
