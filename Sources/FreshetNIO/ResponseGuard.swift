#if NIO
import FreshetCore
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Ends a connection that sends more interim (1xx) answers than anybody needs.
final class InterimResponseCounter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private let limit: Int
    private var count = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Puts a counter behind what makes responses of the bytes of a connection.
    static func add(to channel: any Channel, limit: Int) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let counter = InterimResponseCounter(limit: limit)
            if let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self) {
                try pipeline.addHandler(counter, position: .after(decoder))
            } else {
                let codec = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
                try pipeline.addHandler(counter, position: .after(codec))
            }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            count = (100..<200).contains(head.status.code) ? count + 1 : 0
            guard count <= limit else {
                if count == limit + 1 {
                    context.fireErrorCaught(FetchError(.tooLarge(.interimResponses(limit: limit))))
                    context.close(promise: nil)
                }
                return
            }
        }
        context.fireChannelRead(data)
    }
}
#endif
