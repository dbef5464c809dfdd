import Foundation
import Freshet
import FreshetTesting
import Testing

/// What stands in the request line is what the address of the response shows.
@Suite(.timeLimit(.minutes(5)))
struct RequestTargetTests {
    private static let targets = [
        "/files/caf%E9", "/a%C3/b?y=1", "/?q=%E9&r=%", "/a%00b", "/a%0d%0ab?x=%0A", "//a//b", "/a?", "/?", "/a?b?c",
        "/a/%2e%2e/b", "/...", "/a;b=c,d/:@!$&'()*+", "/a?x=/../y", "/%7Ea~", "/a%2Fb/..%2Fc",
    ]

    @Test("Escapes that are not UTF-8", arguments: Carrier.allCases, ["/files/caf%E9", "/a%C3/b?y=1"])
    func escapes(carrier: Carrier, target: String) async throws {
        try await withServer { request in
            request.path == "/old" ? .redirect(307, to: target) : .text("there")
        } test: { (server) async throws in
            let client = carrier.client(for: Loopback(server))
            for path in [RequestPath(target), "/old"] {
                let response = try await client.response(for: .text(path, method: .delete))
                #expect(response.url.text == server.baseURL + target)
                #expect(server.requests.last.map { "\($0.method) \($0.target)" } == "DELETE \(target)")
                #expect(server.requests.allSatisfy { $0.header("freshet-target") == nil })
            }
        }
    }

    @Test("Over HTTP/2")
    func http2() async throws {
        try await withServer(tls: .trusted, http2: true) { request in
            .text(request.isHTTP2 ? "there" : "HTTP/1.1")
        } test: { (server) async throws in
            let client = Client(
                Loopback(server), transport: try TLSTests.trustingTransport(), cache: nil, retry: .never)
            for target in Self.targets {
                let response = try await client.response(for: .text(RequestPath(target)))
                #expect(response.value == "there")
                #expect(response.url.text == server.baseURL + (server.requests.last?.target ?? ""))
            }
            #expect(server.requests.allSatisfy { $0.header("freshet-target") == nil })
            #expect(server.requests.map(\.target).contains("/files/caf%E9"))
        }
    }

    @Test("Through a Unix domain socket")
    func socket() async throws {
        let path = "/tmp/freshet \(UUID().uuidString.prefix(8)).sock"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await withServer(socket: path) { _ in
            .text("there")
        } test: { (server) async throws in
            var configuration = AsyncHTTPClientTransport.Configuration()
            configuration.sockets = ["inside": path]
            let client = Client(
                Loopback(baseURL: "http://inside"), transport: AsyncHTTPClientTransport(configuration), cache: nil)
            let response = try await client.response(for: .text("/files/caf%E9?a=%C3"))
            #expect(response.url.text == "http://inside/files/caf%E9?a=%C3")
            #expect(server.requests.map(\.target) == ["/files/caf%E9?a=%C3"])
        }
    }

    /// A text that may be an address: pieces that addresses are made of, and others.
    private static func address(_ random: inout SeededRandom) -> String {
        let pieces = [
            "a", "B", "7", "/", "/", "?", "=", "&", "%20", "%E9", "%c3%a9", "%2F", "%00", "%", "%4", ".", "..", "/../",
            "/./", "%2e", "//", ";", ":", "@", "+", ",", "é", "日", " ", "[", "]", "|", "\\", "\"", "<", "^", "~", "'",
            "(",
            "*", "!", "$", "_", "-", "\t", "{", "`", "\u{7F}", "\u{1}",
        ]
        return "/"
            + (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
    }

    @Test("Random addresses", arguments: Carrier.allCases)
    func random(carrier: Carrier) async throws {
        var random = SeededRandom(seed: 46)
        try await withServer { _ in
            .text("there")
        } test: { (server) async throws in
            let client = carrier.client(for: Loopback(server))
            for _ in 0..<TestLength.count(60, long: 5000) {
                let text = Self.address(&random)
                let response = try await client.response(for: .text(.absolute(server.baseURL + text)))
                let sent = try #require(server.requests.last)
                #expect(response.url.text == server.baseURL + sent.target, "\(text.debugDescription)")
                #expect(sent.target.removingEscapes == text.cleaned.removingEscapes, "\(text.debugDescription)")
            }
        }
    }

    @Test(
        "What can't be sent is not sent", arguments: Carrier.allCases,
        ["/a b", "/caf\u{E9}", "/a%", "a", "", "/a#b", "/["])
    func invalid(carrier: Carrier, target: String) async throws {
        try await withServer { _ in
            .text("never")
        } test: { (server) async throws in
            let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(server.port)", path: target)
            let error = await failure { () async throws(FetchError) in
                try await carrier.transport.send(TransportRequest(head: head, body: nil))
            }
            #expect(error?.kind == .invalidRequest("its path can't be sent"))
            #expect(server.counts.exchanges == 0)
        }
    }
}

extension String {
    /// The path without dot segments and the query, as an address is read.
    fileprivate var cleaned: String {
        let text = replacing("\t", with: "").trimmingCharacters(in: CharacterSet(charactersIn: " \u{1}"))
        let path = text.prefix { $0 != "?" }
        return URIReference.removingDotSegments(String(path)) + text.dropFirst(path.count)
    }

    /// The bytes without their encoding.
    fileprivate var removingEscapes: [UInt8] {
        var (bytes, result) = (Array(utf8)[...], [UInt8]())
        while let byte = bytes.popFirst() {
            let digits = String(decoding: bytes.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexDigit),
                let value = UInt8(digits, radix: 16)
            {
                result.append(value)
                bytes = bytes.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
