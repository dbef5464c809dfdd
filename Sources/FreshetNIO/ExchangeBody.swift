#if NIO
import AsyncHTTPClient
import Foundation
import FreshetCore
import NIOCore
import NIOFoundationCompat

/// The body of an answer of AsyncHTTPClient.
///
/// `@unchecked Sendable`: the iterator is touched by one task at a time, since a body has one reader and is cancelled
/// only while nobody reads. That is the contract of `TransportBody`.
final class ExchangeBody: TransportBody, @unchecked Sendable {
    private var iterator: HTTPClientResponse.Body.AsyncIterator? {
        didSet { if iterator == nil { exchange = nil } }
    }
    private var exchange: OpenExchanges.Exchange?
    private let transport: AsyncHTTPClientTransport

    init(
        _ body: HTTPClientResponse.Body,
        _ exchange: OpenExchanges.Exchange,
        holding transport: AsyncHTTPClientTransport
    ) {
        iterator = body.makeAsyncIterator()
        self.exchange = exchange
        self.transport = transport
    }

    func next() async throws(FetchError) -> Data? {
        guard var iterator else { return nil }
        do {
            while let buffer = try await iterator.next() {
                guard buffer.readableBytes > 0 else { continue }
                return Data(buffer: buffer, byteTransferStrategy: .noCopy)
            }
        } catch {
            self.iterator = nil
            throw FetchError(transport: error)
        }
        self.iterator = nil
        // A cancelled sequence ends as if the body were complete.
        if Task.isCancelled { throw .cancelled }
        return nil
    }

    func cancel() {
        // Releasing its only iterator makes AsyncHTTPClient close the exchange.
        iterator = nil
    }
}
#endif
