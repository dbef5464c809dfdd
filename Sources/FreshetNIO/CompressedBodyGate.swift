#if NIO
import FreshetCore
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// A channel handler that passes a compressed body in small pieces, each when the reader requests more.
///
/// The decompressor after it inflates all it gets at once, up to a thousandfold; and when a server closes the
/// connection, SwiftNIO delivers all that the system has received, which may be megabytes. The bytes held here are
/// still compressed, and no more than the buffers of the system hold.
final class CompressedBodyGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The most bytes that are inflated at once; with the best possible compression they become 16 MiB.
    static let pieceBytes = 16 << 10
    /// The most bytes that the rest may become after the connection has ended, when it can't be delayed any more.
    static let closingBytes = 64 << 20

    private let inflated: InflatedByteCounter
    private var held = CircularBuffer<HTTPClientResponsePart>()
    private var isCompressed = false
    private var isAsked = false
    private var isDelivering = false

    private init(_ inflated: InflatedByteCounter) {
        self.inflated = inflated
    }

    /// Adds a decompressor after a handler that is about to pass a head: with a gate before it and a byte counter after
    /// it.
    static func add(after handler: any ChannelHandler, _ pipeline: ChannelPipeline.SynchronousOperations) throws {
        let inflated = InflatedByteCounter()
        let gate = CompressedBodyGate(inflated)
        // The reader has requested what is being read now.
        gate.isAsked = true
        // The client limits the body: it counts the decoded bytes.
        let decompressor = NIOHTTPResponseDecompressor(limit: .none)
        try pipeline.addHandlers([gate, decompressor, inflated], position: .after(handler))
    }

    // MARK: - Inbound

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .head(let head) = part { isCompressed = head.headers.contains(name: "content-encoding") }
        guard !held.isEmpty || isCompressed && !part.isHead else { return context.fireChannelRead(data) }
        held.append(part)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        guard held.isEmpty else {
            // The channel requests more by itself after this.
            if isAsked { deliverPiece(context: context) }
            return
        }
        isAsked = false
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        inflated.count = 0
        if !held.isEmpty {
            while !held.isEmpty {
                passPiece(context: context)
                guard inflated.count <= Self.closingBytes else {
                    held.removeAll()
                    context.fireErrorCaught(FetchError(.tooLarge(.body(limit: Self.closingBytes))))
                    break
                }
            }
            context.fireChannelReadComplete()
        }
        context.fireChannelInactive()
    }

    // MARK: - Outbound

    func read(context: ChannelHandlerContext) {
        isAsked = true
        guard !isDelivering else { return }
        isDelivering = true
        while isAsked, !held.isEmpty {
            deliverPiece(context: context)
            // As a channel does after it has read: handlers that are ready for more request it now.
            context.channel.read()
        }
        isDelivering = false
        if isAsked { context.read() }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // The rest is not needed any more.
        if mode == .all { held.removeAll() }
        context.close(mode: mode, promise: promise)
    }

    private func deliverPiece(context: ChannelHandlerContext) {
        isAsked = false
        passPiece(context: context)
        context.fireChannelReadComplete()
    }

    /// Passes the next bytes of a body, and its end once no bytes are left.
    private func passPiece(context: ChannelHandlerContext) {
        if case .body(var bytes)? = held.first {
            let piece = bytes.readSlice(length: min(bytes.readableBytes, Self.pieceBytes)) ?? ByteBuffer()
            held.removeFirst()
            if bytes.readableBytes > 0 { held.prepend(.body(bytes)) }
            context.fireChannelRead(wrapInboundOut(.body(piece)))
        }
        while let part = held.first, !part.isBody {
            held.removeFirst()
            context.fireChannelRead(wrapInboundOut(part))
        }
    }
}

/// A channel handler that counts the bytes of bodies.
private final class InflatedByteCounter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart

    var count = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .body(let bytes) = unwrapInboundIn(data) { count += bytes.readableBytes }
        context.fireChannelRead(data)
    }
}

extension HTTPClientResponsePart {
    fileprivate var isHead: Bool { if case .head = self { true } else { false } }
    fileprivate var isBody: Bool { if case .body = self { true } else { false } }
}
#endif
