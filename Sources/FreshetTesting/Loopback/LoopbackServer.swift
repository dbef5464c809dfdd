#if NIO
public import FreshetCore
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS

/// A scripted local HTTP server for tests.
///
/// ```swift
/// let server = try await LoopbackServer.start { request in
///     request.path == "/hello" ? .text("Hello") : .status(404)
/// }
/// // … send requests to server.baseURL …
/// try await server.wait { $0.openExchanges == 0 }
/// await server.stop()
/// ```
///
/// It counts its connections and exchanges, so that a test can check that a cancelled call has
/// ended its exchange. Responses are sent as given, without checking that they are valid.
public final class LoopbackServer: Sendable {
    /// The certificate that the server presents.
    public enum TLS: Sendable, CaseIterable {
        /// A valid certificate, signed by ``TestCertificates/authority``.
        case trusted
        /// A certificate for another host.
        case wrongHost
        /// A certificate signed by an unknown authority.
        case unknownAuthority
        /// An expired certificate.
        case expired
        /// A valid certificate, but the connection ends in the middle of the handshake.
        case cutOff

        var certificate: String {
            switch self {
            case .trusted, .cutOff: TestCertificates.trusted
            case .wrongHost: TestCertificates.wrongHost
            case .unknownAuthority: TestCertificates.unknownAuthority
            case .expired: TestCertificates.expired
            }
        }
    }

    /// A function that returns the response to a request.
    public typealias Handler = @Sendable (LoopbackRequest) async -> LoopbackResponse

    /// The number of bytes of a request body that are stored: 1 MiB. Further bytes are only
    /// counted.
    public static let bodyLimit = 1 << 20

    private let channel: any Channel
    private let ledger: WatchedState<LoopbackLedger>
    private let children: LoopbackChildren
    private let scheme: String
    private let host: String

    private init(
        channel: any Channel, ledger: WatchedState<LoopbackLedger>, children: LoopbackChildren, scheme: String,
        host: String
    ) {
        self.channel = channel
        self.ledger = ledger
        self.children = children
        self.scheme = scheme
        self.host = host
    }

