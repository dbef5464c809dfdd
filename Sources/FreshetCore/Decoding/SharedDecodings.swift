/// The values decoded from one body, shared by several callers.
///
/// The first caller of a type decodes it on its own executor. Others wait for that value without blocking a thread.
package final class SharedDecodings: Sendable {
    private typealias Outcome = Result<any Sendable, any Error>
    private typealias Waiter = CheckedContinuation<any Sendable, any Error>

    private struct Decoding {
        /// `nil` during the decoding.
        var outcome: Outcome?
        var waiters: [Waiter] = []
    }

    private let decodings = Lock<[ObjectIdentifier: Decoding]>([:])

    package init() {}

    /// Returns the value of a type, decoded once.
    package func value<Value: Sendable>(_ decode: () throws -> Value) async throws -> Value {
        let id = ObjectIdentifier(Value.self)
        let (outcome, isFirst) = begin(id)
        if isFirst { return try firstValue(id, decode) }
        let value = if let outcome { try outcome.get() } else { try await decoded(id) }
        guard let value = value as? Value else { return try decode() }
        return value
    }

    /// The same without waiting: a value that another caller is decoding is decoded once more.
    func valueAtOnce<Value: Sendable>(_ decode: () throws -> Value) throws -> Value {
        let id = ObjectIdentifier(Value.self)
        let (outcome, isFirst) = begin(id)
        if isFirst { return try firstValue(id, decode) }
        guard let value = try outcome?.get() as? Value else { return try decode() }
        return value
    }

    private func begin(_ id: ObjectIdentifier) -> (outcome: Outcome?, isFirst: Bool) {
        decodings.withLock { decodings in
            if let decoding = decodings[id] { return (decoding.outcome, false) }
            decodings[id] = Decoding()
            return (nil, true)
        }
    }

    private func firstValue<Value: Sendable>(_ id: ObjectIdentifier, _ decode: () throws -> Value) throws -> Value {
        let outcome = Result { try decode() }
        end(id, with: outcome.map { $0 as any Sendable })
        return try outcome.get()
    }

    private func end(_ id: ObjectIdentifier, with outcome: Outcome) {
        let waiters = decodings.withLock { decodings in
            let waiters = decodings[id]?.waiters
            decodings[id] = Decoding(outcome: outcome)
            return waiters ?? []
        }
        for waiter in waiters { waiter.resume(with: outcome) }
    }

    private func decoded(_ id: ObjectIdentifier) async throws -> any Sendable {
        try await withCheckedThrowingContinuation { waiter in
            let outcome = decodings.withLock { decodings in
                let outcome = decodings[id]?.outcome
                if outcome == nil { decodings[id]?.waiters.append(waiter) }
                return outcome
            }
            if let outcome { waiter.resume(with: outcome) }
        }
    }
}
