public import FreshetCore

/// The phase of the latest run of a ``WriteModel`` or a `WriteObject`.
public enum WritePhase: Sendable, Equatable {
    /// It has not run yet.
    case idle
    /// Its changes are shown, and it waits for earlier writes of its scope.
    case queued
    /// Its changes are shown, and its request is in progress.
    case running
    /// The server has accepted it.
    case succeeded
    /// It failed. A cancelled run is `idle` instead.
    case failed(FetchError)

    /// Whether the run has not ended.
    public var isRunning: Bool { self == .queued || self == .running }

    /// Why the run failed; `nil` if it didn't.
    public var error: FetchError? {
        if case .failed(let error) = self { error } else { nil }
    }
}
