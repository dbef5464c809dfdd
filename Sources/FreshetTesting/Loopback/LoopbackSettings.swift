#if NIO
import NIOCore
import NIOHTTP2

/// A channel handler that puts settings into an empty SETTINGS frame of SwiftNIO.
///
/// SwiftNIO closes a connection on which a client acknowledges settings that SwiftNIO has not sent. And what it has
/// sent itself it enforces: with a lower window, it refuses frames that the client may send.
final class LoopbackSettings: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var settings: ByteBuffer?

    /// Adds the handler below SwiftNIO's.
    static func add(to connection: any Channel) throws {
        let pipeline = connection.pipeline.syncOperations
        let handler = try pipeline.handler(type: NIOHTTP2Handler.self)
        try pipeline.addHandler(LoopbackSettings(), position: .before(handler))
    }

    /// Writes a SETTINGS frame with a payload that nothing checks.
    static func write(_ payload: ByteBuffer, to connection: any Channel) async throws {
        try await connection.eventLoop.flatSubmit {
            let handler = try? connection.pipeline.syncOperations.handler(type: LoopbackSettings.self)
            handler?.settings = payload
            return connection.writeAndFlush(HTTP2Frame(streamID: .rootStream, payload: .settings(.settings([]))))
        }.get()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let settings, case .byteBuffer(var frame) = unwrapOutboundIn(data), frame.isEmptySettings else {
            return context.write(data, promise: promise)
        }
        self.settings = nil
        frame.setInteger(UInt32(settings.readableBytes) << 8 | 4, at: frame.readerIndex)
        frame.writeImmutableBuffer(settings)
        context.write(wrapOutboundOut(.byteBuffer(frame)), promise: promise)
    }
}

extension ByteBuffer {
    /// Whether this is a SETTINGS frame without settings that is no acknowledgement (RFC 9113 §6.5).
    fileprivate var isEmptySettings: Bool {
        readableBytes == 9 && getInteger(at: readerIndex, as: UInt32.self) == 4
            && getInteger(at: readerIndex + 4, as: UInt8.self) == 0
    }
}
#endif
