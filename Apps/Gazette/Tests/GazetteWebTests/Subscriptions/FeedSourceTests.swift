import Feeds
import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import NIOConcurrencyHelpers
import Testing

@testable import FeedEngine
@testable import GazetteWeb
@testable import Hosts

/// How feeds are requested: politely, and only from public hosts.
@Suite(.timeLimit(.minutes(1)))
struct FeedSourceTests {
    private static let document = """
        <rss version="2.0"><channel><title>A</title><item><guid>1</guid><title>One</title></item></channel></rss>
        """
    private let requests = NIOLockedValueBox<[HTTPRequest]>([])

    private func source(_ respond: @escaping @Sendable (HTTPRequest) -> StubTransport.Response) -> FeedSource {
        let stub = StubTransport { [requests] request in
            requests.withLockedValue { $0.append(request.head) }
            return respond(request.head)
        }
        return FeedSource(trusted: nil, transport: stub, cache: MemoryCacheStore()) { _ in [] }
    }

    private static func feed(_ fields: HTTPFields = [:]) -> StubTransport.Response {
        var fields = fields
        fields[.contentType] = "application/rss+xml"
        return StubTransport.Response(headers: fields, chunks: [Data(document.utf8)])
    }

    private static let address = "https://a.example/feed"

    private func read(_ source: FeedSource, _ address: String = address) async throws -> FeedReading {
        await source.read(try #require(URL(string: address)))
    }

    private func reason(_ reading: FeedReading) -> String? {
        if case .failed(let failure) = reading { failure.reason } else { nil }
    }

    @Test func theSecondRequestIsConditional() async throws {
        let source = source { head in
            head.headerFields[.ifNoneMatch] == "\"1\""
                ? StubTransport.Response(status: 304) : Self.feed([.eTag: "\"1\""])
        }
        guard case .read(_, let first, _) = try await read(source),
            case .read(_, let second, _) = try await read(source)
        else {
            Issue.record("The feed is not read.")
            return
        }
        #expect(first == second)
        let sent = requests.withLockedValue { $0 }
        #expect(sent.map { $0.headerFields[.ifNoneMatch] } == [nil, "\"1\""])
        #expect(sent[0].headerFields[.userAgent]?.hasPrefix("Gazette/") == true)
        #expect(sent[0].headerFields[.accept]?.contains("application/atom+xml") == true)
    }

    @Test func aFreshResponseSparesTheRequest() async throws {
        let source = source { _ in Self.feed([.cacheControl: "max-age=3600"]) }
        for _ in 0..<3 { _ = try await read(source) }
        #expect(requests.withLockedValue { $0.count } == 1)
        // A reader who asks for it has the server asked.
        _ = await source.read(try #require(URL(string: Self.address)), revalidates: true)
        #expect(requests.withLockedValue { $0.count } == 2)
    }

    @Test func anOldFeedWithoutCacheControlIsNotTakenForFresh() async throws {
        let source = source { _ in Self.feed([.lastModified: "Mon, 01 Jan 2001 00:00:00 GMT"]) }
        for _ in 0..<2 { _ = try await read(source) }
        #expect(requests.withLockedValue { $0.count } == 2)
    }

    @Test(
        "Permanent redirects change the address",
        arguments: [
            (["/feed": 301], "https://a.example/1"), (["/feed": 308, "/1": 301], "https://a.example/2"),
            (["/feed": 302], nil), (["/feed": 301, "/1": 302], "https://a.example/1"),
            (["/feed": 302, "/1": 301], nil),
        ])
    func redirects(_ statuses: [String: Int], _ expected: String?) async throws {
        let source = source { head in
            let path = head.path ?? ""
            guard let status = statuses[path] else { return Self.feed() }
            return .redirect(status, to: path == "/feed" ? "https://a.example/1" : "https://a.example/2")
        }
        guard case .read(_, _, let address) = try await read(source) else {
            Issue.record("The feed is not read.")
            return
        }
        #expect(address?.absoluteString == expected)
    }

    @Test func aFeedThatIsGoneHasEnded() async throws {
        let source = source { _ in .text("", status: 410) }
        guard case .ended = try await read(source) else {
            Issue.record("It goes on.")
            return
        }
    }

    @Test(
        "A failure is a sentence",
        arguments: [
            (404, "nothing at this address"), (403, "does not allow"), (429, "fewer requests"), (500, "status 500"),
            (304, "has never sent it"),
        ])
    func failures(_ status: Int, _ text: String) async throws {
        let source = source { _ in .text("", status: status) }
        let reason = try #require(reason(try await read(source)))
        #expect(reason.contains(text) && reason.hasSuffix("."), "\(reason)")
        // Nothing is tried twice: the next attempt is made when the feed is due.
        #expect(requests.withLockedValue { $0.count } == 1)
    }

    @Test func retryAfterIsReported() async throws {
        let source = source { _ in
            StubTransport.Response(status: 503, headers: [.retryAfter: "7200"], chunks: [])
        }
        guard case .failed(let failure) = try await read(source) else { return }
        #expect(failure.retryAfter == 7200)
    }

    @Test func aServerThatFailsIsNotHiddenByTheStoredFeed() async throws {
        let isDown = NIOLockedValueBox(false)
        let source = source { _ in
            isDown.withLockedValue { $0 }
                ? .text("", status: 503) : Self.feed([.cacheControl: "max-age=0, stale-if-error=99999"])
        }
        _ = try await read(source)
        isDown.withLockedValue { $0 = true }
        #expect(reason(try await read(source)) != nil)
    }

    @Test(
        "What is no feed is named",
        arguments: [
            (
                "<html><head><link rel=alternate type=application/rss+xml href=/f></head><body>x</body></html>",
                "feeds that it links to"
            ),
            ("<html><body>x</body></html>", "doesn't link to a feed"), ("", "empty"), ("plain words", "not a feed"),
        ])
    func noFeed(_ body: String, _ text: String) async throws {
        let source = source { _ in
            StubTransport.Response(headers: [.contentType: "text/html"], chunks: [Data(body.utf8)])
        }
        #expect(reason(try await read(source))?.contains(text) == true)
    }

    @Test(
        "Addresses that are not public are refused, after redirects, too",
        arguments: [
            "http://127.0.0.1/feed", "http://[::1]/", "http://192.168.1.1/feed", "http://inside.example/feed",
            "http://1.1.1.1:25/", "http://1.1.1.1:6667/", "http://redirects.example/",
        ])
    func privateAddresses(_ address: String) async throws {
        let sent = NIOLockedValueBox(0)
        let stub = StubTransport { request in
            sent.withLockedValue { $0 += 1 }
            return .redirect(301, to: "http://inside.example/secret")
        }
        let source = FeedSource(trusted: ["http://redirects.example"], transport: stub, cache: nil) { host in
            host == "inside.example" ? HostAddress.addresses(of: "10.0.0.7") : HostAddress.addresses(of: host)
        }
        let reason = try #require(reason(try await read(source, address)))
        let port = URL(string: address)?.port
        #expect(reason.contains(port.map { "can't fetch from port \($0)." } ?? "isn't public"), "\(reason)")
        #expect(sent.withLockedValue { $0 } == (address.contains("redirects") ? 1 : 0))
    }

    @Test(
        "Feeds of the networks that the administrator allows are read, from any port of the web",
        arguments: [true, false])
    func ownNetworks(_ areAllowed: Bool) async throws {
        let server = try await LoopbackServer.start { _ in
            .text(Self.document, headers: [("Content-Type", "application/rss+xml")])
        }
        let networks = try #require(IPAddress.Range.list("10.0.0.0/8, 127.0.0.1"))
        let source = FeedSource(
            trusted: [], transport: StubTransport { _ in .text("") }, cache: nil, networks: areAllowed ? networks : [],
            resolve: PublicTransport.systemAddresses)
        let reading = try await read(source, "http://127.0.0.1:\(server.port)/feed")
        #expect((reason(reading) == nil) == areAllowed)
        #expect(server.requests.count == (areAllowed ? 1 : 0))
        await server.stop()
    }

    @Test(
        "Public hosts are connected to at the ports of web servers",
        arguments: ["http://1.1.1.1:8080/", "https://[2606:4700::1111]:8443/feed", "http://a.example:81/"])
    func ports(_ address: String) async throws {
        let url = try #require(URL(string: address))
        let source = FeedSource(trusted: [], transport: StubTransport { _ in .text("") }, cache: nil) { host in
            #expect(["1.1.1.1", "2606:4700::1111"].contains(host))
            return []
        }
        let isRefused = reason(await source.read(url))?.contains("from port") == true
        #expect(isRefused == (url.port == 81))
    }
}
