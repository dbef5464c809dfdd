import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// The rules for proxies and their exceptions, and the addresses of hosts.
struct ProxyRuleTests {
    private static let proxy = Proxy.http("proxy.example", port: 3128)

    struct Case: Sendable, CustomTestStringConvertible {
        let exception: String
        let authority: String
        let isExcepted: Bool

        init(_ exception: String, _ authority: String, _ isExcepted: Bool) {
            (self.exception, self.authority, self.isExcepted) = (exception, authority, isExcepted)
        }

        var testDescription: String { "\(exception) \(isExcepted ? "has" : "has not") \(authority)" }
    }

    @Test(
        "Exceptions",
        arguments: [
            Case("example.com", "example.com", true), Case("example.com", "www.example.com:8080", true),
            Case(".example.com", "example.com", true), Case("EXAMPLE.com", "a.b.Example.COM", true),
            Case("example.com", "notexample.com", false), Case("example.com", "example.com.evil.example", false),
            Case("example.com:8080", "example.com:8080", true), Case("example.com:8080", "example.com", false),
            Case("example.com:80", "example.com", true), Case("*", "anything.example", true),
            Case("", "a.example", false),
            Case(".", "a.example", false), Case("127.0.0.1", "127.0.0.1:99", true),
            Case("127.0.0.1", "127.0.0.2", false),
            Case("10.0.0.0/8", "10.255.1.2", true), Case("10.0.0.0/8", "11.0.0.1", false),
            Case("172.16.0.0/12", "172.31.0.1", true), Case("172.16.0.0/12", "172.32.0.1", false),
            Case("0.0.0.0/0", "8.8.8.8", true), Case("10.0.0.0/33", "10.0.0.0", false),
            Case("10.0.0.0/-1", "10.0.0.0", false),
            Case("10.0.0.0/8", "ten.example", false), Case("::1", "[::1]:8080", true), Case("[::1]", "[0:0::1]", true),
            Case("[::1]:80", "[::1]", true), Case("[::1]:81", "[::1]", false), Case("fd00::/8", "[fd12::3]", true),
            Case("fd00::/8", "[fe12::3]", false), Case("10.0.0.0/8", "[::1]", false),
            Case("1.0.0.127", "127.0.0.1", false), Case("*.example.com", "example.com", true),
            Case("*.example.com:8080", "www.example.com:8080", true), Case("*.example.com", "notexample.com", false),
            Case("*example.com", "notexample.com", false), Case("example.com.", "www.example.com", true),
            Case("example.com", "www.example.com.", true), Case("bücher.example", "www.xn--bcher-kva.example", true),
            Case("..", "a.example", false), Case("*.", "a.example", false), Case("com", "example.com", true),
            Case("::ffff:10.0.0.1", "10.0.0.1", false), Case("[fd00::]/8", "[fd12::3]", false),
            Case("http://example.com", "example.com", false),
            Case("0.0.1", "127.0.0.1", false),
        ])
    func exceptions(example: Case) {
        let proxies = Proxies.all(Self.proxy, exceptions: ["other.example", example.exception])
        let proxy = proxies.proxy(scheme: "http", authority: example.authority)
        #expect(proxy == (example.isExcepted ? nil : Self.proxy))
    }

    @Test("The environment") func environment() {
        let proxies = Proxies.environment([
            "http_proxy": "http://proxy.example:3128", "HTTPS_PROXY": "socks5://127.0.0.1", "ALL_PROXY": "http://never",
            "NO_PROXY": "localhost,.example.com  10.0.0.0/8\n",
        ])
        #expect(proxies.http == Self.proxy && proxies.https == .socks5("127.0.0.1"))
        #expect(proxies.exceptions == ["localhost", ".example.com", "10.0.0.0/8"])
        #expect(proxies.proxy(scheme: "https", authority: "a.example.com") == nil)
        #expect(proxies.proxy(scheme: "https", authority: "a.example.org") == .socks5("127.0.0.1"))
        #expect(Proxies.environment([:]) == .none)
        #expect(Proxies.environment(["all_proxy": "proxy.example:3128"]) == .all(Self.proxy))
        #expect(Proxies.environment(["http_proxy": "ftp://nonsense", "https_proxy": ""]) == .none)
    }

