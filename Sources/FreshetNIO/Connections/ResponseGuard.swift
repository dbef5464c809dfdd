#if NIO
import FreshetCore
import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOHTTP2

/// A channel handler that closes connections whose responses are invalid, and prevents the reuse of
/// a damaged connection.
///
/// A response is invalid if too many interim (1xx) responses precede it, if it switches to a
/// protocol that wasn't requested, or if its status is invalid (RFC 9110 §15). AsyncHTTPClient
/// treats any status below 200 as interim and traps if a body follows, and swift-http-types traps
/// at four digits, which HTTP/2 allows.
///
/// An HTTP/1.1 connection is damaged if bytes follow the end of a response, or arrive while no
/// response is awaited: the next response would begin with them. AsyncHTTPClient returns a
/// connection to its pool, and possibly to the next request, as soon as it receives the end of a
/// response. For this reason, the end is held back here until all bytes that arrived with it have
/// been read. If there are unread bytes when a request is about to be sent, the connection is
/// closed. If two responses to a request on a reused connection arrive at once, the request fails,
/// because the first response may have been there before.
///
/// The end of a response with a status below 300 is also held back until its request has been sent,
/// since a server may respond early and continue to read (RFC 9112 §9.3, RFC 9113 §8.1).
/// AsyncHTTPClient traps if the connection, or the HTTP/2 stream, ends between such an end and that
/// of the request, or shortly after both (swift-server/async-http-client#922). If the connection or
/// stream ends while the end is held back, the exchange receives the complete response from here.
final class ResponseGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private enum Phase {
        /// No response is awaited.
        case idle
        case awaitingHead
        case receivingBody
    }

    /// The maximum number of bytes of interim fields that are stored: 64 KiB.
    private static let interimBytes = 64 << 10
    /// The maximum number of bytes that are stored of a body that arrives before the request has
    /// been sent: 256 KiB.
    private static let earlyLimit = 256 << 10

    private let interimLimit: Int
    private var interimCount = 0
    /// The interim responses to the current request, which are passed on with its final head.
    private var interim: [HTTPResponseHead] = []
    private var interimBytes = 0
    private var listener: ResponseEvents.Listener?
    /// Whether the final response that is being received refuses the request, and the number of its
    /// body bytes so far.
    private var isRefusal = false
    private var bodyBytes = 0
    private var hasFailed = false

    private var context: ChannelHandlerContext?
    private var phase = Phase.idle
    /// The number of requests that were sent on the connection.
    private var requests = 0
    /// Whether a byte was received since the latest request was sent.
    private var hasReceivedBytes = false
    private var statusLine = StatusLine()
    private var headText = HeadText()
    /// The bytes that are being decoded.
    private var reading: ByteBuffer?
    /// The latest piece of a body that was decoded from them.
    private var lastPiece: ByteBuffer?
    /// Whether the first bytes of a response on a reused connection are being decoded. Its parts
    /// are held back in the meantime.
    private var isBeginning = false
    private var beginning: [NIOAny] = []
    /// The end of a response, which is held back until all bytes that arrived with it have been
    /// read and the request has been sent.
    private var end: NIOAny?
    private var isRequestSent = false
    /// Whether a head was written that hasn't been flushed yet.
    private var isHeadUnsent = false
    /// The body of a response that arrived before the request had been sent; `nil` if it is larger
    /// than the limit.
    private var early: [ByteBuffer]? = []
    /// Whether the connection must not be used again.
    private var isSpent = false

    private init(interimLimit: Int) {
        self.interimLimit = interimLimit
    }

    /// Adds a guard after the decoder of a connection.
    static func add(to channel: any Channel, interimLimit: Int) throws {
        let pipeline = channel.pipeline.syncOperations
        if let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self) {
            let handler = ResponseGuard(interimLimit: interimLimit)
            try pipeline.addHandler(ConnectionGuard(handler), position: .before(decoder))
            try pipeline.addHandler(handler, position: .after(decoder))
        } else {
            let handler = ResponseGuard(interimLimit: interimLimit)
            let codec = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
            try pipeline.addHandler(HTTP2StatusGuard(), position: .before(codec))
            try pipeline.addHandler(HTTP2EndGuard(), position: .before(codec))
            try pipeline.addHandler(handler, position: .after(codec))
            try HTTP2StreamGuard.add(to: channel, after: handler)
        }
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
        guard !isSpent else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            // AsyncHTTPClient took the connection from its pool before it was closed. Nothing has been sent.
            if case .head = part { context.fireErrorCaught(ChannelError.ioOnClosedChannel) }
            return
        }
        guard case .head(var head) = part else {
            context.write(data, promise: promise)
            if case .end = part { noteRequestSent(context) }
            return
        }
        requests += 1
        isHeadUnsent = true
        phase = .awaitingHead
        isRequestSent = false
        early = []
        hasReceivedBytes = false
        statusLine.reset()
        headText = HeadText()
        (interim, interimBytes) = ([], 0)
        RequestTarget.apply(to: &head)
        listener = ResponseEvents.shared.takeListener(of: &head)
        listener?.begin { connection(of: context.channel) }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        // Not earlier: bytes may arrive while a head is being prepared.
        if isHeadUnsent, requests > 1, context.channel.hasUnreadBytes {
            // These bytes follow the previous response, and would be read as the next one. Nothing
            // has been sent yet.
            isHeadUnsent = false
            isSpent = true
            phase = .idle
            context.fireErrorCaught(ChannelError.ioOnClosedChannel)
            return context.close(promise: nil)
        }
        isHeadUnsent = false
        context.flush()
    }

    /// Returns the facts about the connection on which a request is being written.
    private func connection(of channel: any Channel) -> ResponseEvents.Connection {
        guard let parent = channel.parent else {
            return .init(isReused: requests > 1, protocolVersion: "1.1", remoteAddress: channel.remoteAddress?.numbers)
        }
        let streams = try? parent.pipeline.syncOperations.handler(type: HTTP2ConnectionGuard.self)
        return .init(
            isReused: streams?.hasHadStreams == true, protocolVersion: "2",
            remoteAddress: parent.remoteAddress?.numbers)
    }

    private func noteRequestSent(_ context: ChannelHandlerContext) {
        isRequestSent = true
        early = nil
        // Not before AsyncHTTPClient has written the end.
        if end != nil, reading == nil { context.eventLoop.assumeIsolated().execute { self.deliverEnd() } }
    }

    // MARK: - Bytes of HTTP/1.1

    /// Receives bytes of the connection, and returns the bytes to decode; `nil` for none.
    fileprivate func beginReading(_ bytes: ByteBuffer) -> ByteBuffer? {
        guard let context, !hasFailed, !isSpent else { return nil }
        guard phase != .idle else {
            isSpent = true
            // If an end is held, it is delivered first.
            if end == nil { context.close(promise: nil) }
            return nil
        }
        hasReceivedBytes = true
        var bytes = bytes
        if phase == .awaitingHead {
            isBeginning = requests > 1
            guard statusLine.take(&bytes) else {
                fail(FetchError(.tooLarge(.statusLine(limit: StatusLine.limit))), context: context)
                return nil
            }
            bytes = headText.convert(bytes)
            guard bytes.readableBytes > 0 else { return nil }
        }
        reading = bytes
        return bytes
    }

    /// Must be called after the bytes of ``beginReading(_:)`` were decoded.
    fileprivate func endReading() {
        headText.endReading(hasEnded: phase != .awaitingHead)
        passBeginning()
        reading = nil
        lastPiece = nil
    }

    /// Passes on the parts of a response that were held back.
    private func passBeginning() {
        guard isBeginning else { return }
        isBeginning = false
        for index in beginning.indices { context?.fireChannelRead(beginning[index]) }
        // A new array would be allocated for each response.
        beginning.removeAll(keepingCapacity: true)
    }

    private func pass(_ part: NIOAny, context: ChannelHandlerContext) {
        if isBeginning { beginning.append(part) } else { context.fireChannelRead(part) }
    }

    /// Delivers the end of a response that was held back, after all bytes that arrived with it were
    /// read, unless its request is still being sent.
    fileprivate func deliverEnd() {
        guard let context, end != nil else { return }
        if isEndEarly {
            guard isSpent else { return }
            // Nothing more of the request can be sent on a damaged connection.
            completeEarly()
            return context.close(promise: nil)
        }
        guard let end = end.take() else { return }
        pass(end: end, context: context)
        if isSpent { context.close(promise: nil) }
    }

    /// Whether an end is held back because its request is still being sent.
    private var isEndEarly: Bool { end != nil && !isRequestSent && !isRefusal }

    /// Passes the complete response whose end is held back to the exchange, before its connection
    /// or stream ends.
    private func completeEarly() {
        end = nil
        if let early { listener?.whole(early) }
    }

    /// Whether the bytes that are being decoded end with the end of the response: with the last
    /// piece of its body, or with the blank line after a head or a last chunk.
    ///
    /// If the decoder has begun with another message, it doesn't report that.
    private func readingEnds(_ reading: ByteBuffer) -> Bool {
        if let lastPiece, reading.hasSuffix(lastPiece) { return true }
        return reading.hasSuffix(Self.blankLine)
    }

    private static let blankLine = ByteBuffer(string: "\n\r\n")

    // MARK: - Responses

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The rest of the same bytes is ignored.
        guard !hasFailed else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            hasReceivedBytes = true
            if let problem = problem(of: head.status.code) { return fail(FetchError(problem), context: context) }
            if head.status.code < 200 {
                statusLine.reset()
                take(interim: head)
            } else {
                phase = .receivingBody
                (isRefusal, bodyBytes) = (head.status.code >= 300, 0)
                if !interim.isEmpty { return pass(head, context: context) }
            }
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            if !isRequestSent, bodyBytes > Self.earlyLimit { early = nil }
            if !isRefusal { early?.append(bytes) }
            if reading != nil { lastPiece = bytes }
        case .end:
            let hasHead = phase == .receivingBody
            phase = .idle
            // The guard of HTTP/2 streams refuses it.
            guard hasHead else { break }
            end = data
            if let reading {
                if !readingEnds(reading) { isSpent = true }
            } else {
                deliverEnd()
            }
            return
        }
        pass(data, context: context)
    }

    /// Reports an interim response, and stores it for the final one. 100 (Continue) isn't stored,
    /// because it only concerns the request body.
    private func take(interim head: HTTPResponseHead) {
        guard head.status != .continue else {
            listener?.interim(head)
            return
        }
        interimBytes += head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        // Dropped rather than failed: these are hints, and the final response is still of use.
        guard interimBytes <= Self.interimBytes else { return }
        interim.append(head)
        listener?.interim(head)
    }

    /// Passes on a final head, together with the interim responses before it.
    private func pass(_ head: HTTPResponseHead, context: ChannelHandlerContext) {
        var head = head
        ResponseEvents.shared.keep(interim, with: &head)
        interim = []
        interimBytes = 0
        pass(wrapInboundOut(.head(head)), context: context)
    }

    /// Passes on the end of a response. The end of a refusal is reported as well, because
    /// AsyncHTTPClient would wait until the request body has been sent.
    private func pass(end: NIOAny, context: ChannelHandlerContext) {
        let (report, bytes) = (isRefusal ? listener?.end : nil, bodyBytes)
        let isEarly = !isRequestSent
        // The next request may be written at once.
        listener = nil
        context.fireChannelRead(end)
        // AsyncHTTPClient would leave an HTTP/2 stream open, and its request unfinished.
        if isEarly { context.close(promise: nil) }
        report?(bytes)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if end != nil, isBeginning, error as? NIOHTTPDecoderError == .unsolicitedResponse {
            // Two responses at once, of which either may be the one to this request.
            (end, beginning) = (nil, [])
            return fail(ReusedConnectionFailure(error), context: context)
        }
        passBeginning()
        guard end == nil else {
            // The response is complete, whatever follows it.
            isSpent = true
            if isEndEarly {
                completeEarly()
                context.fireErrorCaught(error)
            } else if reading == nil {
                deliverEnd()
            }
            return
        }
        context.fireErrorCaught(isOfReuse(error) ? ReusedConnectionFailure(error) : error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        isSpent = true
        if isEndEarly { completeEarly() } else { deliverEnd() }
        if isOfReuse(ChannelError.eof) { context.fireErrorCaught(ReusedConnectionFailure(ChannelError.eof)) }
        context.fireChannelInactive()
    }

    /// Whether an error means that a reused connection ended before the response to its latest request.
    private func isOfReuse(_ error: any Error) -> Bool {
        guard phase == .awaitingHead, !hasFailed else { return false }
        // Bytes that aren't a head are left over from the previous response, and arrived after the
        // request was sent.
        return requests > 1 && (!hasReceivedBytes || error is HTTPParserError)
    }

    private func fail(_ error: any Error, context: ChannelHandlerContext) {
        passBeginning()
        hasFailed = true
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }

    private func problem(of status: UInt) -> FetchError.Kind? {
        switch status {
        // RFC 9110 §7.8: a server must not switch to a protocol that the request did not offer.
        case 101:
            return .protocolViolation("the server switches to another protocol, which was not requested")
        case 100..<200:
            interimCount += 1
            return interimCount > interimLimit ? .tooLarge(.interimResponses(limit: interimLimit)) : nil
        case 200..<1000:
            interimCount = 0
            return nil
        default:
            return .protocolViolation("\(status) isn't an HTTP status")
        }
    }
}

