import Feeds
import Foundation
import HTTPTypes
import Testing

@testable import Emulator

/// The sites of which there are a thousand.
@Suite(.timeLimit(.minutes(2))) struct ManyFeedsTests {
    @Test("A feed has the requested number of items", arguments: [0, 1, 20, 100, 1000])
    func items(_ count: Int) async throws {
        let (feed, _) = try await Feed.received("/feeds/many/12.xml?items=\(count)")
        #expect(feed.items.count == count)
        #expect(Set(feed.items.compactMap(\.title)).count == count)
        #expect(Set(feed.items.map(\.id)).count == count)
    }

    @Test func feedsDiffer() async throws {
        var titles = Set<String>()
        for number in [1, 2, 3, 500, 1000] {
            let (feed, response) = try await Feed.received("/feeds/many/\(number).xml")
            #expect(feed.items.count == 20)
            let tag = try #require(response.header("ETag"))
            let same = try await InProcess.get("/feeds/many/\(number).xml", headers: [.ifNoneMatch: tag])
            #expect(same.status == 304)
            titles.insert(feed.title ?? "")
            let link = try #require(feed.items.first?.link)
            #expect(try await InProcess.get(link.path()).status == 200)
            #expect(try await InProcess.get("/feeds/many/\(number)/").status == 200)
            #expect(try await InProcess.get("/feeds/many/\(number)/icon.png").header("Content-Type") == "image/png")
        }
        #expect(titles.count == 5)
    }

    @Test(
        "Other numbers are not found",
        arguments: [
            "/feeds/many/0.xml", "/feeds/many/1001.xml", "/feeds/many/x.xml", "/feeds/many/-1.xml",
            "/feeds/many/99999999999999999999.xml", "/feeds/many/1.xml?items=-1", "/feeds/many/1.xml?items=1001",
            "/feeds/many/1.xml?items=x", "/feeds/many", "/feeds/many/1/2", "/feeds/many/1/articles/-1",
            "/feeds/many/1/articles/99999999", "/feeds/many/subscriptions.opml?count=0",
            "/feeds/many/subscriptions.opml?count=1001", "/feeds/many/subscriptions.opml?count=x",
        ])
    func notFound(_ path: String) async throws {
        #expect(try await InProcess.get(path).status == 404)
    }

    @Test("A list of subscriptions has the requested length", arguments: [1, 100, 1000])
    func subscriptions(_ count: Int) async throws {
        let response = try await InProcess.get("/feeds/many/subscriptions.opml?count=\(count)")
        let list = try OPML(from: Data(response.bytes))
        let feeds = list.outlines.flatMap(\.feeds)
        #expect(feeds.count == count)
        #expect(feeds.last?.feed.feed?.absoluteString == "http://localhost/feeds/many/\(count).xml")
        #expect(list.outlines.count == (count + 49) / 50)
    }
}
