#if NIO
import NIOCore
import NIOHPACK
import NIOHTTP2

/// A channel handler that keeps the end of a request's body out of the flow control of its HTTP/2
/// stream.
///
/// A server may lower the initial window so far that the window of an open stream becomes negative
/// (RFC 9113 §6.9.2). An empty DATA frame that ends the stream may still be sent (§6.9.1), but
/// SwiftNIO traps if such a frame or trailers wait for a negative window. For this reason, no frame
/// without body bytes gets as far as flow control here: the end waits until the body before it has
/// been sent, and is then passed on as HEADERS without fields, which SwiftNIO sends at once.
/// ``HTTP2FrameWriter`` turns it into an empty DATA frame, which every server understands.
final class HTTP2EndGuard: ChannelOutboundHandler {
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    /// The number of DATA frames that haven't been sent yet.
    private var unsent = 0
    /// The end of the body or its trailers, which wait until the body has been sent.
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
