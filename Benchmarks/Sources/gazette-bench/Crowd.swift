import Foundation

/// Allows as many open files as the system does: every visitor needs a connection in this process and in the server.
func raiseFileLimit() {
    var files = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    files.rlim_cur = files.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
}

/// Runs a function for each item, up to `width` at once, and returns the results in the order in which they
/// finish.
func each<Item: Sendable, Value: Sendable>(
    _ items: [Item], width: Int, _ body: @escaping @Sendable (Item) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        var remaining = items[...]
        for item in remaining.prefix(width) { group.addTask { try await body(item) } }
        remaining = remaining.dropFirst(width)
        var values: [Value] = []
        while let value = try await group.next() {
            values.append(value)
            if let item = remaining.popFirst() { group.addTask { try await body(item) } }
        }
        return values
    }
}
