#if NIO
import AsyncHTTPClient
public import FreshetCore
import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
public import NIOSSL

/// A transport on AsyncHTTPClient and SwiftNIO: the default on Linux.
///
/// It speaks HTTP/1.1 and, over TLS with a server that offers it, HTTP/2. Connections are reused, gzip and deflate are
/// decoded while they stream, and bodies in both directions are sent only as fast as they are read.
public final class AsyncHTTPClientTransport: Transport {
    /// The configuration of a transport's connections.
    public struct Configuration: Sendable {
        /// The certificates that are trusted. By default those of the system.
        public var trustRoots: NIOSSLTrustRoots = .default
        /// The timeout for a connection and its TLS handshake: 10 seconds. Waiting for a free connection does not
        /// count.
        public var connectTimeout: Duration = .seconds(10)
        /// The most HTTP/1.1 connections that are open to one host: 8. Further calls wait.
        public var connectionsPerHost = 8
        /// The time after which an unused connection is closed: 60 seconds.
        public var idleConnectionTimeout: Duration = .seconds(60)
        /// The most interim responses (1xx) before a final one: 16.
        public var interimResponses = 16
        /// The addresses of hosts that replace those of DNS. Certificates are still checked against the host's name.
        public var addresses: [String: String] = [:]

        /// Makes the default configuration.
        public init() {}
    }

    /// The shared transport of the process. It is never closed.
    public static let shared = AsyncHTTPClientTransport()

    private let client: HTTPClient
    /// Uses each of its connections once; made when it is first needed.
    private let freshClient: Lock<HTTPClient?> = Lock(nil)
    private let configuration: HTTPClient.Configuration
    private let open = OpenExchanges()
    private let addresses = KnownAddresses()
    private let connectionsPerHost: Int

    /// Makes a transport with connections of its own, which are closed when it is released.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = HTTPClient.Configuration(configuration)
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: self.configuration)
        connectionsPerHost = configuration.connectionsPerHost
    }

    deinit {
        // Bodies that are still being read retain the transport, so that no exchange is interrupted here.
        client.shutdown { _ in }
        freshClient.withLock { $0?.shutdown { _ in } }
    }

    /// Sends a request and returns the head of its final response.
    ///
    /// - Throws: A ``FetchError`` of one of the network's kinds.
    public func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let authority = request.head.authority ?? ""
        var needsFreshConnection = request.needsFreshConnection
        let listening = request.onInterim.map { report in
            InterimResponses.Registration { report(HTTPResponse($0, isDecoded: false)) }
        }
        defer { withExtendedLifetime(listening) {} }
        while true {
            let exchange = Exchange(open.begin(to: authority), onSent: request.onSent)
            do throws(FetchError) {
                let client = needsFreshConnection ? clientOfFreshConnections() : client
                let head = try await exchange.head { () throws(FetchError) in
                    client.execute(
                        request: try HTTPClient.Request(request, of: exchange, addresses, listening), delegate: exchange
                    )
                }
                return response(head, to: request, from: exchange)
            } catch {
                switch error.kind {
                // AsyncHTTPClient counts the wait for a busy connection as time to connect; nothing was sent yet.
                case .timedOut(.connect):
                    let hasWaited = error.underlying as? HTTPClientError == .getConnectionFromPoolTimeout
                    guard hasWaited, open.count(to: authority) >= connectionsPerHost else { throw error }
                // The pool gave out a connection that was just being closed: nothing was sent on it.
                case .connectionLost:
                    guard !exchange.isHeadSent, !needsFreshConnection else { throw error }
                    needsFreshConnection = true
                default: throw error
                }
            }
        }
    }

    private func clientOfFreshConnections() -> HTTPClient {
        freshClient.withLock { client in
            if let client { return client }
            var configuration = configuration
            configuration.maximumUsesPerConnection = 1
            let new = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            client = new
            return new
        }
    }

    private func response(
        _ head: HTTPResponseHead, to request: TransportRequest, from exchange: Exchange
    ) -> TransportResponse {
        let body = ExchangeBody(exchange, holding: self)
        let interim = exchange.interim.map { HTTPResponse($0, isDecoded: false) }
        // The values of a part are those of coded bytes, which can't be decoded on their own.
        guard head.headers.contains(name: "content-encoding"), head.status != .partialContent,
            let codings = ContentCoding.codings(of: head.headers[canonicalForm: "content-encoding"])
        else { return TransportResponse(head: HTTPResponse(head, isDecoded: false), body: body, interim: interim) }
        let decoded = codings.reversed().reduce(body as any TransportBody) { DecodedBody($0, $1) }
        return TransportResponse(head: HTTPResponse(head, isDecoded: true), body: decoded, interim: interim)
    }
}

extension HTTPClient.Configuration {
    init(_ configuration: AsyncHTTPClientTransport.Configuration) {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = configuration.trustRoots
        let limit = configuration.interimResponses
        self.init(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(configuration.connectTimeout)),
            http1_1ConnectionDebugInitializer: { ResponseGuard.add(to: $0, interimLimit: limit) },
            http2StreamChannelDebugInitializer: { ResponseGuard.add(to: $0, interimLimit: limit) }
        )
        dnsOverride = configuration.addresses
        connectionPool.idleTimeout = TimeAmount(configuration.idleConnectionTimeout)
        connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = configuration.connectionsPerHost
        // Spans would contain addresses with their secrets. The client's events report calls.
        tracing.tracer = nil
        // Otherwise a refused connection or an invalid certificate would be retried until the connect timeout.
        connectionPool.retryConnectionEstablishment = false
    }
}
#endif
