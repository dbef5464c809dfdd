import Foundation
import Freshet
import FreshetTesting
import Testing

/// Proxies, Unix domain sockets and IPv6, over real connections.
@Suite(.timeLimit(.minutes(5)))
struct ProxyTests {
    private func withProxy<Value>(
        user: String? = nil, password: String = "", leadsTo port: Int? = nil,
        _ test: (LoopbackProxy) async throws -> Value
    ) async throws -> Value {
        let proxy = try await LoopbackProxy.start(user: user, password: password, leadsTo: port)
        do {
            let value = try await test(proxy)
            await proxy.stop()
            return value
        } catch {
            await proxy.stop()
            throw error
        }
    }

    private static func transport(
        _ proxies: Proxies, trusting: Bool = false
    ) throws -> AsyncHTTPClientTransport {
        var configuration = AsyncHTTPClientTransport.Configuration()
        configuration.proxies = proxies
        if trusting {
            configuration.trustRoots = .certificates(try Certificate.all(inPEM: TestCertificates.authority))
        }
        return AsyncHTTPClientTransport(configuration)
    }

    @Test(
        "Through a tunnel, plain and over TLS with HTTP/2", arguments: ["http", "socks5", "socks5 with a password"],
        [false, true])
    func tunnel(kind: String, tls: Bool) async throws {
        try await withServer(tls: tls ? .trusted : nil, http2: tls) { request in
            .text("\(request.isHTTP2) \(request.header("proxy-authorization") ?? "none")")
        } test: { (server) async throws in
            try await withProxy(user: kind == "socks5" ? nil : "ann", password: "hush:1") { proxy in
                let way: Proxy =
                    switch kind {
                    case "http": .http("127.0.0.1", port: proxy.port, user: "ann", password: "hush:1")
                    case "socks5": .socks5("127.0.0.1", port: proxy.port)
                    default: .socks5("127.0.0.1", port: proxy.port, user: "ann", password: "hush:1")
                    }
                let transport = try Self.transport(.all(way), trusting: tls)
                let client = Client(Loopback(server), transport: transport, cache: nil, retry: .never)
                for _ in 1...3 { #expect(try await client.value(for: .text("/")) == "\(tls) none") }
                #expect(proxy.targets == ["\(tls ? "localhost" : "127.0.0.1"):\(server.port)"])
            }
        }
    }

    @Test("The proxy looks up names", arguments: ["http://", "socks5://", "socks5://ann:hush@"])
    func names(prefix: String) async throws {
        try await withServer { request in
            .text(request.header("host") ?? "")
        } test: { (server) async throws in
            let user = prefix.contains("ann") ? "ann" : nil
            try await withProxy(user: user, password: "hush", leadsTo: server.port) { proxy in
                let address = "\(prefix)127.0.0.1:\(proxy.port)"
                let transport = try Self.transport(.environment(["all_proxy": address]))
                let client = Client(
                    Loopback(baseURL: "http://far.example"), transport: transport, cache: nil, retry: .never)
                #expect(try await client.value(for: .text("/")) == "far.example")
                #expect(proxy.targets == ["far.example:80"])
            }
        }
    }

    @Test("Hosts without a proxy, and the other scheme") func exceptions() async throws {
        try await withServer { _ in
            .text("direct")
        } test: { (server) async throws in
            try await withProxy { proxy in
                let way = Proxy.http("127.0.0.1", port: proxy.port)
                for proxies in [.all(way, exceptions: ["127.0.0.0/8"]), Proxies(https: way), .none] {
                    let client = Client(
                        Loopback(server), transport: try Self.transport(proxies), cache: nil, retry: .never)
                    #expect(try await client.value(for: .text("/")) == "direct")
                }
                #expect(proxy.targets.isEmpty)
            }
        }
    }

    @Test("A proxy that refuses is named, and no credential shows", arguments: ["http", "socks5"])
    func refusal(kind: String) async throws {
        try await withProxy(user: "ann", password: "hush") { proxy in
            let ways: [Proxy] =
                kind == "http"
                ? [
                    .http("127.0.0.1", port: proxy.port),
                    .http("127.0.0.1", port: proxy.port, user: "ann", password: "hushhush"),
                    .http("127.0.0.1", port: proxy.port, user: "ann", password: "hush"),
                ]
                : [
                    .socks5("127.0.0.1", port: proxy.port),
                    .socks5("127.0.0.1", port: proxy.port, user: "ann", password: "hushhush"),
                    .socks5("127.0.0.1", port: proxy.port, user: "ann", password: ""),
                    .socks5("127.0.0.1", port: proxy.port, user: "ann", password: "hush"),
                    .socks5("127.0.0.1", port: 1, user: "ann", password: "hush"),
                ]
            for way in ways {
                // Nothing listens at port 1.
                let client = Client(
                    Loopback(baseURL: "http://127.0.0.1:1"), transport: try Self.transport(.all(way)), cache: nil,
                    retry: .never)
                let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
                #expect(error?.kind == .cannotConnect(.proxy), "\(way): \(error.map { "\($0)" } ?? "")")
                var dumped = "\(way) \(String(reflecting: way)) \(error.map { "\($0)" } ?? "")"
                dump(way, to: &dumped)
                #expect(!dumped.contains("hush"))
            }
        }
    }

    @Test("A proxy that is not there") func missing() async throws {
        let transport = try Self.transport(.all(.http("127.0.0.1", port: 1)))
        let client = Client(Loopback(baseURL: "http://far.example"), transport: transport, cache: nil, retry: .never)
        let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
        #expect(error?.code == "cannot_connect.refused")
    }

    @Test("A large body in both directions, through SOCKS 5 with a password") func largeBodies() async throws {
        let text = String(repeating: "tea", count: 1 << 20)
        try await withServer { request in
            .text("\(request.bodyLength) \(text)")
        } test: { (server) async throws in
            try await withProxy(user: "ann", password: "hush") { proxy in
                let way = Proxy.socks5("127.0.0.1", port: proxy.port, user: "ann", password: "hush")
                let client = Client(
                    Loopback(server), transport: try Self.transport(.all(way)), cache: nil, retry: .never)
                let post = Request<Loopback, String>.text("/", method: .post, body: .bytes(Data(text.utf8)))
                #expect(try await client.value(for: post) == "\(text.utf8.count) \(text)")
            }
        }
    }

    @Test("A server that speaks no SOCKS") func noSOCKS() async throws {
        try await withServer { _ in
            .text("never")
        } test: { (server) async throws in
            let way = Proxy.socks5("127.0.0.1", port: server.port, user: "ann", password: "hush")
            let client = Client(
                Loopback(baseURL: "http://far.example"), transport: try Self.transport(.all(way)), cache: nil,
                retry: .never)
            let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
            #expect(error?.kind == .cannotConnect(.proxy))
        }
    }

    #if os(Linux)
    @Test("A proxy that is silent is left when the connection's time is over", arguments: ["http", "socks5"])
    func silentProxy(kind: String) async throws {
        let silent = try SilentListener(takesConnections: true)
        var configuration = AsyncHTTPClientTransport.Configuration()
        configuration.connectTimeout = .milliseconds(200)
        configuration.proxies = .all(
            kind == "http"
                ? .http("::1", port: silent.port) : .socks5("::1", port: silent.port, user: "ann", password: "hush"))
        let client = Client(
            Loopback(baseURL: "http://far.example"), transport: AsyncHTTPClientTransport(configuration), cache: nil,
            retry: .never)
        let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
        #expect(error?.kind == .timedOut(.connect))
        silent.close()
    }
    #endif

    // MARK: - Sockets and addresses

    @Test("A Unix domain socket") func socket() async throws {
        let path = "/tmp/freshet \(UUID().uuidString.prefix(8)).sock"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await withServer(socket: path) { request in
            .text("\(request.method) \(request.target) \(request.header("host") ?? "")")
        } test: { (server) async throws in
            var configuration = AsyncHTTPClientTransport.Configuration()
            configuration.sockets = ["docker": path]
            configuration.proxies = .all(.http("127.0.0.1", port: 1))
            let transport = AsyncHTTPClientTransport(configuration)
            let client = Client(Loopback(baseURL: "http://docker/v1"), transport: transport, cache: nil, retry: .never)
            #expect(try await client.value(for: .text("info?a=b%2Fc")) == "GET /v1/info?a=b%2Fc docker")
            #expect(try await client.value(for: .text("x", method: .post)) == "POST /v1/x docker")
            let other = Client(Loopback(baseURL: "http://docker:81"), transport: transport, cache: nil, retry: .never)
            #expect(try await other.value(for: .text("/")) == "GET / docker:81")
            #expect(server.counts.connections == 1)
        }
    }

    @Test("A socket that is not there") func missingSocket() async throws {
        var configuration = AsyncHTTPClientTransport.Configuration()
        configuration.sockets = ["docker": "/tmp/freshet-no-such.sock"]
        let transport = AsyncHTTPClientTransport(configuration)
        let client = Client(Loopback(baseURL: "http://docker"), transport: transport, cache: nil, retry: .never)
        let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
        #expect(error?.code.hasPrefix("cannot_connect") == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("An IPv6 literal, in any of its forms", arguments: ["::1", "0:0:0:0:0:0:0:1", "0000::0001"])
    func ipv6(host: String) async throws {
        try await withServer(host: "::1") { request in
            .text(request.header("host") ?? "")
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(baseURL: "http://[\(host)]:\(server.port)"))
            #expect(try await client.value(for: .text("/")) == "[::1]:\(server.port)")
        }
    }
}
