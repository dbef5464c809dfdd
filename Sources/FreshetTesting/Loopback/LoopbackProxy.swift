#if NIO
import FreshetCore
import Foundation
import NIOCore
import NIOPosix

/// A local proxy for tests that opens tunnels with CONNECT and SOCKS 5 and records their targets.
///
/// ```swift
/// let proxy = try await LoopbackProxy.start(user: "ann", password: "hush")
/// // … a transport with Proxies.all(.http("127.0.0.1", port: proxy.port, user: "ann", password: "hush")) …
/// #expect(proxy.targets == ["127.0.0.1:8080"])
/// await proxy.stop()
/// ```
public final class LoopbackProxy: Sendable {
    private let channel: any Channel
    private let children: LoopbackChildren
    private let log: Lock<[String]>

    private init(channel: any Channel, children: LoopbackChildren, log: Lock<[String]>) {
        self.channel = channel
        self.children = children
        self.log = log
    }

    /// Starts a proxy on a free port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - user: The user name that clients must send; `nil` accepts every client.
    ///   - password: The user's password.
    ///   - port: A port on 127.0.0.1 to which all tunnels lead instead of their targets; `nil` for
    ///     the targets themselves.
    /// - Throws: SwiftNIO's error if no port can be opened.
    public static func start(
        user: String? = nil, password: String = "", leadsTo port: Int? = nil
    ) async throws -> LoopbackProxy {
        let (children, log) = (LoopbackChildren(), Lock<[String]>([]))
        let account = user.map { ProxyAccount(user: $0, password: password) }
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                children.add(channel)
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        TunnelMaker(account: account, port: port) { target in
                            log.withLock { $0.append(target) }
                        })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return LoopbackProxy(channel: channel, children: children, log: log)
    }

    /// The port on which the proxy listens.
    public var port: Int { channel.localAddress?.port ?? 0 }

    /// The targets of the requested tunnels as `host:port`, in order.
    public var targets: [String] { log.withLock { $0 } }

    /// Stops listening and closes every connection.
    public func stop() async {
        try? await channel.close()
        await children.closeAll()
    }
}

private struct ProxyAccount {
    let user: String
    let password: String

    var authorization: String { "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())" }

    /// The SOCKS 5 message with the user name and the password (RFC 1929 §2).
    var message: [UInt8] {
        [1, UInt8(user.utf8.count)] + Array(user.utf8) + [UInt8(password.utf8.count)] + Array(password.utf8)
    }
}

