import FreshetCore
public import FreshetResources

/// An observer that records the states of a resource, for tests.
///
/// ```swift
/// let recorder = ResourceRecorder(theatre.resource(.play(7)))
/// let state = try await recorder.state { $0.value != nil }
/// ```
public final class ResourceRecorder<Value: Sendable>: Sendable {
    private let record = WatchedState<[ResourceState<Value>]>([])
    private let observation = Lock<ResourceObservation?>(nil)

    /// Starts observing a resource.
    public init(_ resource: some ResourceReadable<Value>) {
        TaskActivity.count()
        let observation = resource.observe { [record] state in record.change { $0.append(state) } }
        self.observation.withLock { $0 = observation }
    }

    /// The states so far, in order.
    public var states: [ResourceState<Value>] { record.read { $0 } }

    /// The values of the states so far, in order. Consecutive states may have the same value.
    public var values: [Value?] { states.map(\.value) }

    /// The latest state; `nil` before the cache was read.
    public var last: ResourceState<Value>? { states.last }

    /// Waits until the latest state meets a condition, and returns it. The condition may already be
    /// met.
    ///
    /// - Parameters:
    ///   - file: The file that the error names.
    ///   - line: The line that the error names.
    ///   - isMet: Returns whether a state meets the condition. It may be called several times.
    /// - Throws: ``WaitFailure``, with the latest state, if none does; `CancellationError` if the
    ///   waiting task is cancelled.
    @discardableResult
    public func state(
        file: StaticString = #fileID, line: UInt = #line,
        where isMet: @escaping @Sendable (ResourceState<Value>) -> Bool
    ) async throws -> ResourceState<Value> {
        let found = Lock<ResourceState<Value>?>(nil)
        try await record.wait(
            for: "a matching state", at: SourcePlace(file, line),
            seen: { "\($0.count) states, at last \($0.last.map { "\($0)" } ?? "none")" }
        ) { states in
            guard let last = states.last, isMet(last) else { return false }
            found.withLock { $0 = $0 ?? last }
            return true
        }
        guard let state = found.withLock({ $0 }) else { preconditionFailure("The state that was found is missing") }
        return state
    }

    /// Ends the observation.
    public func stop() {
        observation.withLock { $0.take() }?.cancel()
    }
}
