public import CombineCompletion
public import FreshetCore

extension Publisher {
    /// Runs a call for each input, and sends the loading states of the latest call.
    ///
    /// ```swift
    /// $query
    ///     .latest { news.publisher(for: .search($0)) }
    ///     .receive(on: DispatchQueue.main)
    ///     .assign(to: &$state)
    /// ```
    ///
    /// A new input cancels the previous input's call, whose value is then never delivered, on
    /// whichever thread it arrives. A failed call sends `.failed`, and the stream continues: the
    /// next input works as usual. The stream finishes when the inputs and the last call have ended,
    /// and fails if the inputs fail.
    ///
    /// Inputs are requested without limit. If states lack demand, only the newest is kept.
    public func latest<Child: Publisher>(
        _ call: @escaping (Output) -> Child
    ) -> Publishers.Latest<Self, Child> {
        Publishers.Latest(upstream: self, call: call)
    }
}

extension Publishers {
    /// A publisher of the loading states of the latest input's call.
    public struct Latest<Upstream: Publisher, Child: Publisher>: Publisher {
        /// The type of the values.
        public typealias Output = LoadingState<Child.Output>
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        let upstream: Upstream
        let call: (Upstream.Output) -> Child

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let calls = LatestCalls<Upstream, Child, S>(subscriber, call)
            subscriber.receive(subscription: calls)
            upstream.subscribe(calls)
        }
    }
}

private final class LatestCalls<Upstream: Publisher, Child: Publisher, Downstream: Subscriber>: Subscriber, Subscription
where Downstream.Input == LoadingState<Child.Output>, Downstream.Failure == Upstream.Failure {
    typealias Input = Upstream.Output
    typealias Failure = Upstream.Failure

    private struct State {
        var downstream: Downstream?
        var upstream: (any Subscription)?
        var inputsEnded: Subscribers.Completion<Failure>?
        /// The number of the input whose call may still report.
        var current = 0
        var isCalling = false
        var call: (any Subscription)?
        /// The calls whose `request` has not returned. Some publishers, such as `Just`, must not be
        /// cancelled on another thread meanwhile.
        var requested: [Int: any Subscription] = [:]
        var pending: Downstream.Input?
        var demand = Subscribers.Demand.none
    }

    private let state: SerialDelivery<State>
    private let makeCall: (Input) -> Child

    init(_ downstream: Downstream, _ makeCall: @escaping (Input) -> Child) {
        state = SerialDelivery(ofUnchecked: State(downstream: downstream))
        self.makeCall = makeCall
    }

    // MARK: - Subscription

    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.demand += demand }
        deliver()
    }

    func cancel() {
        let old = state.withLock { state in
            defer {
                // No call has this number, so nothing that is still in progress is delivered.
                state = State(current: .max, requested: state.requested)
            }
            return state
        }
        old.call?.cancel()
        old.upstream?.cancel()
    }

    // MARK: - Inputs

    func receive(subscription: any Subscription) {
        let isWanted = state.withLock { state in
            guard state.downstream != nil, state.upstream == nil else { return false }
            state.upstream = subscription
            return true
        }
        if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        var superseded: (any Subscription)?
        let number = state.withLock { state -> Int? in
            guard state.downstream != nil else { return nil }
            superseded = state.call.take()
            state.current += 1
            state.isCalling = true
            state.pending = .loading
            return state.current
        }
        guard let number else { return .none }
        superseded?.cancel()
        deliver()
        // The subscriber may have cancelled, or sent another input, when it received `.loading`.
        guard state.withLock({ $0.current == number }) else { return .none }
        makeCall(input).subscribe(CallSide(number: number, calls: self))
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        var superseded: (any Subscription)?
        state.withLock { state in
            guard state.downstream != nil else { return }
            state.upstream = nil
            state.inputsEnded = completion
            guard case .failure = completion else { return }
            superseded = state.call.take()
            state.current += 1
            state.isCalling = false
            state.pending = nil
        }
        superseded?.cancel()
        deliver()
    }

    // MARK: - The call

    private struct CallSide: Subscriber {
        typealias Input = Child.Output
        typealias Failure = Child.Failure

        let combineIdentifier = CombineIdentifier()
        let number: Int
        let calls: LatestCalls

        func receive(subscription: any Subscription) {
            let isWanted = calls.state.withLock { state in
                guard state.downstream != nil, state.current == number, state.call == nil,
                    state.requested[number] == nil
                else { return false }
                state.requested[number] = subscription
                return true
            }
            guard isWanted else { return subscription.cancel() }
            subscription.request(.unlimited)
            let outdated = calls.state.withLock { state -> (any Subscription)? in
                let requested = state.requested.removeValue(forKey: number)
                guard state.current == number, state.isCalling else { return requested }
                state.call = requested
                return nil
            }
            outdated?.cancel()
        }

        func receive(_ value: Child.Output) -> Subscribers.Demand {
            let outdated = calls.state.withLock { state -> (any Subscription)? in
                guard state.current == number else { return state.requested.removeValue(forKey: number) }
                state.pending = .loaded(value)
                return nil
            }
            // Otherwise, a publisher that sends its values from within `request` would never stop.
            outdated?.cancel()
            calls.deliver()
            return .none
        }

        func receive(completion: Subscribers.Completion<Child.Failure>) {
            calls.state.withLock { state in
                state.requested[number] = nil
                guard state.current == number else { return }
                state.call = nil
                state.isCalling = false
                if case .failure(let error) = completion {
                    state.pending = error.isCancellation ? .idle : .failed(error)
                }
            }
            calls.deliver()
        }
    }

    // MARK: - Delivery

    private enum Delivery {
        case state(Downstream.Input, Downstream)
        case end(Subscribers.Completion<Failure>, Downstream)
    }

    private func deliver() {
        state.deliver {
            Self.next(&$0)
        } to: { delivery in
            switch delivery {
            case .state(let loadingState, let downstream):
                let more = downstream.receive(loadingState)
                state.withLock { $0.demand += more }
            case .end(let completion, let downstream):
                downstream.receive(completion: completion)
            }
        }
    }

    private static func next(_ state: inout State) -> Delivery? {
        guard let downstream = state.downstream else { return nil }
        if let pending = state.pending, state.demand > .none {
            state.pending = nil
            state.demand -= 1
            return .state(pending, downstream)
        }
        if let end = state.inputsEnded, !state.isCalling, state.pending == nil {
            state.downstream = nil
            return .end(end, downstream)
        }
        return nil
    }
}
