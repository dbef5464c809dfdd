#if !canImport(Combine)
public import CombineOrOpenCombine
import Foundation

extension Publishers {
    /// A publisher that sends a value if another one finishes without any.
    public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
        /// The type of the values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are passed on.
        public let upstream: Upstream
        /// The value that is sent if there was none. It is sent once there is demand.
        public let output: Output

        /// Makes a publisher that sends a value if another one finishes without any.
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(EmptyReplacer(subscriber, output))
        }
    }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publisher {
    /// Sends a value if the publisher finishes without any.
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        .init(upstream: self, output: output)
    }
}

private final class EmptyReplacer<Downstream: Subscriber>: Subscriber, Subscription {
    private let downstream: Downstream
    private let output: Downstream.Input
    private let lock = NSLock()
    private var upstream: (any Subscription)?
    private var isEmpty = true
    private var isAsked = false
    /// Whether the value waits for demand.
    private var isOwing = false
    /// Whether the end was delivered, or it was cancelled.
    private var isOver = false

    init(_ downstream: Downstream, _ output: Downstream.Input) {
        self.downstream = downstream
        self.output = output
    }

    func receive(subscription: any Subscription) {
        lock.withLock { upstream = subscription }
        downstream.receive(subscription: self)
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        let isWanted = lock.withLock {
            isEmpty = false
            return !isOver
        }
        return isWanted ? downstream.receive(input) : .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        lock.lock()
        upstream = nil
        let isReplaced = if case .finished = completion { isEmpty } else { false }
        isOwing = isReplaced && !isAsked
        let isDue = !isOver && !isOwing
        isOver = isOver || isDue
        lock.unlock()
        guard isDue else { return }
        if isReplaced { _ = downstream.receive(output) }
        downstream.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        lock.lock()
        isAsked = true
        let isDue = isOwing && !isOver
        isOver = isOver || isDue
        let upstream = upstream
        lock.unlock()
        upstream?.request(demand)
        guard isDue else { return }
        _ = downstream.receive(output)
        downstream.receive(completion: .finished)
    }

    func cancel() {
        lock.lock()
        isOver = true
        let upstream = upstream.take()
        lock.unlock()
        upstream?.cancel()
    }
}
#endif
