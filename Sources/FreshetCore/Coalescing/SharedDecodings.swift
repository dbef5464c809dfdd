/// The values that were decoded from one body, for several callers.
///
/// The first caller of a type decodes; others wait for that value, without keeping a thread.
package final class SharedDecodings: Sendable {
    private let tasks = Lock<[ObjectIdentifier: Task<any Sendable, any Error>]>([:])

    package init() {}

    /// Returns the value of a type, decoded once.
    package func value<Value: Sendable>(_ decode: @escaping @Sendable () throws -> Value) async throws -> Value {
        let task = tasks.withLock { tasks in
            let id = ObjectIdentifier(Value.self)
            if let task = tasks[id] { return task }
            let task = Task<any Sendable, any Error> { try decode() }
            tasks[id] = task
            return task
        }
        if let value = try await task.value as? Value { return value }
        return try decode()
    }
}
