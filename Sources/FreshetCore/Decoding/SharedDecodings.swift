/// The values decoded from one body, shared by several callers.
///
/// The first caller that needs a type decodes it on its own executor. Others wait for that value
/// without blocking a thread.
package final class SharedDecodings: Sendable {
    private typealias Outcome = Result<any Sendable, any Error>
    private typealias Waiter = CheckedContinuation<Outcome?, Never>

    private struct Decoding {
        /// `nil` while the value is being decoded.
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
        let decoded = if let outcome { outcome } else { await self.outcome(of: id) }
        guard let value = try decoded?.get() as? Value else { return try decode() }
        return value
    }

    /// Returns the value of a type without waiting. If another caller is decoding it, it is decoded
    /// a second time.
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
        // A cancelled caller's failure says nothing about the body.
        var shared: Outcome? = outcome
        if case .failure = outcome, Task.isCancelled { shared = nil }
        let waiters = decodings.withLock { decodings in
            let waiters = decodings[id]?.waiters
            // Without an outcome to share, the entry is removed, so that the next caller decodes.
            decodings[id] = shared.map { Decoding(outcome: $0) }
            return waiters ?? []
        }
        // Outside the lock: an executor may run a resumed task before `resume` returns, and the task locks again.
        for waiter in waiters { waiter.resume(returning: shared) }
    }

    /// Waits for another caller's outcome; `nil` if there is none to share.
    private func outcome(of id: ObjectIdentifier) async -> Outcome? {
        await withCheckedContinuation { waiter in
            let (outcome, isEnded) = decodings.withLock { decodings -> (Outcome?, Bool) in
                // Checked again: the first caller may have finished since `begin`, and nobody would resume this one.
                if decodings[id] != nil, decodings[id]?.outcome == nil {
                    decodings[id]?.waiters.append(waiter)
                    return (nil, false)
                }
                return (decodings[id]?.outcome, true)
            }
            if isEnded { waiter.resume(returning: outcome) }
        }
    }
}
