import Feeds
import Foundation
import Freshet
import FreshetTesting
import Testing

@Suite("Requests of feeds")
struct FeedRequestTests {
    private static let address = URL(string: "https://a.example/feed?x=1") ?? URL(filePath: "/")
    private static let rss =
        "<rss><channel><title>caf\u{E9}</title><item><title>One</title><link>one</link></item></channel></rss>"

    private func response(
        _ body: Data, _ type: String, _ fields: HTTPFields = [:], status: Int = 200
    ) -> StubTransport.Response {
        var fields = fields
        fields[.contentType] = type
        return StubTransport.Response(status: status, headers: fields, chunks: [body])
    }

    private func latin(_ text: String) -> Data { text.data(using: .isoLatin1) ?? Data() }

    @Test func aFeedIsReadWithItsContentTypeAndAddress() async throws {
        let stub = StubTransport { _ in self.response(self.latin(Self.rss), "text/html; charset=iso-8859-1") }
        let feed = try await Client(Feeds(), transport: stub, cache: nil).value(for: .feed(Self.address))
        #expect(feed.title == "café")
        #expect(feed.items.first?.link?.absoluteString == "https://a.example/one")
        let head = try #require(stub.requests.first?.head)
        #expect(head.path == "/feed?x=1")
        #expect(head.headerFields[.accept]?.hasPrefix("application/atom+xml, application/rss+xml") == true)
    }

    @Test func aSecondRequestIsConditional() async throws {
        let stub = StubTransport { request in
            if request.head.headerFields[.ifNoneMatch] == "\"v1\"" {
                return self.response(Data(), "application/rss+xml", [.eTag: "\"v1\""], status: 304)
            }
            return self.response(
                self.latin(Self.rss), "text/xml; charset=latin1", [.eTag: "\"v1\"", .cacheControl: "no-cache"])
        }
        let client = Client(Feeds(), transport: stub, cache: HTTPCache())
        let first = try await client.value(for: .feed(Self.address))
        let second = try await client.value(for: .feed(Self.address))
        #expect(first == second)
        #expect(stub.requests.count == 2)
    }

    @Test func aPageIsAnErrorWithItsFeeds() async throws {
        let page = "<html><head><link rel=alternate type=application/rss+xml href=/f></head></html>"
        let stub = StubTransport { _ in self.response(Data(page.utf8), "text/html") }
        let client = Client(Feeds(), transport: stub, cache: nil)
        do {
            _ = try await client.value(for: .feed(Self.address))
            Issue.record("A page was read as a feed.")
        } catch {
            guard case .htmlPage(let links)? = error.underlying as? FeedError else {
                Issue.record(error)
                return
            }
            #expect(links.map(\.url.absoluteString) == ["https://a.example/f"])
        }
        let links = try await client.value(for: .feedLinks(of: Self.address))
        #expect(links.map(\.url.absoluteString) == ["https://a.example/f"])
    }

    @Test func theAddressOfAFeedIsItsOwnLink() async throws {
        let stub = StubTransport { _ in self.response(self.latin(Self.rss), "application/rss+xml") }
        let links = try await Client(Feeds(), transport: stub, cache: nil).value(for: .feedLinks(of: Self.address))
        #expect(links == [FeedLink(url: Self.address, title: "café")])
    }

    @Test func aResponsePastTheLimitFails() async {
        let stub = StubTransport { _ in self.response(Data(count: 2000), "text/xml") }
        await #expect(throws: FetchError.self) {
            try await Client(Feeds(), transport: stub, cache: nil).value(
                for: .feed(Self.address, parser: FeedParser(byteLimit: 1000)))
        }
    }
}
