import Foundation

/// The chunks of a request body, logged as the transport reads them. It supports one reader.
actor LoggedChunks {
    private var chunks: AsyncThrowingStream<Data, any Error>.AsyncIterator
    private var transcript: BodyTranscript
    private let exchange: LoggedExchange
    private var isAtItsEnd = false

    init(
        _ chunks: AsyncThrowingStream<Data, any Error>, _ transcript: BodyTranscript, of exchange: LoggedExchange
    ) {
        self.chunks = chunks.makeAsyncIterator()
        self.transcript = transcript
        self.exchange = exchange
    }

    func next() async throws -> Data? {
        var iterator = chunks
        let chunk: Data?
        do { chunk = try await iterator.next(isolation: self) } catch {
            end(" read, incomplete")
            throw error
        }
        chunks = iterator
        if let chunk {
            exchange.write(">", transcript.add(chunk))
        } else {
            // A cancelled stream ends the same way as a complete one.
            end(Task.isCancelled ? " read, incomplete" : "")
        }
        return chunk
    }

    private func end(_ suffix: String) {
        guard !isAtItsEnd else { return }
        isAtItsEnd = true
        exchange.write(">", transcript.end())
        exchange.write(">", ["[body: \(transcript.summary)\(suffix)]"])
    }
}
