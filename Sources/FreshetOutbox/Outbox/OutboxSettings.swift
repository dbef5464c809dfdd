#if SQLite
public import FreshetCore

/// The settings of an outbox: its limits, and when a failed write is sent again.
public struct OutboxSettings: Sendable {
    /// Whether a change is on the disk when it is committed (`PRAGMA synchronous` of SQLite).
    public enum Synchronous: Sendable, Hashable {
        /// It is: a write outlives the loss of power. The default.
        case full
        /// It outlives the end of the process, but not always the loss of power. Faster.
        case normal
    }

    /// The most writes, those included that have failed and wait for a decision of the app: 10,000.
    public var countLimit = 10_000
    /// The most bytes of all writes: 64 MiB.
    public var byteLimit = 64 << 20
    /// The most bytes of a response that are stored until its outcome is acknowledged, and of the input that reads it
    /// after a restart: 64 KiB.
    public var responseLimit = 64 << 10
    /// The most outcomes that are stored until they are acknowledged: 1,000. The oldest are removed first.
    public var outcomeLimit = 1_000
    /// The most requests at once for each host: 4.
    public var concurrentPerHost = 4
    /// When a failed write is sent again, and how often: after waits of up to a second, growing to five minutes, without
    /// an end. A `Retry-After` of the server counts up to a day.
    ///
    /// Its budget, its timeout of attempts and its `shouldRetry` are not used.
    public var retry = RetryPolicy(attempts: .max, base: .seconds(1), cap: .seconds(300), budget: nil)
    /// Whether several processes open the file at once, such as an app and its extension: `false` by default.
    ///
    /// One of them sends. The others enqueue, see what changes within a second, and one of them sends as soon as the
    /// first has ended in any way. Each looks at the file twice a second.
    public var isShared = false
    /// Whether a change is on the disk when it is committed.
    public var synchronous = Synchronous.full

    /// Makes settings with the default values.
    public init() {}
}
#endif
