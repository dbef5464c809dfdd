#if NIO
import Dispatch
import Freshet
import FreshetTesting
import HTTPTypes
import NIOCore
import NIOPosix
import Testing

/// What happens to a request while its event loop is busy.
struct BusyEventLoopTests {
    @Test("A request that is cancelled before its event loop begins it is not sent")
    func cancelledBeforeItBegins() async throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        try await withServer { _ in
            .text("fine")
        } test: { (server) async throws in
            let transport = AsyncHTTPClientTransport()
            let send = { @Sendable (path: String) async throws(FetchError) in
                let request = TransportRequest(
                    head: HTTPRequest(
                        method: .get, scheme: "http", authority: "127.0.0.1:\(server.port)", path: path))
                let response = try await transport.send(request)
                while try await response.body.next() != nil {}
            }
            // A connection, which the next request would use at once.
            try await send("/before")
            let loops = Array(MultiThreadedEventLoopGroup.singleton.makeIterator())
            let gate = DispatchSemaphore(value: 0)
            for loop in loops { loop.execute { gate.wait() } }
            let task = Task.immediate { () -> FetchError? in
                await failure { () async throws(FetchError) in try await send("/cancelled") }
            }
            task.cancel()
            for _ in loops { gate.signal() }
            #expect(await task.value == .cancelled)
            try await send("/after")
            #expect(server.requests.map(\.path) == ["/before", "/after"])
        }
    }

    @Test("Bytes after a response that were not read yet close the connection when it would be used again")
    func unreadBytes() async throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        // On a thread of its own: the client's are busy while it sends.
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let connections = Lock<[any Channel]>([])
        let server = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                connections.withLock { $0.append(channel) }
                return channel.pipeline.addHandler(FixedResponse("good"))
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let client = Client(
            Loopback(baseURL: "http://127.0.0.1:\(server.localAddress?.port ?? 0)"),
            transport: AsyncHTTPClientTransport(), cache: nil, retry: .never)
        #expect(try await client.value(for: .text("/first", method: .post)) == "good")

        let loops = Array(MultiThreadedEventLoopGroup.singleton.makeIterator())
        let gate = DispatchSemaphore(value: 0)
        for loop in loops { loop.execute { gate.wait() } }
        let first = try #require(connections.withLock { $0.first })
        try await first.writeAndFlush(FixedResponse.bytes("forged")).get()
        let task = Task.immediate { try await client.value(for: .text("/second", method: .post)) }
        for _ in loops { gate.signal() }
        #expect(try await task.value == "good")
        #expect(connections.withLock { $0.count } == 2)
        try await server.close()
        try await group.shutdownGracefully()
    }
}

/// Responds to each piece of a request with the same text.
private final class FixedResponse: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let text: String

    init(_ text: String) {
        self.text = text
    }

    static func bytes(_ text: String) -> ByteBuffer {
        ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(wrapOutboundOut(Self.bytes(text)), promise: nil)
    }
}
#endif
