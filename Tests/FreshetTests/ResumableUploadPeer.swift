#if NIO
import Freshet
import FreshetTesting
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix
import NIOResumableUpload

/// Another project's server with resumable uploads: NIOResumableUpload of swift-nio-extras. It closes connections in
/// the middle of bodies.
final class ResumableUploadPeer: Sendable {
    /// What has come.
    struct Received: Sendable {
        var body = Data()
        /// The bytes of all connections, with those of heads.
        var bytes = 0
        /// The methods of the requests, and the statuses of the final responses.
        var exchanges: [String] = []
        /// How many connections are still to be closed.
        var cuts: Int
        var random = SeededRandom(seed: 8)

        /// After how many bytes a connection is closed.
        mutating func nextCut() -> Int {
            guard cuts > 0 else { return .max }
            cuts -= 1
            return .random(in: 1_000...60_000, using: &random)
        }
    }

    let received: Lock<Received>
    private let channel: any Channel

    private init(_ received: Lock<Received>, _ channel: any Channel) {
        self.received = received
        self.channel = channel
    }

    static func start(cuts: Int) async throws -> ResumableUploadPeer {
        let received = Lock(Received(cuts: cuts))
        let uploads = HTTPResumableUploadContext(origin: "")
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handlers = channel.pipeline.syncOperations
                    try handlers.addHandler(Cutter(received))
                    try handlers.configureHTTPServerPipeline()
                    try handlers.addHandler(HTTP1ToHTTPServerCodec(secure: false))
                    try handlers.addHandler(Notes(received))
                    try handlers.addHandler(
                        HTTPResumableUploadHandler(context: uploads, handlers: [Taker(received)]))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return ResumableUploadPeer(received, channel)
    }

    var baseURL: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)" }

    func stop() async throws { try await channel.close() }
}

/// Closes its connection after some bytes.
private final class Cutter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let received: Lock<ResumableUploadPeer.Received>
    private var left = Int.max

    init(_ received: Lock<ResumableUploadPeer.Received>) { self.received = received }

    func channelActive(context: ChannelHandlerContext) {
        left = received.withLock { $0.nextCut() }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let count = unwrapInboundIn(data).readableBytes
        left -= count
        received.withLock { $0.bytes += count }
        context.fireChannelRead(data)
        if left <= 0 { context.close(promise: nil) }
    }
}

/// Notes the methods of the requests, and the statuses of the final responses.
private final class Notes: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let received: Lock<ResumableUploadPeer.Received>

    init(_ received: Lock<ResumableUploadPeer.Received>) { self.received = received }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            received.withLock { $0.exchanges.append(head.method.rawValue) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .head(let head) = unwrapOutboundIn(data), head.status.kind != .informational {
            received.withLock { $0.exchanges.append("\(head.status.code)") }
        }
        context.write(data, promise: promise)
    }
}

/// Takes the body of an upload, and responds when all of it has come.
private final class Taker: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = HTTPResponsePart

    private let received: Lock<ResumableUploadPeer.Received>

    init(_ received: Lock<ResumableUploadPeer.Received>) { self.received = received }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: received.withLock { $0.body = Data() }
        case .body(let part): received.withLock { $0.body.append(contentsOf: part.readableBytesView) }
        case .end:
            let head = HTTPResponse(
                status: .ok, headerFields: [.contentType: "text/plain", .contentLength: "9"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(ByteBuffer(string: "all of it"))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
#endif
