#if Telemetry
import FreshetCore
import Foundation

/// A transport that makes a span of each request, with metrics of it.
struct TelemetryTransport: Transport {
    let base: any Transport
    let recorder: CallRecorder

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        guard let attempt = request.options[AttemptKey.self] else { return try await base.send(request) }
        var request = request
        let exchange = OpenExchange(attempt, request.head, recorder)
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
}

/// The same around a transport that is known to end soon after it is cancelled.
struct CancellableTelemetryTransport: CancellableTransport {
    private let transport: TelemetryTransport

    init(base: any Transport, recorder: CallRecorder) {
        transport = TelemetryTransport(base: base, recorder: recorder)
    }

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        try await transport.send(request)
    }
}

/// A body at whose end the span of its exchange ends.
private final class RecordedBody: TransportBody {
    private let base: any TransportBody
    private let exchange: OpenExchange

    init(_ base: any TransportBody, _ exchange: OpenExchange) {
        self.base = base
        self.exchange = exchange
    }

    deinit { exchange.end(.cancelled) }

    func next() async throws(FetchError) -> Data? {
        do throws(FetchError) {
            let chunk = try await base.next()
            if chunk == nil { exchange.end(nil) }
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
#endif
