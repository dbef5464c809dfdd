#if NIO
import NIOCore
import NIOHPACK
import NIOHTTP2

/// A channel handler that keeps the end of a request's body out of the flow control of its HTTP/2 stream.
///
/// A server may lower the initial window until that of an open stream is negative (RFC 9113 §6.9.2). An empty DATA
/// frame that ends the stream may be sent all the same (§6.9.1), but SwiftNIO traps when one waits for such a window,
/// and when trailers do. So no frame without bytes of a body reaches the windows here: the end waits until the body
/// before it is sent, and then passes as HEADERS without fields, which SwiftNIO sends at once. ``HTTP2FrameWriter``
/// makes an empty DATA frame of it, which every server knows.
final class HTTP2EndGuard: ChannelOutboundHandler {
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    /// The DATA frames that are not sent yet.
    private var unsent = 0
    /// The end of the body, or its trailers, until the body is sent.
    private var end: (frame: HTTP2Frame.FramePayload, promise: EventLoopPromise<Void>?)?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let frame = unwrapOutboundIn(data)
        guard case .data(let body) = frame else { return write(withoutBody: frame, promise, context) }
        guard body.data.readableBytes > 0 else {
            guard body.endStream else {
                promise?.succeed()
                return
            }
            return write(withoutBody: .headers(.init(headers: [:], endStream: true)), promise, context)
        }
        unsent += 1
        // The promise of another handler may be of another event loop.
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { result in
            self.unsent -= 1
            self.writeEnd(after: result, context)
        }
        sent.futureResult.cascade(to: promise)
        context.write(data, promise: sent)
    }

    private func write(
        withoutBody frame: HTTP2Frame.FramePayload, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) {
        if unsent == 0 { context.write(wrapOutboundOut(frame), promise: promise) } else { end = (frame, promise) }
    }

    private func writeEnd(after body: Result<Void, any Error>, _ context: ChannelHandlerContext) {
        guard unsent == 0, let (frame, promise) = end.take() else { return }
        switch body {
        case .success: context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
        case .failure(let error): promise?.fail(error)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end.take()?.promise?.fail(ChannelError.ioOnClosedChannel)
    }
}
#endif
