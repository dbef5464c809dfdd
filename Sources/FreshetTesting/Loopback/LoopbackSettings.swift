#if NIO
import NIOCore
import NIOHTTP2

/// A channel handler that inserts settings into an empty SETTINGS frame sent by SwiftNIO.
///
/// SwiftNIO closes a connection if a client acknowledges settings that SwiftNIO hasn't sent. It
/// also enforces the settings that it has sent itself: with a smaller window, it would refuse
/// frames that the client may still send.
final class LoopbackSettings: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var settings: ByteBuffer?

    /// Adds the handler below SwiftNIO's own.
    static func add(to connection: any Channel) throws {
        let pipeline = connection.pipeline.syncOperations
        let handler = try pipeline.handler(type: NIOHTTP2Handler.self)
        try pipeline.addHandler(LoopbackSettings(), position: .before(handler))
    }

    /// Writes a SETTINGS frame with an unchecked payload.
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
    /// Whether this is a SETTINGS frame without settings that isn't an acknowledgement (RFC 9113
    /// §6.5).
    fileprivate var isEmptySettings: Bool {
        readableBytes == 9 && getInteger(at: readerIndex, as: UInt32.self) == 4
            && getInteger(at: readerIndex + 4, as: UInt8.self) == 0
    }
}
#endif
