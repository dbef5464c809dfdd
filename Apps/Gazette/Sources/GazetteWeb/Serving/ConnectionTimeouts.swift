import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client keeps it waiting, so that silent clients don't use up what the process may open.
///
/// A response may take any time, and a live stream never ends. What counts is only the wait for the client: each part
/// of a request has one deadline, which single bytes don't move.
final class ConnectionTimeouts: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let times: ConnectionTimes
    private var progress = ConnectionProgress()
    private var readDeadline: Scheduled<Void>?
    private var writeDeadline: Scheduled<Void>?

    init(_ times: ConnectionTimes) {
        self.times = times
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { wait(for: progress.phase, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancelAll() }

    func channelActive(context: ChannelHandlerContext) {
        wait(for: progress.phase, context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancelAll()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: follow(context) { $0.beginRequest() }
        case .body: break
        case .end: follow(context) { $0.endRequest() }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { follow(context) { $0.endResponse() } }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        writeDeadline?.cancel()
        writeDeadline = context.channel.isWritable ? nil : close(after: times.write, context)
        context.fireChannelWritabilityChanged()
    }

    private func follow(_ context: ChannelHandlerContext, _ event: (inout ConnectionProgress) -> Void) {
        let former = progress.phase
        event(&progress)
        if progress.phase != former { wait(for: progress.phase, context) }
    }

    private func wait(for phase: ConnectionProgress.Phase, _ context: ChannelHandlerContext) {
        readDeadline?.cancel()
        readDeadline =
            switch phase {
            case .firstHead: close(after: times.head, context)
            case .body: close(after: times.body, context)
            case .idle: close(after: times.idle, context)
            case .response: nil
            }
    }

    private func close(after time: Duration, _ context: ChannelHandlerContext) -> Scheduled<Void> {
        context.eventLoop.scheduleTask(in: TimeAmount(time)) { [channel = context.channel] in
            channel.close(promise: nil)
        }
    }

    private func cancelAll() {
        readDeadline?.cancel()
        writeDeadline?.cancel()
    }
}

/// How far the requests of a connection are: a pure value.
struct ConnectionProgress: Equatable {
    /// What the connection waits for.
    enum Phase {
        case firstHead, body, idle
        /// The response, which the server makes.
        case response
    }

    private var hasBegun = false
    private var isReading = false
    /// The requests whose responses are not complete.
    private var unanswered = 0

    var phase: Phase {
        if isReading { return .body }
        if unanswered > 0 { return .response }
        return hasBegun ? .idle : .firstHead
    }

    mutating func beginRequest() {
        hasBegun = true
        isReading = true
        unanswered += 1
    }

    mutating func endRequest() { isReading = false }

    mutating func endResponse() { unanswered -= 1 }
}

extension HTTPServerBuilder {
    /// A server of HTTP/1.1 that closes connections whose clients keep it waiting.
    static func silentClientsEnd(after times: ConnectionTimes) -> HTTPServerBuilder {
        .http1(configuration: .init(additionalChannelHandlers: [ConnectionTimeouts(times)]))
    }
}
