/// A database that stores nothing, where not even one in memory can be made.
struct NoDatabase: ReaderDatabase {
    struct Unavailable: Error {}

    func transaction<Value: Sendable>(
        isIdempotent: Bool, _ body: @escaping @Sendable (any StatementRunner) throws -> Value
    ) async throws -> Value {
        throw Unavailable()
    }

    func meaning(of error: any Error) -> DatabaseFailure { .temporary }
    func listen(_ receive: @escaping @Sendable (DatabaseNews) -> Void) {}
    func close() {}
}