    /// Starts a server on a free port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - tls: The certificate. Without one, the server uses plain HTTP.
    ///   - http2: Whether HTTP/2 is offered over TLS.
    ///   - clients: The certificates, or their authorities, that clients must present over TLS.
    ///     With none, the server doesn't request client certificates.
    ///   - socket: The path of a Unix domain socket on which to listen instead of a port.
    ///   - host: The address on which to listen: `127.0.0.1` or `::1`.
    ///   - respondsEarly: Whether the handler is called with a request's head, before its body
    ///     arrives.
    ///   - handler: Returns the response to each request. It runs in its own task, which is
    ///     cancelled when the client closes the connection.
    /// - Throws: SwiftNIO's error if the port or the socket can't be opened, or a certificate can't
    ///   be read.
    public static func start(
        tls: TLS? = nil,
        http2: Bool = false,
        clients: [Certificate] = [],
        socket: String? = nil,
        host: String = "127.0.0.1",
        respondsEarly: Bool = false,
        handler: @escaping Handler
    ) async throws -> LoopbackServer {
        let ledger = WatchedState(LoopbackLedger())
        let children = LoopbackChildren()
        let cutsHandshake = tls == .cutOff
        let context = try tls.map {
            try NIOSSLContext(configuration: configuration($0, http2: http2, clients: clients))
        }
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                let number = ledger.change { ledger in
                    ledger.counts.connections += 1
                    ledger.counts.openConnections += 1
                    return ledger.counts.connections
                }
                children.add(channel)
                channel.closeFuture.whenComplete { _ in ledger.change { $0.counts.openConnections -= 1 } }
                return initialize(channel, context: context, cutsHandshake: cutsHandshake, http2: http2) { isHTTP2 in
                    LoopbackExchanges(
                        ledger: ledger, connection: number, isHTTP2: isHTTP2, respondsEarly: respondsEarly,
                        handler: handler)
                }
            }
        let channel: any Channel
        if let socket {
            channel = try await bootstrap.bind(unixDomainSocketPath: socket).get()
        } else {
            channel = try await bootstrap.bind(host: host, port: 0).get()
        }
        return LoopbackServer(
            channel: channel, ledger: ledger, children: children, scheme: tls == nil ? "http" : "https",
            host: host.contains(":") ? "[\(host)]" : host)
    }

    private static func configuration(_ tls: TLS, http2: Bool, clients: [Certificate]) throws -> TLSConfiguration {
        let certificate = try NIOSSLCertificate(bytes: Array(tls.certificate.utf8), format: .pem)
        let key = try NIOSSLPrivateKey(bytes: Array(TestCertificates.clientKey.utf8), format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(certificate)], privateKey: .privateKey(key))
        configuration.applicationProtocols = http2 ? ["h2", "http/1.1"] : ["http/1.1"]
        if !clients.isEmpty {
            configuration.certificateVerification = .noHostnameVerification
            configuration.trustRoots = .certificates(
                try clients.map { try NIOSSLCertificate(bytes: Array($0.der), format: .der) })
        }
        return configuration
    }

    private static func initialize(
        _ channel: any Channel,
        context: NIOSSLContext?,
        cutsHandshake: Bool,
        http2: Bool,
        makeHandler: @escaping @Sendable (_ isHTTP2: Bool) -> LoopbackExchanges
    ) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            if cutsHandshake { try channel.pipeline.syncOperations.addHandler(HandshakeCutter()) }
            if let context {
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
            }
            guard http2 else { return try addHTTP1(to: channel, makeHandler(false)) }
            let alpn = NIOTypedApplicationProtocolNegotiationHandler<Void> { result in
                guard case .negotiated("h2") = result else {
                    return channel.eventLoop.makeCompletedFuture { try addHTTP1(to: channel, makeHandler(false)) }
                }
                return channel.configureHTTP2Pipeline(mode: .server) { stream in
                    stream.eventLoop.makeCompletedFuture {
                        try stream.pipeline.syncOperations.addHandlers([
                            HTTP2FramePayloadToHTTP1ServerCodec(), makeHandler(true),
                        ])
                    }
                }.flatMapThrowing { _ in try LoopbackSettings.add(to: channel) }
            }
            try channel.pipeline.syncOperations.addHandler(alpn)
        }
    }

    private static func addHTTP1(to channel: any Channel, _ handler: LoopbackExchanges) throws {
        try channel.pipeline.syncOperations.addHandlers([
            ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)), handler,
        ])
    }

    /// The port on 127.0.0.1.
    public var port: Int { channel.localAddress?.port ?? 0 }

    /// The address of the server, without a trailing slash. Over TLS its host is `localhost`, as in its certificate.
    public var baseURL: String {
        scheme == "http" ? "http://\(host):\(port)" : "https://localhost:\(port)"
    }

    /// The counts so far.
    public var counts: LoopbackCounts { ledger.read(\.counts) }

    /// The requests so far, in the order in which they became complete.
    public var requests: [LoopbackRequest] { ledger.read(\.requests) }

    /// Waits until the counts meet a condition.
    ///
    /// - Throws: ``WaitFailure``, with the counts, after 40 seconds; `CancellationError` if the
    ///   waiting task is cancelled.
    public func wait(
        file: StaticString = #fileID, line: UInt = #line, until condition: @escaping @Sendable (LoopbackCounts) -> Bool
    ) async throws {
        try await ledger.wait(
            for: "a condition of the server's counts", at: SourcePlace(file, line), endsAtRest: false,
            seen: { "\($0.counts)" }
        ) { condition($0.counts) }
    }

    /// Stops listening and closes every connection.
    public func stop() async {
        try? await channel.close()
        await children.closeAll()
    }
}

/// A channel handler that closes a connection in the middle of the first bytes that the server
/// sends.
private final class HandshakeCutter: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var buffer = unwrapOutboundIn(data)
        let beginning = buffer.readSlice(length: buffer.readableBytes / 2) ?? ByteBuffer()
        context.writeAndFlush(wrapOutboundOut(beginning), promise: promise)
        context.close(promise: nil)
    }
}

/// The open connections of a server, which are closed when the server stops.
final class LoopbackChildren: Sendable {
    private let channels = Lock<[ObjectIdentifier: any Channel]>([:])

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels.withLock { $0[id] = channel }
        channel.closeFuture.whenComplete { [weak self] _ in self?.channels.withLock { _ = $0.removeValue(forKey: id) } }
    }

    func closeAll() async {
        for channel in channels.withLock({ Array($0.values) }) { try? await channel.close() }
    }
}
#endif
