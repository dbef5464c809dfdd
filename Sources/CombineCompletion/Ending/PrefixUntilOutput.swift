#if !canImport(Combine)
public import CombineOrOpenCombine
import Foundation

extension Publishers {
    /// A publisher of the values of another one until a second one sends its first value.
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
        /// The type of the values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are passed on.
        public let upstream: Upstream
        /// The publisher whose first value is the end. Its own completion has no effect.
        public let other: Other

        /// Makes a publisher that ends with the first value of another one.
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let prefix = Prefix(subscriber)
            // Before the upstream: if the other publisher sends immediately, no value may pass.
            other.subscribe(PrefixEnd<Other.Output, Other.Failure, S>(prefix: prefix))
            upstream.subscribe(prefix)
        }
    }
}

extension Publishers.PrefixUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

extension Publisher {
    /// Passes values on until another publisher sends its first value.
    public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
        .init(upstream: self, other: publisher)
    }
}

private final class Prefix<Downstream: Subscriber>: Subscriber, Subscription {
    private let downstream: Downstream
    private let lock = NSLock()
    private var upstream: (any Subscription)?
    private var other: (any Subscription)?
    /// Whether the subscriber has its subscription. No end is delivered before that.
    private var isStarted = false
    /// Whether the other publisher has sent a value.
    private var isCut = false
    /// Whether the end was delivered, or it was cancelled.
    private var isOver = false

    init(_ downstream: Downstream) {
        self.downstream = downstream
    }

    func receive(subscription: any Subscription) {
        lock.withLock { upstream = subscription }
        downstream.receive(subscription: self)
        lock.withLock { isStarted = true }
        endIfCut()
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        lock.withLock { isOver || isCut } ? .none : downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if end() { downstream.receive(completion: completion) }
    }

    func request(_ demand: Subscribers.Demand) {
        lock.withLock { upstream }?.request(demand)
    }

    func cancel() { _ = end() }

    // MARK: - The other publisher

    func receive(other subscription: any Subscription) {
        let isWanted = lock.withLock {
            guard !isOver, other == nil else { return false }
            other = subscription
            return true
        }
        if isWanted { subscription.request(.max(1)) } else { subscription.cancel() }
    }

    func cut() {
        lock.withLock { isCut = true }
        endIfCut()
    }

    private func endIfCut() {
        if lock.withLock({ isStarted && isCut }), end() { downstream.receive(completion: .finished) }
    }

    /// Cancels both publishers.
    ///
    /// - Returns: Whether this is the first call.
    private func end() -> Bool {
        lock.lock()
        let isFirst = !isOver
        isOver = true
        let subscriptions = [upstream.take(), other.take()]
        lock.unlock()
        for subscription in subscriptions { subscription?.cancel() }
        return isFirst
    }
}

/// The subscriber of the other publisher.
private struct PrefixEnd<Input, Failure: Error, Downstream: Subscriber>: Subscriber {
    let combineIdentifier = CombineIdentifier()
    let prefix: Prefix<Downstream>

    func receive(subscription: any Subscription) { prefix.receive(other: subscription) }

    func receive(_ input: Input) -> Subscribers.Demand {
        prefix.cut()
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {}
}
#endif
