import HTTPTypes
import Testing

@testable import GazetteWeb
@testable import Hosts

/// Which reports about clients are believed, and of whom.
@Suite
struct TrustedProxiesTests {
    private static func fields(_ fields: [(String, String)]) -> HTTPFields {
        var result = HTTPFields()
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { result.append(HTTPField(name: name, value: value)) }
        }
        return result
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var peer = "127.0.0.1"
        let fields: [(String, String)]
        let address: String
        var scheme: String?
        var host: String?

        init(
            _ name: String, peer: String = "127.0.0.1", _ fields: [(String, String)], _ address: String,
            scheme: String? = nil, host: String? = nil
        ) {
            testDescription = name
            self.peer = peer
            self.fields = fields
            self.address = address
            self.scheme = scheme
            self.host = host
        }
    }

    @Test(
        "The client of a request",
        arguments: [
            Case("no report", [], "127.0.0.1"),
            Case(
                "reports of a stranger", peer: "203.0.113.9",
                [("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Proto", "https"), ("Forwarded", "for=192.0.2.1")],
                "203.0.113.9"),
            Case("no address at all", peer: "", [("X-Forwarded-For", "192.0.2.1")], ""),
            Case(
                "one proxy",
                [
                    ("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Proto", "https"),
                    ("X-Forwarded-Host", "news.example"),
                ],
                "192.0.2.1", scheme: "https", host: "news.example"),
            Case(
                "one proxy, which a dual-stack socket reports", peer: "::ffff:127.0.0.1",
                [("X-Forwarded-For", "192.0.2.1")], "192.0.2.1"),
            Case(
                "the field of RFC 7239", [("Forwarded", #"for=192.0.2.1;proto=https;host="news.example:8443";by=_x"#)],
                "192.0.2.1", scheme: "https", host: "news.example:8443"),
            Case("its quoted IPv6 address", [("forwarded", #"For="[2001:db8:0::17]:4711""#)], "2001:db8::17"),
            Case("its escapes", [("Forwarded", #"for="192\.0.2.1";proto="h\ttps""#)], "192.0.2.1", scheme: "https"),
            Case(
                "a forged address before that of the proxy", [("X-Forwarded-For", "198.51.100.7, 192.0.2.1")],
                "192.0.2.1"),
            Case(
                "a forged element before that of the proxy",
                [("Forwarded", "for=198.51.100.7;proto=https, for=192.0.2.1;proto=http")], "192.0.2.1",
                scheme: "http"),
            Case(
                "a forged field before that of the proxy",
                [("X-Forwarded-For", "198.51.100.7"), ("X-Forwarded-For", "192.0.2.1")], "192.0.2.1"),
            Case(
                "a forged address of a proxy", [("X-Forwarded-For", "198.51.100.7, 10.1.2.3, 192.0.2.1")], "192.0.2.1"),
            Case(
                "several proxies",
                [("X-Forwarded-For", "198.51.100.7, 192.0.2.1, 10.1.2.3"), ("X-Forwarded-Proto", "ftp, https, http")],
                "192.0.2.1", scheme: "https"),
            Case(
                "a forged scheme", [("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Proto", "https, http")],
                "192.0.2.1",
                scheme: "http"),
            Case("only trusted proxies", [("X-Forwarded-For", "10.0.0.9, 10.1.2.3")], "10.0.0.9"),
            Case("an unknown client", [("Forwarded", "for=198.51.100.7, for=unknown")], "127.0.0.1"),
            Case("a hidden client", [("Forwarded", "for=198.51.100.7, for=\"_hidden\", for=10.1.2.3")], "10.1.2.3"),
            Case("no address", [("X-Forwarded-For", "198.51.100.7, <script>")], "127.0.0.1"),
            Case("nothing", [("X-Forwarded-For", "")], "127.0.0.1"),
            Case("an address with a port", [("X-Forwarded-For", "192.0.2.1:4711")], "192.0.2.1"),
            Case("a broken field", [("Forwarded", #"for="192.0.2.1"#)], "127.0.0.1"),
            Case("a broken field that begins well", [("Forwarded", "for=192.0.2.1;proto=https x")], "127.0.0.1"),
            Case(
                "a forged standard field beside that of the proxy",
                [("X-Forwarded-For", "192.0.2.1"), ("Forwarded", "for=198.51.100.7;proto=https")], "127.0.0.1"),
            Case(
                "both fields of one proxy",
                [
                    ("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Proto", "https"),
                    ("Forwarded", "for=192.0.2.1;proto=https"),
                ], "192.0.2.1", scheme: "https"),
            Case(
                "a scheme that is none", [("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Proto", "javascript")],
                "192.0.2.1"),
            Case(
                "a host that is none", [("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Host", "evil/\"><script>")],
                "192.0.2.1"),
        ])
    func client(example: Case) throws {
        let proxies = try #require(TrustedProxies("127.0.0.1, 10.0.0.0/8"))
        let client = proxies.client(peer: example.peer, Self.fields(example.fields))
        #expect(client == .init(address: example.address, scheme: example.scheme, host: example.host))
        // Without proxies, everybody is the peer.
        let plain = TrustedProxies.none.client(peer: example.peer, Self.fields(example.fields))
        #expect(plain == .init(address: example.peer))
    }

    @Test(
        "Ranges",
        arguments: [
            ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("192.0.2.128/25", "192.0.2.127", false), ("192.0.2.128/25", "192.0.2.200", true),
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("0.0.0.0/0", "192.0.2.2", true),
            ("0.0.0.0/0", "::1", false), ("::/0", "192.0.2.2", false), ("fd00::/8", "fdff::1", true),
            ("fd00::/8", "fe00::1", false), ("::1", "0:0:0:0:0:0:0:1", true), ("127.0.0.1", "::ffff:127.0.0.1", true),
            ("2001:db8::/33", "2001:db8:8000::", false), ("2001:db8::/33", "2001:db8:7fff::", true),
        ])
    func range(range: String, address: String, isContained: Bool) throws {
        let range = try #require(IPAddress.Range(range))
        #expect(range.contains(try #require(IPAddress(address))) == isContained)
    }

    @Test(
        "What names no proxy",
        arguments: [
            "", " , ", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/", "/8", "10.0.0/8",
            "::/129",
            "10.0.0.0/8/8", "fe80::1%eth0", "[::1]", "127.0.0.1:80", "127.0.0.1, nonsense", "10.0.0.1\u{0}",
        ])
    func invalid(text: String) {
        #expect(TrustedProxies(text) == nil)
    }

    @Test func aLongListIsReadQuickly() throws {
        let proxies = try #require(TrustedProxies("127.0.0.1 10.0.0.0/8"))
        let text = String(repeating: "10.0.0.1, ", count: 100_000) + "192.0.2.1"
        #expect(proxies.client(peer: "127.0.0.1", Self.fields([("X-Forwarded-For", text)])).address == "192.0.2.1")
        let elements = String(repeating: "for=10.0.0.1;proto=http,", count: 20_000) + "for=192.0.2.1"
        #expect(proxies.client(peer: "127.0.0.1", Self.fields([("Forwarded", elements)])).address == "192.0.2.1")
    }
}
