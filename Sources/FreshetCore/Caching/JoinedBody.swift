import Foundation

/// A body whose beginning and end are in memory, and whose middle comes from the server.
final class JoinedBody: TransportBody {
    private enum Position {
        case beginning
        case middle(remaining: Int)
        case end
        case complete
        case cancelled
    }

    private let beginning: Data
    private let middle: any TransportBody
    private let end: Data
    private let position: Lock<Position>
    private let middleCount: Int

    /// - Parameter middleCount: The number of bytes in the middle. If the server sends more or fewer,
    ///   it violates the protocol, and reading fails.
    init(_ beginning: Data, _ middle: any TransportBody, count middleCount: Int, _ end: Data) {
        self.beginning = beginning
        self.middle = middle
        self.middleCount = middleCount
        self.end = end
        position = Lock(.beginning)
    }

    func next() async throws(FetchError) -> Data? {
        // Reading and advancing are two steps: a body has one reader, and `advance` yields to `cancel`.
        switch position.withLock({ $0 }) {
        case .beginning:
            advance(to: .middle(remaining: middleCount))
            return beginning.isEmpty ? try await next() : beginning
        case .middle(let remaining):
            guard let chunk = try await middle.next() else {
                guard remaining == 0 else { throw Self.wrongLength }
                advance(to: .end)
                return try await next()
            }
            // A server that sends more bytes than its range has would shift the stored end.
            guard chunk.count <= remaining else {
                middle.cancel()
                throw Self.wrongLength
            }
            advance(to: .middle(remaining: remaining - chunk.count))
            return chunk
        case .end:
            advance(to: .complete)
            return end.isEmpty ? nil : end
        case .complete:
            return nil
        case .cancelled:
            throw .cancelled
        }
    }

    /// Moves to the next position, unless the body was cancelled in the meantime.
    private func advance(to next: Position) {
        position.withLock { position in
            if case .cancelled = position { return }
            position = next
        }
    }

    private static let wrongLength = FetchError(.protocolViolation("a part has another length than its range"))

    func cancel() {
        position.withLock { position in
            if case .complete = position { return }
            position = .cancelled
        }
        middle.cancel()
    }
}