extension SocketAddress {
    /// The numeric address, such as `192.0.2.1:443` or `[2001:db8::1]:443`, or the path of a Unix
    /// domain socket.
    fileprivate var numbers: String? {
        guard let ipAddress, let port else { return pathname }
        return ipAddress.contains(":") ? "[\(ipAddress)]:\(port)" : "\(ipAddress):\(port)"
    }
}

extension ByteBuffer {
    /// Whether the readable bytes end with those of another buffer.
    fileprivate func hasSuffix(_ other: ByteBuffer) -> Bool {
        guard readableBytes >= other.readableBytes else { return false }
        return withUnsafeReadableBytes { bytes in
            other.withUnsafeReadableBytes { suffix in
                guard let last = bytes.baseAddress, let lastOfSuffix = suffix.baseAddress else { return suffix.isEmpty }
                // A decoder slices pieces from the bytes it gets, without a copy.
                if last + bytes.count == lastOfSuffix + suffix.count { return true }
                return bytes.suffix(suffix.count).elementsEqual(suffix)
            }
        }
    }
}

/// A channel handler that passes the bytes of a connection to its ``ResponseGuard`` before they are
/// decoded.
///
/// Bytes without a request, an endless status line and a version above HTTP/1.1 can be noticed only
/// here: the decoder doesn't report the first two at all, and rejects the third.
private final class ConnectionGuard: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let responses: ResponseGuard

    init(_ responses: ResponseGuard) {
        self.responses = responses
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let bytes = responses.beginReading(unwrapInboundIn(data)) else { return }
        context.fireChannelRead(wrapInboundOut(bytes))
        responses.endReading()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        responses.deliverEnd()
        context.fireChannelReadComplete()
    }
}

/// A channel handler that closes an HTTP/2 stream whose status doesn't have three digits, or that
/// ends with an interim response.
///
/// SwiftNIO traps at a negative status, and waits for another response after such an end.
private final class HTTP2StatusGuard: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    private var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        if case .headers(let content) = unwrapInboundIn(data),
            let status = content.headers.first(name: ":status"),
            status.utf8.count != 3 || !status.utf8.allSatisfy({ (0x30...0x39).contains($0) })
                || content.endStream && status.utf8.first == 0x31
        {
            hasFailed = true
            context.fireErrorCaught(FetchError(.protocolViolation("the status isn't an HTTP status")))
            context.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }
}
#endif
