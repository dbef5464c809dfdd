#if NIO
import FreshetCore
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

/// A channel handler that closes HTTP/2 streams whose response has no head, and marks requests that
/// may be sent again.
///
/// AsyncHTTPClient traps if a response has no head.
final class HTTP2StreamGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private let connection: HTTP2ConnectionGuard?
    /// Whether any part of a response was received, including interim ones.
    private var hasResponse = false
    private var hasFinalHead = false
    private var hasFailed = false

    private init(_ connection: HTTP2ConnectionGuard?) {
        self.connection = connection
    }

    /// Adds a guard to a stream, after the guard of its responses.
    static func add(to stream: any Channel, after responses: ResponseGuard) throws {
        let connection = try? stream.parent?.pipeline.syncOperations.handler(type: HTTP2ConnectionGuard.self)
        try stream.pipeline.syncOperations.addHandler(HTTP2StreamGuard(connection), position: .after(responses))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        hasResponse = true
        if case .head(let head) = unwrapInboundIn(data) {
            if head.status.code >= 200 { hasFinalHead = true }
        } else if !hasFinalHead {
            hasFailed = true
            context.fireErrorCaught(FetchError(.protocolViolation("an HTTP/2 response without a final head")))
            context.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !hasFailed else { return }
        context.fireErrorCaught(marked(error, context))
    }

    func channelInactive(context: ChannelHandlerContext) {
        let error = marked(ChannelError.eof, context)
        if !(error is ChannelError) { context.fireErrorCaught(error) }
        context.fireChannelInactive()
    }

    /// Marks the error of a request whose response hasn't begun, if the request may be sent again.
    private func marked(_ error: any Error, _ context: ChannelHandlerContext) -> any Error {
        let options = context.channel.syncOptions
        guard !hasResponse, !hasFailed, let stream = try? options?.getOption(HTTP2StreamChannelOptions.streamID)
        else { return error }
        // RFC 9113 §6.8: the server has not processed streams above the last one that it names, and
        // never will.
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
        // The pool knows that the connection has ended, and opens a new one for all of its
        // requests. Only on a reused connection. On the first stream, the connection was new, and
        // its failure has another cause.
        return stream > 1 && (error is ChannelError || error is IOError || error is NIOSSLError)
            ? ReusedConnectionFailure(error, needsFreshConnection: false) : error
    }
}
#endif
