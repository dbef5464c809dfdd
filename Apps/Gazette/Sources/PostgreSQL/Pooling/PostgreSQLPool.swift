import Foundation

/// A pool of connections to a database, each on a thread of its own.
///
/// Connections are made when they are needed, and again after they were lost. No task waits on a thread: operations are
/// queued, up to a limit. While no connection can be made, operations fail at once; from time to time one of them
/// tries it again.
public final class PostgreSQLPool: Sendable {
    private let queue: PoolQueue

    /// Makes a pool. Nothing is connected yet.
    public init(_ address: PostgreSQLAddress, limits: PostgreSQLLimits = .init()) {
        queue = PoolQueue(address, limits)
    }

    deinit {
        queue.close()
    }

    /// Runs an operation on a connection.
    ///
    /// It ends although its task is cancelled meanwhile: the database has it or not.
    ///
    /// - Parameters:
    ///   - isIdempotent: Whether the operation may run again after its connection was lost, which does not reveal whether
    ///     the server has carried it out. After a conflict of transactions any operation runs again.
    ///   - body: Runs the statements. Several that belong together are one ``PostgreSQLSession/transaction(_:)``.
    /// - Throws: The error of the last attempt.
    public func run<Value: Sendable>(
        isIdempotent: Bool,
        _ body: @escaping @Sendable (PostgreSQLSession) throws(PostgreSQLError) -> Value
    ) async throws(PostgreSQLError) -> Value {
        let result: Result<Value, PostgreSQLError> = await withCheckedContinuation { continuation in
            queue.add(
                PooledOperation(
                    isIdempotent: isIdempotent,
                    attempt: { session throws(PostgreSQLError) in
                        let value = try body(session)
                        return { continuation.resume(returning: .success(value)) }
                    },
                    fail: { continuation.resume(returning: .failure($0)) }))
        }
        return try result.get()
    }

    /// Whether a process of the server belongs to a connection of this pool.
    public func owns(_ processID: Int32) -> Bool { queue.owns(processID) }

    /// Lets the next operation try to connect, since the database can be reached again.
    public func retryNow() { queue.retryNow() }

    /// Fails the waiting operations and all later ones. Those that run may end.
    public func close() { queue.close() }
}

/// An operation that waits for a connection, or runs on one.
struct PooledOperation: Sendable {
    let isIdempotent: Bool
    /// Runs the operation, and returns how to report its success.
    let attempt: @Sendable (PostgreSQLSession) throws(PostgreSQLError) -> @Sendable () -> Void
    /// Reports the failure.
    let fail: @Sendable (PostgreSQLError) -> Void
    var deadline = ContinuousClock.now
    /// Whether it tries to connect after a failure.
    var isProbe = false
}
