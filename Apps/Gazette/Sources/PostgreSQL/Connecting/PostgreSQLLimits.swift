/// The limits of the connections to a database.
public struct PostgreSQLLimits: Sendable {
    /// The most connections of a pool.
    public var connections = 4
    /// The most operations that wait for a connection; further ones fail.
    public var waiting = 1000
    /// How long an operation waits for a connection.
    public var waitingTime = Duration.seconds(10)
    /// How long connecting may take.
    public var connectTimeout = Duration.seconds(5)
    /// How long a statement may take. The server cancels it then.
    public var statementTimeout = Duration.seconds(5)
    /// How often an operation is repeated after a lost connection or a conflict.
    public var retries = 2
    /// How long operations fail at once after a connection could not be made; it doubles up to the second duration.
    public var pause = (first: Duration.milliseconds(500), longest: Duration.seconds(8))

    /// Makes the default limits.
    public init() {}
}
