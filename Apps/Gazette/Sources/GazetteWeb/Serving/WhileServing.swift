import ServiceLifecycle

/// Runs an operation, and cancels it if it has not ended shortly after the server begins to stop.
@concurrent func whileServing<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await gracefulShutdown()
            try await Task.sleep(for: WebServer.softShutdownTime)
            throw CancellationError()
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
