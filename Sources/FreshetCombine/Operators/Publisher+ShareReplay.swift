public import CombineCompletion
import FreshetCore

extension Publisher {
    /// Shares one subscription among many subscribers, and replays the last values to later ones.
    ///
    /// ```swift
    /// let headlines = news.publisher(for: .headlines).share(replay: 1)
    /// let list = headlines.map(\.articles).replaceError(with: []).sink { show($0) }
    /// let badge = headlines.map(\.articles.count).replaceError(with: 0).sink { count($0) }
    /// ```
    ///
    /// The subscription begins with the first subscriber that has demand, and is cancelled when the
    /// last one leaves. The next subscriber then starts a new one. After the completion, later
    /// subscribers receive the last values and the completion. Values are requested without limit:
    /// a subscriber with less demand misses values that `count` newer ones have replaced.
    ///
    /// - Parameter count: The number of last values to keep, at least 1.
    public func share(replay count: Int) -> Publishers.ShareReplay<Self> {
        Publishers.ShareReplay(upstream: self, count: Swift.max(1, count))
    }
}

extension Publishers {
    /// A publisher that shares one subscription and replays its last values.
    public final class ShareReplay<Upstream: Publisher>: Publisher {
        /// The type of the values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        fileprivate struct State {
            var kept: ArraySlice<Output> = []
            /// The number of values that arrived before the kept ones.
            var dropped = 0
            var end: Subscribers.Completion<Failure>?
            var upstream: (any Subscription)?
            var isConnected = false
            /// The number of the subscription, which separates its values from the next
            /// subscription's.
            var generation = 0
            var listeners: [CombineIdentifier: Listener] = [:]
        }

        /// A subscriber: the values it has received, and its demand.
        fileprivate final class Listener: Subscription {
            struct Progress {
                /// The number of values it has received, including those before its subscription.
                var seen: Int
                var demand = Subscribers.Demand.none
                var isOver = false
            }

            private enum Step {
                case value(Output)
                case end(Subscribers.Completion<Failure>)
            }

            private let owner: ShareReplay
            /// Lock order: this lock first, then the owner's.
            private let progress: SerialDelivery<Progress>
            private let deliver: (Output) -> Subscribers.Demand
            private let finish: (Subscribers.Completion<Failure>) -> Void

            init<S: Subscriber>(_ owner: ShareReplay, _ subscriber: S, seen: Int)
            where S.Input == Output, S.Failure == Failure {
                self.owner = owner
                progress = SerialDelivery(Progress(seen: seen))
                deliver = { subscriber.receive($0) }
                finish = { subscriber.receive(completion: $0) }
            }

            func request(_ demand: Subscribers.Demand) {
                progress.withLock { $0.demand += demand }
                owner.connect()
                serve()
            }

            func cancel() {
                progress.withLock { $0.isOver = true }
                owner.remove(self)
            }

            func serve() {
                progress.deliver(next) { step in
                    switch step {
                    case .value(let value):
                        let more = deliver(value)
                        progress.withLock { $0.demand += more }
                    case .end(let end): finish(end)
                    }
                }
            }

            private func next(_ progress: inout Progress) -> Step? {
                guard !progress.isOver else { return nil }
                return owner.state.withLock { state in
                    progress.seen = Swift.max(progress.seen, state.dropped)
                    let position = progress.seen - state.dropped
                    if position < state.kept.count {
                        guard progress.demand > .none else { return nil }
                        progress.demand -= 1
                        progress.seen += 1
                        return .value(state.kept[state.kept.startIndex + position])
                    }
                    guard let end = state.end else { return nil }
                    progress.isOver = true
                    state.listeners[combineIdentifier] = nil
                    return .end(end)
                }
            }
        }

        private let upstream: Upstream
        private let count: Int
        fileprivate let state = Lock<State>(ofUnchecked: State())

        fileprivate init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            self.count = count
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let listener = state.withLock { state in
                let listener = Listener(self, subscriber, seen: state.dropped)
                state.listeners[listener.combineIdentifier] = listener
                return listener
            }
            subscriber.receive(subscription: listener)
            listener.serve()
        }

        private func connect() {
            let generation = state.withLock { state -> Int? in
                guard !state.isConnected, state.end == nil, !state.listeners.isEmpty else { return nil }
                state.isConnected = true
                state.generation += 1
                return state.generation
            }
            if let generation { upstream.subscribe(Source(generation: generation, owner: self)) }
        }

        private func remove(_ listener: Listener) {
            let upstream = state.withLock { state -> (any Subscription)? in
                state.listeners[listener.combineIdentifier] = nil
                guard state.listeners.isEmpty, state.isConnected, state.end == nil else { return nil }
                // A new generation: values that the cancelled subscription still sends belong to an earlier
                // one, and are ignored.
                defer { state = State(generation: state.generation + 1) }
                return state.upstream
            }
            upstream?.cancel()
        }

        private struct Source: Subscriber {
            typealias Input = Output

            let combineIdentifier = CombineIdentifier()
            let generation: Int
            let owner: ShareReplay

            func receive(subscription: any Subscription) {
                let isWanted = owner.state.withLock { state in
                    guard state.generation == generation, state.upstream == nil else { return false }
                    state.upstream = subscription
                    return true
                }
                if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
            }

            func receive(_ value: Output) -> Subscribers.Demand {
                change { state in
                    state.kept.append(value)
                    if state.kept.count > owner.count {
                        state.kept.removeFirst()
                        state.dropped += 1
                    }
                }
                return .none
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                change { state in
                    state.end = completion
                    state.upstream = nil
                }
            }

            private func change(_ change: (inout State) -> Void) {
                // The listeners are served outside the lock, since their subscribers may cancel or request
                // from within.
                let listeners = owner.state.withLock { state -> [Listener] in
                    guard state.generation == generation, state.end == nil else { return [] }
                    change(&state)
                    return Array(state.listeners.values)
                }
                for listener in listeners { listener.serve() }
            }
        }
    }
}
