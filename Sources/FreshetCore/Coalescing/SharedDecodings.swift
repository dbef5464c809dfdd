/// The values that were decoded from one body, for several callers.
///
/// The first caller of a type decodes; others wait for that value, without keeping a thread.
package final class SharedDecodings: Sendable {
    private enum Decoding {
        case underWay(Task<any Sendable, any Error>)
        case done(any Sendable)
    }

    private let decodings = Lock<[ObjectIdentifier: Decoding]>([:])

    package init() {}

    /// Returns the value of a type, decoded once.
    package func value<Value: Sendable>(_ decode: @escaping @Sendable () throws -> Value) async throws -> Value {
        let id = ObjectIdentifier(Value.self)
        let decoding = decodings.withLock { decodings in
            if let decoding = decodings[id] { return decoding }
            let decoding = Decoding.underWay(Task { try decode() })
            decodings[id] = decoding
            return decoding
        }
        let value: any Sendable
        switch decoding {
        case .done(let known):
            value = known
        case .underWay(let task):
            value = try await task.value
            decodings.withLock { $0[id] = .done(value) }
        }
        return try value as? Value ?? decode()
    }
}
