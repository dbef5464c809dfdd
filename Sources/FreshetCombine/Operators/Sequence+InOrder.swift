public import CombineCompletion
import FreshetCore

extension Sequence {
    /// Runs a call for each element, several at a time, and sends the outcomes in the order of the
    /// elements.
    ///
    /// ```swift
    /// ids.inOrder { theatre.publisher(for: .play($0)) }
    ///     .compactMap { try? $0.get() }                       // those that failed are left out
    /// ```
    ///
    /// An outcome is sent as soon as all earlier ones have been. A failure is an outcome like any
    /// other. If a call sends several values, the last one counts. A call without a value has no
    /// outcome. A call starts only while fewer than `maxConcurrent` calls are running and there is
    /// demand. Cancelling the subscription cancels the running calls.
    public func inOrder<Call: Publisher>(
        maxConcurrent: Int = 6,
        _ call: @escaping (Element) -> Call
    ) -> Publishers.InOrder<Call> {
        Publishers.InOrder(calls: map { element in { call(element) } }, maxConcurrent: Swift.max(1, maxConcurrent))
    }

    /// Runs a call for each element, several at a time, and sends one summary when all have ended.
    ///
    /// ```swift
    /// ids.collectInOrder { theatre.publisher(for: .play($0)) }
    ///     .sink { plays in show(plays.values, plays.isComplete) }
    /// ```
    public func collectInOrder<Call: Publisher>(
        maxConcurrent: Int = 6,
        _ call: @escaping (Element) -> Call
    )
        -> Publishers.Map<
            Publishers.Collect<Publishers.InOrder<Call>>, PartialResults<Call.Output, Call.Failure>
        >
    {
        inOrder(maxConcurrent: maxConcurrent, call).collect().map(PartialResults.init)
    }
}

extension Sequence where Element: Publisher {
    /// Runs publishers, several at a time, and sends one summary when all have ended.
    public func collectInOrder(
        maxConcurrent: Int = 6
    )
        -> Publishers.Map<
            Publishers.Collect<Publishers.InOrder<Element>>, PartialResults<Element.Output, Element.Failure>
        >
    {
        collectInOrder(maxConcurrent: maxConcurrent) { $0 }
    }
}

/// The outcomes of many calls, in order.
public struct PartialResults<Value, Failure: Error> {
    /// The outcomes, in order.
    public let results: [Result<Value, Failure>]

    /// Makes a summary of outcomes.
    public init(_ results: [Result<Value, Failure>]) {
        self.results = results
    }

    /// The values of the calls that succeeded.
    public var values: [Value] { results.compactMap { try? $0.get() } }

    /// The failures, with the positions of their calls.
    public var failures: [(index: Int, error: Failure)] {
        results.enumerated().compactMap { index, result in
            if case .failure(let error) = result { (index, error) } else { nil }
        }
    }

    /// Whether all calls succeeded.
    public var isComplete: Bool { failures.isEmpty }
}

extension PartialResults: Sendable where Value: Sendable {}

extension Publishers {
    /// A publisher of the outcomes of many calls, in order.
    public struct InOrder<Call: Publisher>: Publisher {
        /// The outcome of one call.
        public typealias Output = Result<Call.Output, Call.Failure>
        /// The publisher never fails.
        public typealias Failure = Never

        let calls: [() -> Call]
        let maxConcurrent: Int

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let line = CallsInLine(subscriber, calls, maxConcurrent)
            subscriber.receive(subscription: line)
            line.begin()
        }
    }
}

private final class CallsInLine<Call: Publisher, Downstream: Subscriber>: Subscription
where Downstream.Input == Result<Call.Output, Call.Failure>, Downstream.Failure == Never {
    private enum Slot {
        case running((any Subscription)?, last: Call.Output?)
        case ended(Downstream.Input?)
    }

    private struct State {
        var downstream: Downstream?
        /// The started calls whose outcomes have not been sent yet, by position.
        var slots: [Int: Slot] = [:]
        var started = 0
        var sent = 0
        var running = 0
        var demand = Subscribers.Demand.none
    }

    private enum Step {
        case send(Downstream.Input, Downstream)
        case start(Int)
        case finish(Downstream)
    }

    private let state: SerialDelivery<State>
    private let calls: [() -> Call]
    private let maxConcurrent: Int

    init(_ downstream: Downstream, _ calls: [() -> Call], _ maxConcurrent: Int) {
        state = SerialDelivery(ofUnchecked: State(downstream: downstream))
        self.calls = calls
        self.maxConcurrent = maxConcurrent
    }

    func begin() {
        takeSteps()
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.demand += demand }
        takeSteps()
    }

    func cancel() {
        let slots = state.withLock { state in
            defer {
                state.downstream = nil
                state.slots = [:]
            }
            return state.slots.values
        }
        for case .running(let subscription, _) in slots { subscription?.cancel() }
    }

    private func takeSteps() {
        state.deliver(next) { step in
            switch step {
            case .send(let outcome, let downstream):
                let more = downstream.receive(outcome)
                state.withLock { $0.demand += more }
            case .start(let index): calls[index]().subscribe(Side(index: index, line: self))
            case .finish(let downstream): downstream.receive(completion: .finished)
            }
        }
    }

    private func next(_ state: inout State) -> Step? {
        guard let downstream = state.downstream else { return nil }
        while case .ended(let outcome) = state.slots[state.sent] {
            if let outcome {
                guard state.demand > .none else { break }
                state.demand -= 1
                state.slots[state.sent] = nil
                state.sent += 1
                return .send(outcome, downstream)
            }
            state.slots[state.sent] = nil
            state.sent += 1
        }
        if state.sent == calls.count {
            state.downstream = nil
            return .finish(downstream)
        }
        let mayStart = state.demand > .none && state.running < maxConcurrent
        if mayStart, state.started < calls.count {
            defer { state.started += 1 }
            state.running += 1
            state.slots[state.started] = .running(nil, last: nil)
            return .start(state.started)
        }
        return nil
    }

    private struct Side: Subscriber {
        typealias Input = Call.Output
        typealias Failure = Call.Failure

        let combineIdentifier = CombineIdentifier()
        let index: Int
        let line: CallsInLine

        func receive(subscription: any Subscription) {
            let isWanted = line.state.withLock { state in
                guard case .running(nil, let last) = state.slots[index] else { return false }
                state.slots[index] = .running(subscription, last: last)
                return true
            }
            if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
        }

        func receive(_ value: Input) -> Subscribers.Demand {
            line.state.withLock { state in
                guard case .running(let subscription, _) = state.slots[index] else { return }
                state.slots[index] = .running(subscription, last: value)
            }
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            line.state.withLock { state in
                guard case .running(_, let last) = state.slots[index] else { return }
                state.running -= 1
                switch completion {
                case .finished: state.slots[index] = .ended(last.map { .success($0) })
                case .failure(let error): state.slots[index] = .ended(.failure(error))
                }
            }
            line.takeSteps()
        }
    }
}
