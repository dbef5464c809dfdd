#if NIO
import NIOCore

/// A channel handler that processes the frames that SwiftNIO's HTTP/2 handler writes.
///
/// Where ``HTTP2EndGuard`` has sent HEADERS for an end, it writes an empty DATA frame instead, and
/// it notes a GOAWAY with an error. SwiftNIO writes the head of a frame together with the rest of
/// the frame, except for the bytes of DATA, which are a separate write. HEADERS that change the
/// size of the compression table aren't changed.
final class HTTP2FrameWriter: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// Whether a GOAWAY told the server that it violates the protocol. SwiftNIO reads nothing more
    /// after that.
    private(set) var hasSentError = false
    /// Whether the next write contains the bytes of a DATA frame.
    private var isBodyNext = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if isBodyNext {
            isBodyNext = false
        } else if case .byteBuffer(var frame) = unwrapOutboundIn(data) {
            switch frame.frameType {
            case FrameType.data: isBodyNext = true
            case FrameType.headers where frame.isEmptyEnd:
                frame.setInteger(FrameType.data, at: frame.readerIndex + 3)
                frame.setInteger(FrameFlag.endStream, at: frame.readerIndex + 4)
                return context.write(wrapOutboundOut(.byteBuffer(frame)), promise: promise)
            case FrameType.goAway where frame.goAwayCode != 0: hasSentError = true
            default: break
            }
        }
        context.write(data, promise: promise)
    }
}

/// The types of HTTP/2 frames (RFC 9113 §6).
private enum FrameType {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let goAway: UInt8 = 7
}

private enum FrameFlag {
    static let endStream: UInt8 = 1
}

extension ByteBuffer {
    /// The type of an HTTP/2 frame (RFC 9113 §4.1).
    fileprivate var frameType: UInt8? { getInteger(at: readerIndex + 3) }

    /// Whether a frame consists only of its head, and ends its stream.
    fileprivate var isEmptyEnd: Bool {
        readableBytes == 9
            && getInteger(at: readerIndex + 4, as: UInt8.self).map { $0 & FrameFlag.endStream != 0 } == true
    }

    /// The error code of a GOAWAY frame (RFC 9113 §6.8).
    fileprivate var goAwayCode: UInt32? { getInteger(at: readerIndex + 13) }
}
#endif
