#if NIO
import FreshetCore
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

/// A channel handler that keeps from AsyncHTTPClient what its HTTP/2 handler can't take, and marks requests that may be sent again.
///
/// That handler traps if a stream ends in any way after a complete response with a status below 300 whose request is still being
/// sent (swift-server/async-http-client#922), and if a response ends without a head. So the end of such a response is held here
/// until the request is sent: a server may respond early and read on (RFC 9113 §8.1). If the stream ends before, the exchange gets
/// the complete response from here.
final class HTTP2StreamGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The most bytes of an early response that are kept: 256 KiB.
    private static let earlyLimit = 256 << 10

    private let responses: ResponseGuard
    private let connection: HTTP2ConnectionGuard?
    private var context: ChannelHandlerContext?
    private var listener: ResponseEvents.Listener?
    private var isRequestSent = false
    /// Whether anything of a response has come, interim ones included.
    private var hasResponse = false
    /// The final head.
    private var head: HTTPResponseHead?
    /// The body of a response that came before the request was sent; `nil` if it is larger than the limit.
    private var early: [ByteBuffer]? = []
    private var earlyBytes = 0
    /// The held end of a response.
    private var end: NIOAny?
    private var hasFailed = false

    private init(_ responses: ResponseGuard, _ connection: HTTP2ConnectionGuard?) {
        self.responses = responses
        self.connection = connection
    }

    /// Adds a guard to a stream, after the one of its responses.
    static func add(to stream: any Channel, after responses: ResponseGuard) throws {
        let connection = try? stream.parent?.pipeline.syncOperations.handler(type: HTTP2ConnectionGuard.self)
        try stream.pipeline.syncOperations.addHandler(
            HTTP2StreamGuard(responses, connection), position: .after(responses))
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    // MARK: - Requests

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        context.write(data, promise: promise)
        switch part {
        case .head: listener = responses.listener
        case .body: break
        case .end:
            isRequestSent = true
            early = nil
            // Not before AsyncHTTPClient has written the end.
            if end != nil { context.eventLoop.assumeIsolated().execute { self.deliverEnd() } }
        }
    }

    // MARK: - Responses

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        hasResponse = true
        switch unwrapInboundIn(data) {
        case .head(let head):
            if head.status.code >= 200 { self.head = head }
        case .body(let bytes):
            guard head != nil else { return fail(context: context) }
            keep(bytes)
        case .end:
            guard let head else { return fail(context: context) }
            guard !isRequestSent else { break }
            guard head.status.code >= 300 else {
                end = data
                return
            }
            context.fireChannelRead(data)
            // AsyncHTTPClient would leave the stream open, and its request unfinished.
            context.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }

    private func keep(_ bytes: ByteBuffer) {
        earlyBytes += bytes.readableBytes
        if earlyBytes > Self.earlyLimit { early = nil }
        early?.append(bytes)
    }

    private func fail(context: ChannelHandlerContext) {
        hasFailed = true
        context.fireErrorCaught(FetchError(.protocolViolation("an HTTP/2 response without a final head")))
        context.close(promise: nil)
    }

    private func deliverEnd() {
        guard let context, let end = end.take() else { return }
        context.fireChannelRead(end)
    }

    // MARK: - Ends of the stream

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !hasFailed else { return }
        finishResponse()
        context.fireErrorCaught(marked(error))
    }

    func channelInactive(context: ChannelHandlerContext) {
        finishResponse()
        let error = marked(ChannelError.eof)
        if !(error is ChannelError) { context.fireErrorCaught(error) }
        context.fireChannelInactive()
    }

    /// Completes a response whose end is held, before the stream ends.
    private func finishResponse() {
        if isRequestSent { return deliverEnd() }
        guard end.take() != nil, let early else { return }
        listener?.whole(early)
    }

    /// Marks the error of a request to which no response has begun, if it may be sent again.
    private func marked(_ error: any Error) -> any Error {
        let options = context?.channel.syncOptions
        guard !hasResponse, !hasFailed, let stream = try? options?.getOption(HTTP2StreamChannelOptions.streamID)
        else { return error }
        if let goAway = connection?.goAway, stream > goAway.lastStream {
            return UnprocessedRequest(error, needsHTTP1: goAway.code == .http11Required)
        }
        switch (error as? NIOHTTP2Errors.StreamClosed)?.errorCode {
        case .refusedStream: return UnprocessedRequest(error)
        case .http11Required: return UnprocessedRequest(error, needsHTTP1: true)
        case _?: return error
        case nil: break
        }
        if error is NIOHTTP2Errors.CreatedStreamAfterGoaway { return UnprocessedRequest(error) }
        // The pool knows that the connection has ended, and opens one for all of its requests.
        return stream > 1 && (error is ChannelError || error is IOError || error is NIOSSLError)
            ? ReusedConnectionFailure(error, needsFreshConnection: false) : error
    }
}
#endif
