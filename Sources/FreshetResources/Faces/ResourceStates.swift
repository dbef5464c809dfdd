/// The states of a resource, as a sequence that never fails and does not end by itself.
public struct ResourceStates<Value: Sendable>: AsyncSequence, Sendable {
    /// The states.
    public typealias Element = ResourceState<Value>
    /// The sequence never fails.
    public typealias Failure = Never

    let observe: @Sendable (@escaping @Sendable (ResourceState<Value>) -> Void) -> ResourceObservation

    /// Makes an iterator, which observes from its first element on.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(observe: observe) }

    /// The iterator of the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let observe: @Sendable (@escaping @Sendable (ResourceState<Value>) -> Void) -> ResourceObservation
        private var iterator: AsyncStream<ResourceState<Value>>.AsyncIterator?

        init(observe: @escaping @Sendable (@escaping @Sendable (ResourceState<Value>) -> Void) -> ResourceObservation) {
            self.observe = observe
        }

        /// Returns the next state; `nil` once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> ResourceState<Value>? {
            // Not when the iterator is made: one that is never advanced must not fetch anything or keep the
            // resource alive.
            if iterator == nil { iterator = stream().makeAsyncIterator() }
            return await iterator?.next(isolation: actor)
        }

        private func stream() -> AsyncStream<ResourceState<Value>> {
            // States replace each other. An unbounded buffer would grow for a reader that is slow, and show
            // it outdated states.
            AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                let observation = observe { continuation.yield($0) }
                continuation.onTermination = { _ in observation.cancel() }
            }
        }
    }
}

/// The values of a resource, as a sequence that never fails and does not end by itself.
public struct ResourceValues<Value: Sendable>: AsyncSequence, Sendable {
    /// The values.
    public typealias Element = Value
    /// The sequence never fails.
    public typealias Failure = Never

    let states: ResourceStates<Value>

    /// Makes an iterator, which observes from its first element on.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(iterator: states.makeAsyncIterator()) }

    /// The iterator of the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var iterator: ResourceStates<Value>.AsyncIterator
        private var last: (account: UInt64, revision: Revision)?

        init(iterator: ResourceStates<Value>.AsyncIterator) {
            self.iterator = iterator
        }

        /// Returns the next value; `nil` once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Value? {
            while let state = await iterator.next(isolation: actor) {
                guard let value = state.value, last.map({ $0 != (state.account, state.revision) }) ?? true else {
                    continue
                }
                last = (state.account, state.revision)
                return value
            }
            return nil
        }
    }
}
