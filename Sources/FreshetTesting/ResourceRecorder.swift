import FreshetCore
public import FreshetResources

/// Observes a resource and records its states, for tests.
///
/// ```swift
/// let recorder = ResourceRecorder(theatre.resource(.play(7)))
/// let state = await recorder.state { $0.value != nil }
/// ```
public final class ResourceRecorder<Value: Sendable>: Sendable {
    private typealias Condition = @Sendable (ResourceState<Value>) -> Bool

    private struct State {
        var states: [ResourceState<Value>] = []
        var watchers: [(isMet: Condition, continuation: CheckedContinuation<ResourceState<Value>, Never>)] = []
        var observation: ResourceObservation?
    }

    private let state = Lock(State())

    /// Begins to observe.
    public init(_ resource: some ResourceReadable<Value>) {
        let observation = resource.observe { [state] new in
            let met = state.withLock { state in
                state.states.append(new)
                let met = state.watchers.filter { $0.isMet(new) }
                state.watchers.removeAll { $0.isMet(new) }
                return met
            }
            for watcher in met { watcher.continuation.resume(returning: new) }
        }
        state.withLock { $0.observation = observation }
    }

    /// The states so far, in order.
    public var states: [ResourceState<Value>] { state.withLock { $0.states } }

    /// The values of the states so far, in order. Consecutive states may have the same value.
    public var values: [Value?] { states.map(\.value) }

    /// The last state; `nil` before the cache was read.
    public var last: ResourceState<Value>? { states.last }

    /// Waits until the last state meets a condition, which may be met already.
    ///
    /// - Parameter isMet: Returns whether a state meets the condition. It runs several times.
    @discardableResult
    public func state(where isMet: @escaping @Sendable (ResourceState<Value>) -> Bool) async -> ResourceState<Value> {
        await withCheckedContinuation { continuation in
            let present = state.withLock { state -> ResourceState<Value>? in
                if let last = state.states.last, isMet(last) { return last }
                state.watchers.append((isMet, continuation))
                return nil
            }
            if let present { continuation.resume(returning: present) }
        }
    }

    /// Ends the observation.
    public func stop() {
        state.withLock { $0.observation.take() }?.cancel()
    }
}
