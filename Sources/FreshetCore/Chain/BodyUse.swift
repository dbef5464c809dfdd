import Foundation

/// A flag that records whether a body that can only be read once was read.
final class BodyUse: Sendable {
    private let hasBegun = Lock(false)

    /// Returns a new flag for a body; `nil` for a body that can be sent again.
    static func of(_ body: TransportRequest.Body?) -> BodyUse? {
        if case .stream = body { BodyUse() } else { nil }
    }

    /// Whether no part of the body was read.
    var isUnread: Bool { hasBegun.withLock { !$0 } }

    /// Marks the body as read, and returns whether this is the first time.
    func begin() -> Bool {
        hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
    }

    /// Returns the chunks of the body, which counts as read once the first one is requested.
    func noting(_ chunks: BodySource.Chunks) -> BodySource.Chunks {
        let reader = NotedChunks(chunks, of: self)
        return BodySource.Chunks { try await reader.next() }
    }

    static var isSpent: FetchError {
        FetchError(.invalidRequest("its body is a stream, which can be sent only once"))
    }
}

/// Reads the chunks of a body that can only be read once. It has one reader.
private actor NotedChunks {
    private let chunks: BodySource.Chunks
    private let use: BodyUse
    private var iterator: BodySource.Chunks.AsyncIterator?

    init(_ chunks: BodySource.Chunks, of use: BodyUse) {
        self.chunks = chunks
        self.use = use
    }

    func next() async throws -> Data? {
        if iterator == nil {
            // Marked only now, not when the body is handed to the transport: if the server rejects the head, a request
            // with `Expect: 100-continue` leaves its body unread, and can be sent again (RFC 9110 §10.1.1).
            guard use.begin() else { throw BodyUse.isSpent }
            iterator = chunks.makeAsyncIterator()
        }
        guard var iterator else { return nil }
        // An actor can't mutate a stored iterator across an `await`, so a copy is used and stored again. That is
        // safe because the chunks have one reader.
        let chunk = try await iterator.next(isolation: self)
        self.iterator = iterator
        return chunk
    }
}
