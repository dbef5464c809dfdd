#if NIO
import AsyncHTTPClient
public import FreshetCore
import Foundation
package import HTTPTypes
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOSSL

/// A transport that uses AsyncHTTPClient and SwiftNIO, the default on Linux.
///
/// It supports HTTP/1.1, and HTTP/2 over TLS with servers that offer it. Connections are reused,
/// gzip and deflate are decoded while they stream, and bodies in both directions are sent only as
/// fast as they are read.
///
/// ```swift
/// var connections = AsyncHTTPClientTransport.Configuration()
/// connections.proxies = .environment()
/// connections.connectionsPerHost = 16
/// let transport = AsyncHTTPClientTransport(connections)
/// let news = Client(News(), transport: transport, cache: HTTPCache())
/// ```
public final class AsyncHTTPClientTransport: CancellableTransport, FieldAddingTransport {
    /// The configuration of a transport's connections.
    public struct Configuration: Sendable {
        /// The certificate authorities that are trusted: those of the system by default.
        public var trustRoots = TrustRoots.system
        /// The SHA-256 digests, in Base64, of the public keys that servers may have. The default is
        /// empty, which allows any key.
        ///
        /// A TLS connection to a server with another key fails with
        /// ``FetchError/Kind-swift.enum/tls(_:)`` before a request is sent on it, even if the
        /// server's certificate is trusted. The digest is computed from the key's
        /// `SubjectPublicKeyInfo` in DER (RFC 7469 §2.4). Pin a second key that isn't in use yet,
        /// so that the server can change its key.
        public var pinnedKeys: Set<String> = []
        /// The client certificate for servers that require one: none by default.
        public var identity: ClientIdentity?
        /// The proxies: none by default. ``Proxies/environment(_:)`` reads them from environment
        /// variables.
        public var proxies = Proxies.none
        /// The hosts that stand for Unix domain sockets, with the paths of the sockets, for `http`
        /// URLs.
        ///
        /// With `["docker": "/var/run/docker.sock"]`, the URL `http://docker/v1/info` reaches the
        /// server at that socket. No proxy is used.
        public var sockets: [String: String] = [:]
        /// The timeout for opening a connection, including its TLS handshake: 10 seconds by
        /// default. The wait for a free connection doesn't count.
        public var connectTimeout: Duration = .seconds(10)
        /// The maximum number of HTTP/1.1 connections to one host: 8 by default. Further calls wait
        /// for a free one.
        public var connectionsPerHost = 8
        /// The maximum number of HTTP/1.1 connections to one host for long-lived exchanges, such as
        /// event streams: 10,000 by default. They don't count towards ``connectionsPerHost``.
        public var longLivedConnectionsPerHost = 10_000
        /// The time after which an unused connection is closed: 60 seconds by default.
        public var idleConnectionTimeout: Duration = .seconds(60)
        /// The time for which a request with `Expect: 100-continue` waits for the server before it
        /// sends its body anyway: 1 second by default.
        public var continueTimeout: Duration = .seconds(1)
        /// The maximum number of interim (1xx) responses before a final one: 16 by default.
        public var interimResponses = 16
        /// The IP addresses that are used for hosts instead of a DNS lookup. Certificates are still
        /// checked against the name of the host.
        public var addresses: [String: String] = [:]

        /// Makes the default configuration.
        public init() {}
    }

    /// The shared transport of the process, which is never closed.
    public static let shared = AsyncHTTPClientTransport()

    /// The number of times that a request which wasn't sent is returned to the pool before it gets
    /// a connection of its own.
    ///
    /// After at most two, the pool knows that an HTTP/2 connection has ended, and opens a new one
    /// for all waiting requests.
    private static let usualRepetitions = 2

    private let clients: Result<HTTPClients, FetchError>
    private let open = LoopBalancer(HTTPClient.defaultEventLoopGroup)
    private let addresses: KnownAddresses
    private let configuration: Configuration
    /// Whether there are any proxies. Computed once, because a comparison in `send` would keep
    /// copies of the proxies while it waits.
    private let usesProxies: Bool

