#if NIO
import Foundation
import Freshet
import FreshetTesting
import NIOCore
import NIOPosix
import Testing

/// Heads that are unusual, and right.
@Suite(.timeLimit(.minutes(5)))
struct OddHeadTests {
    @Test("RFC 9110 §2.5: a higher minor version is read as HTTP/1.1", arguments: ["1.2", "1.9"], 0...10)
    func minorVersion(version: String, cut: Int) async throws {
        let bytes = Data("HTTP/\(version) 200 OK\r\nContent-Length: 4\r\n\r\ngood".utf8)
        try await withServer { _ in
            LoopbackResponse([.bytes(bytes.prefix(cut)), .bytes(bytes.dropFirst(cut))])
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            for _ in 1...2 { #expect(try await client.value(for: .text("/")) == "good") }
            #expect(server.counts.connections == 1)
        }
    }

    @Test("256 fields are the most of a response", arguments: [(254, nil), (300, "too_large")])
    func fields(count: Int, code: String?) async throws {
        let fields = (0..<count).map { ("X-\($0)", "1") }
        try await withServer { _ in
            .text("good", headers: fields)
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            let outcome = try await ValueFace.async.outcome(of: .text("/"), client)
            #expect(outcome.error?.code == code)
        }
    }

    @Test("RFC 6066 §3: the server name of TLS has no dot at its end") func serverName() async throws {
        try await withServer(tls: .trusted) { request in
            .text("\(request.header("host") ?? "")")
        } test: { (server) async throws in
            let hellos = Lock<[Data]>([])
            let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.pipeline.addHandler(FirstBytes { bytes in hellos.withLock { $0.append(bytes) } })
                }
                .bind(host: "127.0.0.1", port: 0).get()
            var configuration = AsyncHTTPClientTransport.Configuration()
            configuration.trustRoots = .certificates(try Certificate.all(inPEM: TestCertificates.authority))
            configuration.addresses = ["localhost.": "127.0.0.1", "localhost": "127.0.0.1"]
            let transport = AsyncHTTPClientTransport(configuration)
            let service = Loopback(baseURL: "https://localhost.:\(server.port)")
            let client = Client(service, transport: transport, cache: nil, retry: .never)
            // The name is that of the certificate, and the dot stays where it is allowed.
            #expect(try await client.value(for: .text("/")) == "localhost.:\(server.port)")

            let port = listener.localAddress?.port ?? 0
            let other = Client(
                Loopback(baseURL: "https://localhost.:\(port)"), transport: transport, cache: nil, retry: .never)
            _ = await failure { () async throws(FetchError) in try await other.value(for: .text("/")) }
            let hello = try #require(hellos.withLock { $0.first })
            // RFC 6066 §3: the type of the name, its length in two bytes, and the name.
            #expect(hello.range(of: Data([0, 0, 9] + Array("localhost".utf8))) != nil)
            #expect(hello.range(of: Data("localhost.".utf8)) == nil)
            try await listener.close()
        }
    }
}

/// Takes the first bytes of a connection and closes it.
private final class FirstBytes: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let take: @Sendable (Data) -> Void

    init(_ take: @escaping @Sendable (Data) -> Void) {
        self.take = take
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        take(Data(unwrapInboundIn(data).readableBytesView))
        context.close(promise: nil)
    }
}
#endif
