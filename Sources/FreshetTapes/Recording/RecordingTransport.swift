import Foundation
import FreshetCore
import HTTPTypes

/// A transport that records each exchange of another one.
struct RecordingTransport: FieldAddingTransport {
    let base: any Transport
    let recorder: TapeRecorder
    let time: TimeSource

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        guard let exchange = recorder.begin(request, time) else { return try await base.send(request) }
        var request = request
        exchange.prepare(&request)
        do throws(FetchError) {
            var response = try await base.send(request)
            exchange.receive(response.head)
            response.body = RecordedBody(response.body, exchange)
            return response
        } catch {
            exchange.end(error)
            throw error
        }
    }

    func addedFields(to request: TransportRequest) -> HTTPFields {
        (base as? any FieldAddingTransport)?.addedFields(to: request) ?? [:]
    }
}

/// The same around a transport that is known to end soon after it is cancelled.
struct CancellableRecordingTransport: CancellableTransport, FieldAddingTransport {
    private let transport: RecordingTransport

    init(base: any Transport, recorder: TapeRecorder, time: TimeSource) {
        transport = RecordingTransport(base: base, recorder: recorder, time: time)
    }

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        try await transport.send(request)
    }

    func addedFields(to request: TransportRequest) -> HTTPFields { transport.addedFields(to: request) }
}

/// A body whose chunks are recorded while its reader takes them.
private final class RecordedBody: TransportBody {
    private let base: any TransportBody
    private let exchange: RecordedExchange

    init(_ base: any TransportBody, _ exchange: RecordedExchange) {
        self.base = base
        self.exchange = exchange
    }

    deinit { exchange.end(.cancelled) }

    func next() async throws(FetchError) -> Data? {
        do throws(FetchError) {
            let chunk = try await base.next()
            if let chunk { exchange.receive(chunk) } else { exchange.end(nil) }
            return chunk
        } catch {
            exchange.end(error)
            throw error
        }
    }

    func cancel() {
        base.cancel()
        exchange.end(.cancelled)
    }
}

/// The chunks of a request's body, which are recorded as the transport reads them. It has one reader.
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
