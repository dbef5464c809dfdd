#if NIO
import FreshetCore
import Foundation
import NIOCore
import NIOPosix

/// An HTTP proxy inside the process, which opens tunnels through a SOCKS 5 proxy with a user name
/// and password.
///
/// AsyncHTTPClient doesn't support credentials for SOCKS. It sends `CONNECT` to this relay instead,
/// which listens at 127.0.0.1 and requires a random password, so that no other process can use the
/// proxy in the user's name.
final class SOCKSRelay: Sendable {
    /// The maximum size of a `CONNECT` request, in bytes.
    fileprivate static let headBytes = 16 << 10

    private let channel: any Channel
    /// The user name and the password with which the transport connects to the relay.
    static let user = "freshet"
    let password: String

    private init(channel: any Channel, password: String) {
        self.channel = channel
        self.password = password
    }

    /// Starts a relay on a free port.
    ///
    /// - Parameter timeout: The timeout for connecting to the proxy. The handshake has no timeout,
    ///   but ends when the client closes its connection.
    static func start(
        to proxy: Proxy, _ credentials: Proxy.Credentials, timeout: TimeAmount
    ) async throws -> SOCKSRelay {
        var random = SystemRandomNumberGenerator()
        let own = Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }).base64EncodedString()
        let authorization = "Basic " + Data("\(Self.user):\(own)".utf8).base64EncodedString()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        RelayEntrance(authorization, to: proxy, credentials, timeout: timeout))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return SOCKSRelay(channel: channel, password: own)
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    /// Stops listening. Open tunnels stay open until their clients close them.
    func close() {
        channel.close(promise: nil)
    }
}

/// A channel handler that reads a `CONNECT` request, opens its tunnel, and then removes itself from
/// the channel.
private final class RelayEntrance: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let authorization: String
    private let proxy: Proxy
    private let credentials: Proxy.Credentials
    private let timeout: TimeAmount
    private var received = ByteBuffer()
    private var isConnecting = false

    init(_ authorization: String, to proxy: Proxy, _ credentials: Proxy.Credentials, timeout: TimeAmount) {
        self.authorization = authorization
        self.proxy = proxy
        self.credentials = credentials
        self.timeout = timeout
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        guard !isConnecting else { return }
        let text = String(buffer: received)
        // The client sends nothing after its request until the tunnel is open, so the head ends the
        // bytes.
        guard text.hasSuffix("\r\n\r\n") else {
            if received.readableBytes > SOCKSRelay.headBytes { context.close(promise: nil) }
            return
        }
        received.clear()
        isConnecting = true
        open(text.split(separator: "\r\n"), context: context)
    }

    private func open(_ lines: [Substring], context: ChannelHandlerContext) {
        let words = lines[0].split(separator: " ")
        let name = "proxy-authorization: "
        let given = lines.first { $0.lowercased().hasPrefix(name) }?.dropFirst(name.count)
        guard given == authorization[...] else { return respond("407 Proxy Authentication Required", context: context) }
        guard words.count == 3, words[0] == "CONNECT", let colon = words[1].lastIndex(of: ":"),
            let port = Int(words[1][words[1].index(after: colon)...])
        else { return respond("400 Bad Request", context: context) }
        let host = words[1][..<colon].filter { $0 != "[" && $0 != "]" }
        guard
            let handshake = SOCKSHandshake(
                user: credentials.user, password: credentials.password, host: String(host), port: port)
        else { return respond("502 Bad Gateway", context: context) }
        connect(handshake, context: context)
    }

    private func connect(_ handshake: SOCKSHandshake, context: ChannelHandlerContext) {
        let entrance = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let client = context.channel
        ClientBootstrap(group: context.eventLoop)
            .connectTimeout(timeout)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let exit = RelayExit(handshake) { status in
                        let (handler, context) = entrance.value
                        guard let status else { return handler.join(channel, context: context) }
                        handler.respond(status, context: context)
                    }
                    try channel.pipeline.syncOperations.addHandler(exit)
                }
            }
            .connect(host: proxy.host, port: proxy.port)
            .whenComplete { result in
                switch result {
                case .success(let channel):
                    // The client may have left while the relay connected.
                    client.closeFuture.whenComplete { _ in channel.close(promise: nil) }
                case .failure:
                    let (handler, context) = entrance.value
                    handler.respond("502 Bad Gateway", context: context)
                }
            }
    }

    private func respond(_ status: String, context: ChannelHandlerContext) {
        let head = ByteBuffer(string: "HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")
        context.writeAndFlush(wrapOutboundOut(head), promise: nil)
        context.close(promise: nil)
    }

    private func join(_ tunnel: any Channel, context: ChannelHandlerContext) {
        let (ours, theirs) = (TunnelEnd(), TunnelEnd())
        ours.other = theirs
        theirs.other = ours
        do {
            // Before the ends are joined: no byte of the tunnel may reach the client ahead of this
            // response.
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\n")), promise: nil)
            try context.channel.pipeline.syncOperations.addHandler(ours)
            try tunnel.pipeline.syncOperations.addHandler(theirs)
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        } catch {
            context.close(promise: nil)
        }
    }
}

/// A channel handler that performs the handshake with the SOCKS proxy, and passes on all bytes
/// after it.
private final class RelayExit: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var handshake: SOCKSHandshake
    /// Receives `nil` when the tunnel is open, or the HTTP status for a refusal.
    private var report: ((String?) -> Void)?
    private var received: [UInt8] = []

    init(_ handshake: SOCKSHandshake, report: @escaping (String?) -> Void) {
        self.handshake = handshake
        self.report = report
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: SOCKSHandshake.greeting)), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        guard report != nil else { return context.fireChannelRead(data) }
        received += bytes.readableBytesView
        while report != nil {
            switch handshake.take(&received) {
            case .wait: return
            case .send(let bytes): context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
            case .open:
                end(with: nil)
                if !received.isEmpty { context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: received))) }
                received = []
            case .refuseUser: refuse("407 Proxy Authentication Required", context: context)
            case .refuse: refuse("502 Bad Gateway", context: context)
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(with: "502 Bad Gateway")
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func refuse(_ status: String, context: ChannelHandlerContext) {
        end(with: status)
        context.close(promise: nil)
    }

    private func end(with status: String?) {
        let report = report.take()
        report?(status)
    }
}

/// A channel handler for one end of a tunnel, which passes all bytes to the other end and reads
/// only as fast as that end can write.
private final class TunnelEnd: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    // A cycle that ends with the connections.
    var other: TunnelEnd?
    private var context: ChannelHandlerContext?
    private var wantsToRead = false

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        other = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        other?.context?.write(data, promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        other?.context?.flush()
    }

    func read(context: ChannelHandlerContext) {
        if other?.context?.channel.isWritable ?? true {
            context.read()
        } else {
            wantsToRead = true
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { other?.readAgain() }
        context.fireChannelWritabilityChanged()
    }

    private func readAgain() {
        guard wantsToRead else { return }
        wantsToRead = false
        context?.read()
    }

    func channelInactive(context: ChannelHandlerContext) {
        other?.context?.close(promise: nil)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
#endif
