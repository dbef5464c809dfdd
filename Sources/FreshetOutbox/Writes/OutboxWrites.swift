#if SQLite
public import FreshetCore

/// The writes that an outbox knows, each with the client that sends it.
///
/// ```swift
/// var writes = OutboxWrites()
/// try writes.register(like, with: forum)
/// ```
public struct OutboxWrites: Sendable {
    private(set) var registered: [String: RegisteredWrite] = [:]
    private let reportMisuse: @Sendable (String) -> Void

    /// Makes an empty list.
    public init() {
        self.init { assertionFailure($0) }
    }

    init(reportingMisuse reportMisuse: @escaping @Sendable (String) -> Void) {
        self.reportMisuse = reportMisuse
    }

    /// Registers a write.
    ///
    /// - Throws: ``OutboxError/duplicateName(_:)`` if another write has its name; a debug build
    ///   traps.
    public mutating func register<API, Input, Output>(
        _ write: DurableWrite<API, Input, Output>, with client: Client<API>
    ) throws(OutboxError) {
        guard registered[write.name] == nil else {
            reportMisuse("Two durable writes have the name \(write.name)")
            throw .duplicateName(write.name)
        }
        registered[write.name] = RegisteredWrite(write, client)
    }
}
#endif
