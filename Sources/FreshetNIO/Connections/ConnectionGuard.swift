#if NIO
import NIOCore
import NIOHTTP1

/// A channel handler that passes the bytes of a connection to its ``ResponseGuard`` before they are decoded.
///
/// Bytes without a request, an endless status line and a version above HTTP/1.1 can only be noticed here: the decoder
/// reports the first two not at all, and refuses the third.
final class ConnectionGuard: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let responses: ResponseGuard

    init(_ responses: ResponseGuard) {
        self.responses = responses
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let bytes = responses.beginReading(unwrapInboundIn(data)) else { return }
        context.fireChannelRead(wrapInboundOut(bytes))
        responses.endReading()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        responses.deliverEnd()
        context.fireChannelReadComplete()
    }
}
#endif
