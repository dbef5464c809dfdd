#if NIO
import AsyncHTTPClient
public import FreshetCore
import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOHTTPCompression
public import NIOSSL

/// A transport on AsyncHTTPClient and SwiftNIO: the default on Linux.
///
/// HTTP/1.1 and, over TLS with a peer that offers it, HTTP/2. Connections are kept and used again; gzip and deflate
/// are decoded while they stream; bodies in both directions go only as fast as the other side takes them.
public final class AsyncHTTPClientTransport: Transport {
    /// How a transport connects.
    public struct Configuration: Sendable {
        /// Which certificates are trusted. The system's own unless told.
        public var trustRoots: NIOSSLTrustRoots = .default
        /// How long a connection and its TLS handshake may take: 10 seconds. Waiting for a connection to come free
        /// does not count.
        public var connectTimeout: Duration = .seconds(10)
        /// How many HTTP/1.1 connections are open to one host at once; further calls wait: 8.
        public var connectionsPerHost = 8
        /// How long an unused connection is kept: 60 seconds.
        public var idleConnectionTimeout: Duration = .seconds(60)
        /// How many interim answers (1xx) may come before a final one: 16.
        public var interimResponses = 16
        /// Hosts with the address to connect to instead of the one that DNS gives. Certificates are still checked against
        /// the host's name.
        public var addresses: [String: String] = [:]

        public init() {}
    }

    /// The transport that a whole process shares. It lives as long as the process.
    public static let shared = AsyncHTTPClientTransport()

    private let client: HTTPClient
    private let open = OpenExchanges()
    private let addresses = KnownAddresses()
    private let connectionsPerHost: Int

    /// Makes a transport with connections of its own, which are closed when it is released.
    public init(_ configuration: Configuration = Configuration()) {
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .init(configuration))
        connectionsPerHost = configuration.connectionsPerHost
    }

    deinit {
        // Bodies that are still being read hold the transport, so nothing is cut off here.
        client.shutdown { _ in }
    }

    public func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let authority = request.head.authority ?? ""
        while true {
            let exchange = Exchange(open.begin(to: authority))
            do throws(FetchError) {
                let head = try await exchange.head { () throws(FetchError) in
                    client.execute(
                        request: try HTTPClient.Request(request, of: exchange, addresses), delegate: exchange)
                }
                return TransportResponse(head: head, body: ExchangeBody(exchange, holding: self))
            } catch {
                // AsyncHTTPClient counts the wait for a busy connection as time to connect; nothing was sent yet.
                let hasWaited = error.underlying as? HTTPClientError == .getConnectionFromPoolTimeout
                guard hasWaited, open.count(to: authority) >= connectionsPerHost else { throw error }
            }
        }
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
        // Its spans would tell addresses with the secrets in them; what a call does is told by the client's events.
        tracing.tracer = nil
        // Or a refused connection and a bad certificate would be tried again until the connect timeout.
        connectionPool.retryConnectionEstablishment = false
    }
}
#endif
