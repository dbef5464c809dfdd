#if NIO
import FreshetCore
import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOHTTP2

/// Ends a connection whose answers the layers above would not bear: they would trap, or wait for ever.
///
/// More interim (1xx) answers than anybody needs; a switch to another protocol, which nobody asks for; a status that is not
/// one of HTTP (RFC 9110 §15). Of the last kind AsyncHTTPClient takes those below 200 for interim ones and traps when a
/// body follows, and swift-http-types traps at those of four digits, which HTTP/2 lets pass.
///
/// It is the one handler that every answer passes: what inflates bodies is put behind it with the first compressed one.
final class ResponseGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private let interimLimit: Int
    private var interimCount = 0
    private var hasFailed = false
    private var inflates = false

    init(interimLimit: Int) {
        self.interimLimit = interimLimit
    }

    /// Puts a guard behind what makes responses of the bytes of a connection.
    static func add(to channel: any Channel, interimLimit: Int) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let handler = ResponseGuard(interimLimit: interimLimit)
            if let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self) {
                try pipeline.addHandler(handler, position: .after(decoder))
            } else {
                let codec = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
                try pipeline.addHandler(HTTP2StatusGuard(), position: .before(codec))
                try pipeline.addHandler(handler, position: .after(codec))
            }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What follows in the same bytes is of no interest any more.
        guard !hasFailed else { return }
        if case .head(let head) = unwrapInboundIn(data) {
            if let problem = problem(of: head.status.code) { return fail(FetchError(problem), context: context) }
            if !inflates, head.headers.contains(name: "content-encoding") {
                inflates = true
                do { try CompressedBodyGate.add(behind: self, context.pipeline.syncOperations) } catch {
                    return fail(error, context: context)
                }
            }
        }
        context.fireChannelRead(data)
    }

    private func fail(_ error: any Error, context: ChannelHandlerContext) {
        hasFailed = true
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }

    private func problem(of status: UInt) -> FetchError.Kind? {
        switch status {
        case 101:
            return .protocolViolation("the server switches to another protocol, which nobody asked for")
        case 100..<200:
            interimCount += 1
            return interimCount > interimLimit ? .tooLarge(.interimResponses(limit: interimLimit)) : nil
        case 200..<1000:
            interimCount = 0
            return nil
        default:
            return .protocolViolation("\(status) is no status of HTTP")
        }
    }
}

/// Ends a stream of HTTP/2 whose status is no number of three digits: SwiftNIO traps at a negative one.
private final class HTTP2StatusGuard: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    private var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        if case .headers(let content) = unwrapInboundIn(data),
            let status = content.headers.first(name: ":status"),
            status.utf8.count != 3 || !status.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        {
            hasFailed = true
            context.fireErrorCaught(FetchError(.protocolViolation("a status that is no status of HTTP")))
            context.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }
}
#endif
