import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A request by hand, and all that is sent until the other side closes.
final class RawExchange: Sendable {
    private let channel: any Channel
    private let head: EventLoopFuture<Void>
    private let whole: EventLoopFuture<String>

    static func send(_ path: String, port: Int) async throws -> RawExchange {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let head = loop.makePromise(of: Void.self)
        let whole = loop.makePromise(of: String.self)
        let channel = try await ClientBootstrap(group: loop)
            .channelInitializer { $0.pipeline.addHandler(Collector(head: head, whole: whole)) }
            .connect(host: "127.0.0.1", port: port).get()
        let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\n\r\n"
        try await channel.writeAndFlush(ByteBuffer(string: request)).get()
        return RawExchange(channel: channel, head: head.futureResult, whole: whole.futureResult)
    }

    private init(channel: any Channel, head: EventLoopFuture<Void>, whole: EventLoopFuture<String>) {
        self.channel = channel
        self.head = head
        self.whole = whole
    }

    /// Waits for the first bytes of the response.
    func begun() async throws { try await head.get() }

    /// Waits until the other side has closed.
    func text() async throws -> String { try await whole.get() }

    func close() async { try? await channel.close().get() }

    private final class Collector: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        private let head: EventLoopPromise<Void>
        private let whole: EventLoopPromise<String>
        private let bytes = NIOLockedValueBox(ByteBuffer())

        init(head: EventLoopPromise<Void>, whole: EventLoopPromise<String>) {
            self.head = head
            self.whole = whole
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var buffer = unwrapInboundIn(data)
            bytes.withLockedValue { _ = $0.writeBuffer(&buffer) }
            head.succeed()
        }

        func channelInactive(context: ChannelHandlerContext) {
            head.fail(ChannelError.eof)
            whole.succeed(bytes.withLockedValue { String(buffer: $0) })
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
