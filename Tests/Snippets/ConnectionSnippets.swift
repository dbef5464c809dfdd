#if NIO
import Foundation
import Freshet
import FreshetTesting
import Testing

// The code of the guide "Proxies, timeouts and certificate pinning".

func transport(through proxy: Proxy, trusting authority: String) throws -> AsyncHTTPClientTransport {
    var configuration = AsyncHTTPClientTransport.Configuration()
    configuration.proxies = .all(proxy, exceptions: ["localhost", ".internal.example", "10.0.0.0/8"])
    configuration.trustRoots = .certificates(try Certificate.all(inPEM: authority))
    return AsyncHTTPClientTransport(configuration)
}

func docker() -> Client<AnyOrigin> {
    var configuration = AsyncHTTPClientTransport.Configuration()
    configuration.sockets = ["docker": "/var/run/docker.sock"]
    return Client(AnyOrigin(), transport: AsyncHTTPClientTransport(configuration), cache: nil)
}

@Suite
struct ConnectionSnippets {
    @Test func proxiesOfEveryKind() {
        let secret = "hush"
        let ways: [Proxies] = [
            .environment(),
            .all(.http("proxy.example", port: 3128, user: "ann", password: secret)),
            Proxies(https: .socks5("127.0.0.1", port: 1080), exceptions: ["status.example:8080"]),
        ]
        #expect(ways[2].http == nil && !"\(ways)".contains(secret))
    }

    @Test func theTransportsOfTheGuide() async throws {
        #expect(throws: FetchError.self) { try transport(through: .http("proxy.example"), trusting: "no PEM") }
        let server = try await LoopbackServer.start(tls: .trusted) { _ in .text("sealed") }
        let proxy = try await LoopbackProxy.start()
        let way = Proxy.http("127.0.0.1", port: proxy.port)
        let direct = try transport(through: way, trusting: TestCertificates.authority)
        let web = Client(AnyOrigin(), transport: direct, cache: nil)
        let page = Request<AnyOrigin, String>(.absolute(server.baseURL), reading: .text)
        #expect(try await web.value(for: page) == "sealed")
        // localhost is an exception.
        #expect(proxy.targets.isEmpty)
        await proxy.stop()
        await server.stop()
        #expect(docker().service.baseURL.isEmpty)
    }
}
#endif
