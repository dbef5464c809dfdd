#if NIO
import FreshetCore
import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOHTTP2

/// A channel handler that closes connections whose responses would make the layers above trap or wait for ever.
///
/// They are: too many interim (1xx) responses; an unrequested switch to another protocol; an invalid status (RFC 9110
/// §15). AsyncHTTPClient takes any status below 200 as interim and traps if a body follows, and swift-http-types traps
/// at four digits, which HTTP/2 allows.
///
/// Every response passes it. The handlers that inflate bodies are added after it with the first compressed response.
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

    /// Adds a guard after the decoder of a connection.
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
        // The rest of the same bytes is ignored.
        guard !hasFailed else { return }
        if case .head(let head) = unwrapInboundIn(data) {
            if let problem = problem(of: head.status.code) { return fail(FetchError(problem), context: context) }
            if !inflates, head.headers.contains(name: "content-encoding") {
                inflates = true
                do { try CompressedBodyGate.add(after: self, context.pipeline.syncOperations) } catch {
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
            return .protocolViolation("the server switches to another protocol, which was not requested")
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

/// A channel handler that closes an HTTP/2 stream whose status does not have three digits: SwiftNIO traps at a negative
/// one.
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
