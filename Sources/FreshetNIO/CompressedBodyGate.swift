#if NIO
import FreshetCore
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Lets a compressed body pass in small pieces, each only when the reader has asked for more.
///
/// The decompressor behind it inflates whatever it gets at once, a thousandfold if the server wants that; and when a server
/// closes the connection, SwiftNIO hands over all that the system has received, megabytes of it. What is held here is still
/// compressed, and no more than the buffers of the system hold.
final class CompressedBodyGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The most that is inflated at once; with the best compression there is, 16 MiB come of it.
    static let pieceBytes = 16 << 10
    /// The most that may come of what is left when the connection has ended, and nothing can wait any more.
    static let closingBytes = 64 << 20

    private let inflated: InflatedByteCounter
    private var held = CircularBuffer<HTTPClientResponsePart>()
    private var isCompressed = false
    private var isAsked = false
    private var isDelivering = false

    private init(_ inflated: InflatedByteCounter) {
        self.inflated = inflated
    }

    /// Puts a decompressor behind a handler that is about to pass a head: a gate before it, and behind it what counts its
    /// bytes.
    static func add(behind handler: any ChannelHandler, _ pipeline: ChannelPipeline.SynchronousOperations) throws {
        let inflated = InflatedByteCounter()
        let gate = CompressedBodyGate(inflated)
        // The reader has asked for what is being read at the moment.
        gate.isAsked = true
        // The limit of the body is the client's, which counts decoded bytes as they come.
        let decompressor = NIOHTTPResponseDecompressor(limit: .none)
        try pipeline.addHandlers([gate, decompressor, inflated], position: .after(handler))
    }

    // MARK: - What comes in

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .head(let head) = part { isCompressed = head.headers.contains(name: "content-encoding") }
        guard !held.isEmpty || isCompressed && !part.isHead else { return context.fireChannelRead(data) }
        held.append(part)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        guard held.isEmpty else {
            // The channel asks for more by itself after this.
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

    // MARK: - What the reader wants

    func read(context: ChannelHandlerContext) {
        isAsked = true
        guard !isDelivering else { return }
        isDelivering = true
        while isAsked, !held.isEmpty {
            deliverPiece(context: context)
            // As a channel does after bytes of the network: whoever is ready for more says so now.
            context.channel.read()
        }
        isDelivering = false
        if isAsked { context.read() }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // Nobody wants it any more.
        if mode == .all { held.removeAll() }
        context.close(mode: mode, promise: promise)
    }

    private func deliverPiece(context: ChannelHandlerContext) {
        isAsked = false
        passPiece(context: context)
        context.fireChannelReadComplete()
    }

    /// Passes the next bytes of a body, and the end where nothing is before it.
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

/// Counts the bytes of bodies that pass.
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
