#if SQLite
public import Foundation

/// The state of an outbox, for a screen.
public struct OutboxState: Sendable, Equatable {
    /// The number of writes that are waiting or being sent.
    public var waiting = 0
    /// The number of requests in progress.
    public var sending = 0
    /// The number of writes that may have been applied and need a decision by the app.
    public var unconfirmed = 0
    /// The number of writes that this build can't read.
    public var unreadable = 0
    /// The number of failed writes, which stay stored.
    public var failed = 0
    /// When the oldest write that hasn't failed was enqueued.
    public var oldest: Date?
    /// When the next write that waits after a failure is retried.
    public var nextAttempt: Date?
    /// The code of the last error; `nil` after a success.
    public var lastError: String?

    /// Makes the state of an empty outbox.
    public init() {}

    /// The number of all writes that haven't been delivered.
    public var total: Int { waiting + unconfirmed + unreadable + failed }
}
#endif
