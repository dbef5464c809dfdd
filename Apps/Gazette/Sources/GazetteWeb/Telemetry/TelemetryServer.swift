import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import WebTelemetry

/// The server of the metrics, at an address of its own.
struct TelemetryServer: Service {
    let telemetry: WebTelemetry
    /// Notes what is measured when it is asked for.
    let measure: @Sendable () -> Void
    /// Receives the address, with its port, once the server accepts requests.
    let onListening: @Sendable (TelemetryAddress) -> Void

    func run() async throws {
        let address = telemetry.address
        let application = Application(
            router: router(), server: .silentClientsEnd(after: ConnectionTimes()),
            configuration: .init(address: .hostname(address.host, port: address.port)),
            onServerRunning: { [onListening] channel in
                onListening(TelemetryAddress(host: address.host, port: channel.localAddress?.port ?? 0))
            },
            logger: Logger(label: "telemetry") { _ in SwiftLogNoOpLogHandler() })
        do { try await application.run() } catch { throw WebTelemetry.Unavailable(address: address, reason: error) }
    }

    func router() -> Router<WebContext> {
        let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: HostCheck(listeningAt: telemetry.address.host))
        router.get("/metrics") { [telemetry, measure] _, _ in
            measure()
            return Response(
                status: .ok, headers: [.contentType: WebTelemetry.metricsContentType, .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: telemetry.metricsText)))
        }
        return router
    }
}
