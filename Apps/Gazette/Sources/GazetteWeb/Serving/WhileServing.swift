import ServiceLifecycle

/// How long responses may take once the server stops.
enum ShutdownTimes {
    /// How long they may wait for services; then they are sent with what has loaded.
    static let soft = Duration.seconds(2)
    /// How long they may take at all; then their connections are closed.
    static let hard = Duration.seconds(4)
}

/// Runs an operation, and cancels it if it has not ended shortly after the server begins to stop.
@concurrent func whileServing<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await gracefulShutdown()
            try await Task.sleep(for: ShutdownTimes.soft)
            throw CancellationError()
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