/// A channel handler that reads a client's tunnel request and connects the client to the target.
private final class TunnelMaker: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private enum Phase {
        case begin, authenticating, greeted, connecting
    }

    private let account: ProxyAccount?
    private let port: Int?
    private let report: (String) -> Void
    private var received = ByteBuffer()
    private var phase = Phase.begin

    init(account: ProxyAccount?, port: Int?, report: @escaping (String) -> Void) {
        self.account = account
        self.port = port
        self.report = report
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        received.writeBuffer(&buffer)
        let first: UInt8? = received.getInteger(at: received.readerIndex)
        switch phase {
        case .begin where first == 5: greet(context: context)
        case .begin: readConnect(context: context)
        case .authenticating: authenticate(context: context)
        case .greeted: readSOCKS(context: context)
        case .connecting: break
        }
    }

    // MARK: - CONNECT (RFC 9110 §9.3.6)

    private func readConnect(context: ChannelHandlerContext) {
        let text = String(buffer: received)
        guard text.hasSuffix("\r\n\r\n") else { return }
        let lines = text.split(separator: "\r\n").map(String.init)
        let words = (lines.first ?? "").split(separator: " ").map(String.init)
        guard words.count == 3, words[0] == "CONNECT" else { return refuse(Self.head("400 Bad Request"), context) }
        let field = lines.first { $0.lowercased().hasPrefix("proxy-authorization:") }
        let given = field.map { $0.drop { $0 != ":" }.dropFirst().drop { $0 == " " } }
        report(words[1])
        guard account == nil || account.map({ $0.authorization[...] }) == given else {
            return refuse(Self.head("407 Proxy Authentication Required"), context)
        }
        let separator = words[1].lastIndex(of: ":") ?? words[1].endIndex
        let host = words[1][..<separator].filter { $0 != "[" && $0 != "]" }
        connect(
            host: String(host), port: Int(words[1][separator...].dropFirst()) ?? 0,
            success: ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\n"),
            failure: Self.head("502 Bad Gateway"), context: context)
    }

    private static func head(_ status: String) -> ByteBuffer {
        ByteBuffer(string: "HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")
    }

    private func refuse(_ reply: ByteBuffer, _ context: ChannelHandlerContext) {
        context.writeAndFlush(NIOAny(reply), promise: nil)
        context.close(promise: nil)
    }

    // MARK: - SOCKS 5 (RFC 1928, RFC 1929)

    private func greet(context: ChannelHandlerContext) {
        guard let count: UInt8 = received.getInteger(at: received.readerIndex + 1),
            let methods = received.getBytes(at: received.readerIndex + 2, length: Int(count))
        else { return }
        received.moveReaderIndex(forwardBy: 2 + Int(count))
        let method: UInt8 = account == nil ? 0 : 2
        guard methods.contains(method) else { return refuse(ByteBuffer(bytes: [5, 0xFF]), context) }
        phase = account == nil ? .greeted : .authenticating
        context.writeAndFlush(NIOAny(ByteBuffer(bytes: [5, method])), promise: nil)
    }

    private func authenticate(context: ChannelHandlerContext) {
        let bytes = Array(received.readableBytesView)
        guard bytes.count >= 2, bytes.count >= 3 + Int(bytes[1]),
            bytes.count >= 3 + Int(bytes[1]) + Int(bytes[2 + Int(bytes[1])])
        else { return }
        guard bytes == account?.message else { return refuse(ByteBuffer(bytes: [1, 1]), context) }
        received.clear()
        phase = .greeted
        context.writeAndFlush(NIOAny(ByteBuffer(bytes: [1, 0])), promise: nil)
    }

    private func readSOCKS(context: ChannelHandlerContext) {
        let bytes = Array(received.readableBytesView)
        guard bytes.count > 4 else { return }
        let host: String
        let length: Int
        switch bytes[3] {
        case 1 where bytes.count >= 10:
            host = bytes[4..<8].map { "\($0)" }.joined(separator: ".")
            length = 4
        case 4 where bytes.count >= 22:
            host = IPAddress(bytes: bytes[4..<20]).map { "[\($0.text)]" } ?? ""
            length = 16
        case 3 where bytes.count >= 7 + Int(bytes[4]):
            host = String(decoding: bytes[5..<5 + Int(bytes[4])], as: UTF8.self)
            length = 1 + Int(bytes[4])
        default: return
        }
        let port = Int(bytes[4 + length]) << 8 | Int(bytes[5 + length])
        report("\(host):\(port)")
        connect(
            host: host, port: port, success: ByteBuffer(bytes: [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
            failure: ByteBuffer(bytes: [5, 5, 0, 1, 0, 0, 0, 0, 0, 0]), context: context)
    }

    // MARK: - The tunnel

    private func connect(
        host: String, port: Int, success: ByteBuffer, failure: ByteBuffer, context: ChannelHandlerContext
    ) {
        phase = .connecting
        let channel = context.channel
        let maker = NIOLoopBound(self, eventLoop: context.eventLoop)
        ClientBootstrap(group: context.eventLoop)
            .channelInitializer { target in
                target.eventLoop.makeCompletedFuture {
                    try target.pipeline.syncOperations.addHandler(Passing(to: channel))
                }
            }
            .connect(host: self.port == nil ? host : "127.0.0.1", port: self.port ?? port)
            .whenComplete { result in
                guard case .success(let target) = result else {
                    channel.writeAndFlush(failure, promise: nil)
                    return channel.close(promise: nil)
                }
                _ = channel.pipeline.syncOperations.removeHandler(maker.value)
                try? channel.pipeline.syncOperations.addHandler(Passing(to: target))
                channel.writeAndFlush(success, promise: nil)
            }
    }
}

/// A channel handler that forwards bytes, and the end of the stream, to the other side of a tunnel.
private final class Passing: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel

    init(to other: any Channel) {
        self.other = other
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        other.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        other.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
#endif
