public import FreshetCore

/// An observer that records every step of every call, for tests.
public final class EventRecorder: FetchObserver {
    private let log = WatchedState<[FetchEvent]>([])

    /// Makes a recorder without events.
    public init() { TaskActivity.count() }

    /// The steps so far, in order.
    public var events: [FetchEvent] { log.read { $0 } }

    /// Records an event.
    public func observe(_ event: FetchEvent) {
        log.change { $0.append(event) }
    }

    /// Waits until `count` events match, and returns them.
    ///
    /// ```swift
    /// try await recorder.waitForEvents(count: 2) { if case .joined = $0.step { true } else { false } }
    /// ```
    ///
    /// - Parameters:
    ///   - count: The number of events to wait for.
    ///   - file: The file that the error names.
    ///   - line: The line that the error names.
    ///   - isMatch: Returns whether an event matches. It may be called several times for one event.
    /// - Throws: ``WaitFailure``, listing all steps so far, if fewer events match;
    ///   `CancellationError` if the waiting task is cancelled.
    @discardableResult
    public func waitForEvents(
        count: Int = 1, file: StaticString = #fileID, line: UInt = #line,
        where isMatch: @escaping @Sendable (FetchEvent) -> Bool
    ) async throws -> [FetchEvent] {
        try await log.wait(
            for: "\(count) matching events", at: SourcePlace(file, line), seen: { "\($0.map(\.step))" }
        ) { $0.count(where: isMatch) >= count }
        return events.filter(isMatch)
    }
}
