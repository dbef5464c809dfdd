#if NIO
import NIOCore
import NIOHTTP2

/// A channel handler that notes what an HTTP/2 server reports about a whole connection, and closes
/// a connection that can no longer be used.
///
/// It is placed between SwiftNIO's handler and AsyncHTTPClient's. The latter ignores the last
/// stream in GOAWAY, keeps a connection that received GOAWAY without any stream, and doesn't close
/// a connection that violated the protocol (RFC 9113 §5.4.1).
final class HTTP2ConnectionGuard: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame

    /// The latest GOAWAY: the last stream that the server processes, and the reason.
    private(set) var goAway: (lastStream: HTTP2StreamID, code: HTTP2ErrorCode)?

    private let writer: HTTP2FrameWriter
    private var openStreams = 0
    private(set) var hasHadStreams = false
    private var streamLimit: Int?
    /// Settings that were received while no stream was open. They are passed on before the next
    /// frame of a stream.
    private var heldSettings: NIOAny?

    private init(_ writer: HTTP2FrameWriter) {
        self.writer = writer
    }

    static func add(to channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        let handler = try pipeline.handler(type: NIOHTTP2Handler.self)
        let writer = HTTP2FrameWriter()
        try pipeline.addHandler(writer, position: .before(handler))
        try pipeline.addHandler(HTTP2ConnectionGuard(writer), position: .after(handler))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if openStreams > 0, let settings = heldSettings.take() { context.fireChannelRead(settings) }
        switch unwrapInboundIn(data).payload {
        case .goAway(let last, let code, _):
            goAway = (last, code)
            context.fireChannelRead(data)
            if openStreams == 0 { context.close(promise: nil) }
        case .settings(.settings(let settings)):
            guard let limit = settings.last(where: { $0.parameter == .maxConcurrentStreams })?.value else {
                return context.fireChannelRead(data)
            }
            // With another limit for an idle connection, AsyncHTTPClient starts a second timer for it: its debug build
            // traps. One whose limit was 0 may have requests that wait.
            let waits = openStreams == 0 && hasHadStreams && streamLimit != 0
            streamLimit = limit
            if waits { heldSettings = data } else { context.fireChannelRead(data) }
        default: context.fireChannelRead(data)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is NIOHTTP2StreamCreatedEvent:
            openStreams += 1
            hasHadStreams = true
        case is StreamClosedEvent: openStreams -= 1
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(error)
        // SwiftNIO has sent RST_STREAM for an error of one stream, and GOAWAY for one of the connection, from which it
        // reads nothing more. A frame that could not be written concerns a stream that has just ended.
        if writer.hasSentError { context.close(promise: nil) }
    }
}
#endif
