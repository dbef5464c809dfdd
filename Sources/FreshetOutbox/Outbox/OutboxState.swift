#if SQLite
public import Foundation

/// The state of an outbox, for a screen.
public struct OutboxState: Sendable, Equatable {
    /// The number of writes that wait or are being sent.
    public var waiting = 0
    /// The number of requests in progress.
    public var sending = 0
    /// The number of writes that may have been applied, for which the app has to decide.
    public var unconfirmed = 0
    /// The number of writes that this build can't read.
    public var unreadable = 0
    /// The number of writes that have failed and stay stored.
    public var failed = 0
    /// When the oldest write was enqueued that has not failed.
    public var oldest: Date?
    /// When the next write is tried again that waits after a failure.
    public var nextAttempt: Date?
    /// The code of the last error; `nil` after a success.
    public var lastError: String?

    /// Makes the state of an empty outbox.
    public init() {}

    /// The number of all writes that were not delivered.
    public var total: Int { waiting + unconfirmed + unreadable + failed }
}
#endif