    @Test("A CGI server's HTTP_PROXY is what a client has sent") func forgedEnvironment() {
        let forged = ["HTTP_PROXY": "http://evil.example", "REQUEST_METHOD": "GET"]
        #expect(Proxies.environment(forged).http == nil)
        #expect(Proxies.environment(["HTTP_PROXY": "http://proxy.example:3128"]).http == Self.proxy)
    }

    @Test("Addresses of proxies") func addresses() {
        #expect(Proxy("proxy.example") == .http("proxy.example", port: 80))
        #expect(Proxy("proxy.example:80") == .http("proxy.example", port: 80))
        #expect(Proxy("http://proxy.example:3128/") == Self.proxy)
        #expect(Proxy("HTTP://[::1]:3128") == .http("::1", port: 3128))
        #expect(Proxy("socks5h://proxy.example") == .socks5("proxy.example", port: 1080))
        #expect(
            Proxy("http://an%40n:h%3Aush@proxy.example:3128")
                == .http("proxy.example", port: 3128, user: "an@n", password: "h:ush"))
        #expect(
            Proxy("socks5://ann:hush@proxy.example")
                == .socks5("proxy.example", port: 1080, user: "ann", password: "hush"))
        #expect(Proxy("http://ann@proxy.example") == .http("proxy.example", user: "ann"))
        for address in [
            "https://proxy.example", "ftp://a", "socks4://a", "", "http://", "http://a b", "http://a:0",
        ] {
            #expect(Proxy(address) == nil, "\(address)")
        }
        #expect("\(Proxy("http://ann:hush@proxy.example:3128").map { "\($0)" } ?? "")" == "http://proxy.example:3128")
    }

    // MARK: - Addresses of services

    @Test(
        "UTS 46: names of other scripts",
        arguments: [
            ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.example", "xn--bcher-kva.example"),
            ("faß.example", "xn--fa-hia.example"), ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
            ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("ｅｘａｍｐｌｅ.example", "example.example"),
            ("bu\u{308}cher.example", "xn--bcher-kva.example"),
        ])
    func names(host: String, ascii: String) async throws {
        #expect(
            try await Shop.url(.item("é"), by: Shop(baseURL: "https://\(host)/v1"))
                == "https://\(ascii)/v1/items/%C3%A9")
    }

    @Test(
        "Hosts that are none",
        arguments: [
            "[::1", "[::g]", "[127.0.0.1]", "[]", "a[b", "::1", "a b", "b%C3%BCcher.example", "a@b", "[::1]x",
            "xn--\u{e4}.example", "a\u{200b}\u{2024}b\u{fffd}.example",
        ])
    func noHosts(host: String) async {
        let error = await failure { () async throws(FetchError) in
            try await Shop.url(.item("a"), by: Shop(baseURL: "https://\(host)/v1"))
        }
        #expect(error?.code == "invalid_request")
    }

    @Test("One IPv6 address has one form, so that credentials stay with it (RFC 5952)") func ipv6() async throws {
        let (client, stub) = Shop.client(Shop(baseURL: "https://[2001:DB8:0::1]/v1", credentials: .bearer("hush"))) {
            request in
            request.head.path == "/v1/items/a"
                ? .redirect(to: "https://[2001:db8::0:1]:443/v1/items/b") : .json(#"{"name":"tea"}"#)
        }
        _ = try await client.value(for: .item("a"))
        #expect(stub.requests.map(\.head.authority) == ["[2001:db8::1]", "[2001:db8::1]"])
        #expect(stub.requests.map { $0.head.headerFields[.authorization] } == ["Bearer hush", "Bearer hush"])
    }

    @Test("PEM (RFC 7468)") func pem() throws {
        let two = TestCertificates.authority + "\nbetween\n" + TestCertificates.clientCertificate
        #expect(try Certificate.all(inPEM: two).count == 2)
        for text in ["", "-----BEGIN CERTIFICATE-----\nAAAA", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----"]
        {
            #expect(throws: FetchError.self) { try Certificate.all(inPEM: text) }
        }
    }
}