    /// Makes a transport with its own connections, which are closed when it is released.
    ///
    /// If a certificate or key in the configuration is damaged, each request fails with
    /// ``FetchError/Kind-swift.enum/tls(_:)``.
    public init(_ configuration: Configuration = Configuration()) {
        do {
            clients = .success(
                HTTPClients(
                    try HTTPClient.Configuration(configuration),
                    longLivedConnectionsPerHost: configuration.longLivedConnectionsPerHost))
        } catch {
            clients = .failure(FetchError(.tls("a certificate or key of the client is broken"), underlying: error))
        }
        addresses = KnownAddresses(sockets: configuration.sockets)
        self.configuration = configuration
        usesProxies = configuration.proxies != .none
    }

    deinit {
        // Bodies that are still being read retain the transport, so that no exchange is interrupted here.
        (try? clients.get())?.shutdown()
    }

    /// Sends a request and returns the head of its final response.
    ///
    /// - Throws: A ``FetchError`` of a kind that concerns the network.
    public func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        var isFresh = request.needsFreshConnection
        var repetitions = 0
        // One for all turns: a repetition that nothing was sent for is still the same attempt to
        // the caller, and its wait counts.
        let meter = ExchangeMeter(request.onMetrics)
        while true {
            let absoluteHost = try clients.get().absoluteHost(of: request.head)
            let isUsual =
                !usesProxies && !isFresh && !request.isLongLived && !request.needsHTTP1 && absoluteHost == nil
            let client =
                isUsual
                ? try clients.get().usual
                : try await client(for: request, absoluteHost: absoluteHost, isFresh: isFresh)
            let (receiver, listening) = try begin(request, on: client, absoluteHost: absoluteHost, meter)
            await receiver.waitForHead()
            // The request finds its listener by this registration, and it may be written at any
            // time until the head arrives.
            withExtendedLifetime(listening) {}
            do throws(FetchError) { return try response(of: receiver) } catch {
                guard mayRepeat(request, after: error, of: receiver, &repetitions) else {
                    meter?.end(received: nil)
                    throw error
                }
                isFresh = isFresh || repetitions > Self.usualRepetitions
            }
        }
    }

    package func addedFields(to request: TransportRequest) -> HTTPFields { request.addedFields }

    /// Returns the name under which the exchanges of a request are counted. Long-lived exchanges
    /// have their own connections.
    private func line(of request: TransportRequest) -> String {
        let authority = request.head.authority ?? ""
        return request.isLongLived ? "long-lived \(authority)" : authority
    }

    /// Returns the client for a request that uses a proxy, needs its own connection, or names a
    /// host that ends with a dot.
    private func client(
        for request: TransportRequest, absoluteHost: String?, isFresh: Bool
    ) async throws(FetchError) -> HTTPClient {
        var route = HTTPClients.Route(
            absoluteHost: absoluteHost, isFresh: isFresh, isLongLived: request.isLongLived,
            isHTTP1: request.needsHTTP1)
        if usesProxies, !addresses.isSocket(request.head) {
            route.proxy = configuration.proxies.proxy(
                scheme: request.head.scheme ?? "https", authority: request.head.authority ?? "")
        }
        return try await clients.get().client(for: route)
    }

    private func begin(
        _ request: TransportRequest, on client: HTTPClient, absoluteHost: String?, _ meter: ExchangeMeter?
    ) throws(FetchError) -> (ResponseReceiver, ResponseEvents.Registration?) {
        let entry = open.begin(to: line(of: request))
        let receiver = ResponseReceiver(entry, onSent: request.onSent, meter: meter)
        let listening = ResponseEvents.Registration(request, receiver)
        let sent = try HTTPClient.Request(
            request, of: receiver, addresses, listening, absoluteHost: absoluteHost,
            continueTimeout: configuration.continueTimeout)
        try receiver.start(sent, with: client, entry)
        return (receiver, listening)
    }

    private func response(of receiver: ResponseReceiver) throws(FetchError) -> TransportResponse {
        let head = try receiver.head()
        let body = try ContentCoding.withoutTransferCodings(ReceivedBody(receiver, holding: self), head.headers)
        let interim = receiver.interim.map { HTTPResponse($0, isDecoded: false) }
        // A part of a compressed body can't be decoded on its own.
        guard head.headers.contains(name: "content-encoding"), head.status != .partialContent,
            let codings = ContentCoding.codings(of: head.headers[canonicalForm: "content-encoding"])
        else { return TransportResponse(head: HTTPResponse(head, isDecoded: false), body: body, interim: interim) }
        return TransportResponse(
            head: HTTPResponse(head, isDecoded: true), body: DecodedBody.decoding(body, codings), interim: interim)
    }

    /// Whether an attempt failed before anything was sent, so that it is repeated.
    ///
    /// - Parameter repetitions: The number of repetitions because of connections that were being
    ///   closed.
    private func mayRepeat(
        _ request: TransportRequest, after error: FetchError, of receiver: ResponseReceiver, _ repetitions: inout Int
    ) -> Bool {
        switch error.kind {
        // AsyncHTTPClient counts the wait for a busy connection as connecting.
        case .timedOut(.connect):
            let hasWaited = error.underlying as? HTTPClientError == .getConnectionFromPoolTimeout
            return hasWaited && !request.isLongLived
                && open.count(to: line(of: request)) >= configuration.connectionsPerHost
        // The pool gave out a connection that was being closed.
        case .connectionLost:
            guard !receiver.isHeadSent, repetitions <= Self.usualRepetitions else { return false }
            repetitions += 1
            return true
        default: return false
        }
    }
}

