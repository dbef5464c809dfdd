import Foundation

/// The chunks of a request body, recorded as the transport reads them. It supports one reader.
actor RecordedChunks {
    private var chunks: AsyncThrowingStream<Data, any Error>.AsyncIterator
    private let exchange: RecordedExchange

    init(_ chunks: AsyncThrowingStream<Data, any Error>, _ exchange: RecordedExchange) {
        self.chunks = chunks.makeAsyncIterator()
        self.exchange = exchange
    }

    func next() async throws -> Data? {
        var iterator = chunks
        let chunk = try await iterator.next(isolation: self)
        chunks = iterator
        if let chunk { exchange.sent(chunk) }
        return chunk
    }
}
