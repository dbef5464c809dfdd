#if SQLite
public import FreshetCore

/// The settings of an outbox: its limits, and the rules for sending a failed write again.
///
/// ```swift
/// var settings = OutboxSettings()
/// settings.countLimit = 1_000
/// settings.isShared = true
/// ```
public struct OutboxSettings: Sendable {
    /// Whether a change is on the disk when it is committed (SQLite's `PRAGMA synchronous`).
    public enum Synchronous: Sendable, Hashable {
        /// Each change is on the disk: a write survives a power failure. This is the default.
        case full
        /// A write survives the end of the process, but not always a power failure. This is faster.
        case normal
    }

    /// The maximum number of writes, including failed ones that wait for the app's decision:
    /// 10,000.
    public var countLimit = 10_000
    /// The maximum total size of all writes, in bytes: 64 MiB.
    public var byteLimit = 64 << 20
    /// The maximum size of a response that is stored until its outcome is acknowledged, and of the
    /// input that is needed to decode it after a restart, in bytes: 64 KiB.
    public var responseLimit = 64 << 10
    /// The maximum number of outcomes that are stored until they are acknowledged: 1,000. The
    /// oldest are removed first.
    public var outcomeLimit = 1_000
    /// The maximum number of concurrent requests per host: 4.
    public var concurrentPerHost = 4
    /// When and how often a failed write is sent again: by default without limit, after delays of
    /// up to one second that grow to five minutes. A `Retry-After` from the server counts up to one
    /// day.
    ///
    /// The policy's budget, attempt timeout and `shouldRetry` aren't used.
    public var retry = RetryPolicy(attempts: .max, base: .seconds(1), cap: .seconds(300), budget: nil)
    /// Whether several processes open the file at the same time, such as an app and its extension:
    /// `false` by default.
    ///
    /// One of the processes sends. The others enqueue writes and see changes within a second. When
    /// the sender ends, in whatever way, another process takes over. Each process checks the file
    /// twice per second.
    public var isShared = false
    /// Whether a change is on the disk when it is committed.
    public var synchronous = Synchronous.full

    /// Makes settings with the default values.
    public init() {}
}
#endif