extension ResponseEvents.Registration {
    /// Makes the registration of a request; `nil` if nothing listens to its events.
    fileprivate convenience init?(_ request: TransportRequest, _ receiver: ResponseReceiver) {
        let report = request.onInterim
        guard report != nil || request.body != nil || receiver.meter != nil else { return nil }
        self.init(
            ResponseEvents.Listener(
                begin: { connection in receiver.meter?.begin(connection()) },
                interim: { head in
                    if head.status == .continue {
                        receiver.wantBody()
                    } else {
                        report?(HTTPResponse(head, isDecoded: false))
                    }
                },
                end: { bytes in receiver.refusalEnded(bodyBytes: bytes) },
                whole: { body in receiver.complete(with: body) }))
    }
}

extension HTTPClient.Configuration {
    fileprivate init(_ configuration: AsyncHTTPClientTransport.Configuration) throws {
        let tls = try TLSConfiguration(configuration)
        let (limit, pins) = (configuration.interimResponses, configuration.pinnedKeys)
        self.init(
            tlsConfiguration: tls,
            // The client follows redirects itself: by the same rules on every platform, and without
            // secrets for other origins.
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(configuration.connectTimeout)),
            // Meant for debugging, but AsyncHTTPClient has no other way to add handlers to a
            // connection.
            http1_1ConnectionDebugInitializer: { channel in
                channel.eventLoop.makeCompletedFuture {
                    try PinnedKeys.check(channel, pins)
                    try ResponseGuard.add(to: channel, interimLimit: limit)
                }
            },
            http2ConnectionDebugInitializer: { channel in
                channel.eventLoop.makeCompletedFuture {
                    try PinnedKeys.check(channel, pins)
                    try HTTP2ConnectionGuard.add(to: channel)
                }
            },
            http2StreamChannelDebugInitializer: { channel in
                channel.eventLoop.makeCompletedFuture { try ResponseGuard.add(to: channel, interimLimit: limit) }
            }
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

extension AsyncHTTPClientTransport: Inspectable {
    /// The limits for connections to a host, as the inspector shows them.
    public var inspectedPart: InspectedPart {
        InspectedPart(
            "Transport",
            [
                ("type", "AsyncHTTPClient"),
                ("connections per host", "\(configuration.connectionsPerHost)"),
                ("plus long-lived ones", "\(configuration.longLivedConnectionsPerHost)"),
                ("idle ones are closed after", "\(configuration.idleConnectionTimeout)"),
            ])
    }
}
#endif
