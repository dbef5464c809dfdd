#if NIO
import NIOCore
import NIOHTTP1

/// A channel handler that passes the bytes of a connection to its ``ResponseGuard`` before they are decoded.
///
/// Bytes without a request and an endless status line can only be noticed here: the decoder reports neither.
final class ConnectionGuard: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let responses: ResponseGuard

    init(_ responses: ResponseGuard) {
        self.responses = responses
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard responses.beginReading(unwrapInboundIn(data)) else { return }
        context.fireChannelRead(data)
        responses.endReading()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        responses.deliverEnd()
        context.fireChannelReadComplete()
    }
}
#endif
