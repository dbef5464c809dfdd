#if NIO
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOHTTP2

final class LoopbackExchanges: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let ledger: WatchedState<LoopbackLedger>
    private let connection: Int
    private let isHTTP2: Bool
    private let respondsEarly: Bool
    private let handler: LoopbackServer.Handler

    private var head: HTTPRequestHead?
    private var body = Data()
    private var bodyLength = 0
    private var requests = 0
    /// The number of open exchanges. It may briefly be 2, because a client may send a request
    /// before the end of its previous response is counted.
    private var open = 0
    private var isDone = false
    /// Whether the response ended before its last step. The remaining steps are then performed
    /// although the stream is closed.
    private var hasEnded = false
    private var responding: Task<Void, Never>?

    init(
        ledger: WatchedState<LoopbackLedger>,
        connection: Int,
        isHTTP2: Bool,
        respondsEarly: Bool,
        handler: @escaping LoopbackServer.Handler
    ) {
        self.ledger = ledger
        self.connection = connection
        self.isHTTP2 = isHTTP2
        self.respondsEarly = respondsEarly
        self.handler = handler
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head where isDone:
            head = nil
            context.close(promise: nil)
        case .head(let head):
            self.head = head
            body = Data()
            bodyLength = 0
            open += 1
            ledger.change { ledger in
                ledger.counts.exchanges += 1
                ledger.counts.openExchanges += 1
            }
            guard respondsEarly else { return }
            if isHTTP2 { try? context.channel.syncOptions?.setOption(.autoRead, value: false) }
            respond(context: context)
        case .body(let buffer):
            bodyLength += buffer.readableBytes
            if body.count + buffer.readableBytes <= LoopbackServer.bodyLimit { body.append(Data(buffer: buffer)) }
        case .end:
            if !respondsEarly { respond(context: context) }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if !hasEnded { responding?.cancel() }
        let aborted = hasEnded ? 0 : open
        ledger.change { [open] ledger in
            ledger.counts.openExchanges -= open
            ledger.counts.abortedExchanges += aborted
        }
        open = 0
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func respond(context: ChannelHandlerContext) {
        guard let head else { return }
        requests += 1
        let stream = isHTTP2 ? try? context.channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID) : nil
        let request = LoopbackRequest(
            method: head.method.rawValue, target: head.uri, headers: head.headers.map { ($0.name, $0.value) },
            body: body,
            bodyLength: bodyLength, connection: connection, numberOnConnection: requests, isHTTP2: isHTTP2,
            stream: stream.map { Int($0) })
        ledger.change { $0.requests.append(request) }
        let handler = handler
        let closes = head.headers[canonicalForm: "connection"].contains("close")
        let done = NIOLoopBound(self, eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        let writer = LoopbackWriter(
            channel: context.channel, stream: stream, ledger: ledger, readsLater: respondsEarly,
            refuseNext: { try await eventLoop.submit { done.value.isDone = true }.get() },
            noteEnd: { try await eventLoop.submit { done.value.hasEnded = true }.get() })
        responding = Task {
            let response = await handler(request)
            await writer.perform(response)
            eventLoop.execute { done.value.finished() }
            await writer.end(response, closes: closes)
        }
    }

    private func finished() {
        guard open > 0 else { return }
        open -= 1
        ledger.change { $0.counts.openExchanges -= 1 }
    }
}
#endif
