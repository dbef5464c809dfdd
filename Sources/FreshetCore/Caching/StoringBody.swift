import Foundation

/// A body that is copied while it is read, and stored when it was read to its end.
final class StoringBody: TransportBody {
    private let base: any TransportBody
    private let limit: Int
    private let complete: @Sendable (Data?) async -> Void
    /// What has passed so far; `nil` once it is too much, or done with.
    private let kept = Lock<Data?>(Data())

    /// - Parameters:
    ///   - limit: How much is kept at most.
    ///   - complete: Receives the whole body when it has passed; `nil` when it is larger than the limit. It is not called
    ///     for a body that breaks off.
    init(_ base: any TransportBody, limit: Int, complete: @escaping @Sendable (Data?) async -> Void) {
        self.base = base
        self.limit = limit
        self.complete = complete
    }

    func next() async throws(FetchError) -> Data? {
        let chunk: Data?
        do throws(FetchError) {
            chunk = try await base.next()
        } catch {
            kept.withLock { $0 = nil }
            throw error
        }
        if let chunk {
            let isTooLarge = kept.withLock { kept in
                guard let count = kept?.count else { return false }
                guard chunk.count <= limit - count else {
                    kept = nil
                    return true
                }
                if count == 0 { kept = chunk } else { kept?.append(chunk) }
                return false
            }
            if isTooLarge { await complete(nil) }
        } else if let body = kept.withLock({ kept in
            defer { kept = nil }
            return kept
        }) {
            await complete(body)
        }
        return chunk
    }

    func cancel() {
        kept.withLock { $0 = nil }
        base.cancel()
    }
}
