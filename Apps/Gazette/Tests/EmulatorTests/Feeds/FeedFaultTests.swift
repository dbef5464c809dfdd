import Feeds
import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import Testing

@testable import Emulator

/// The feeds with faults.
@Suite(.timeLimit(.minutes(2))) struct FeedFaultTests {
    private func response(_ fault: FeedFault, headers: HTTPFields = [:]) async throws -> ReceivedResponse {
        try await InProcess.get(fault.path, headers: headers)
    }

    private func feed(_ fault: FeedFault) async throws -> Feed {
        let response = try await response(fault)
        return try FeedParser().feed(
            from: Data(response.bytes), contentType: response.header("Content-Type"),
            address: URL(string: "http://localhost\(fault.path)"))
    }

    @Test(
        "The status is that of the fault",
        arguments: [
            (FeedFault.gone, 410), (.missing, 404), (.notModified, 304), (.unavailable, 503), (.tooManyRequests, 429),
            (.serverError, 500), (.moved, 301), (.movedTemporarily, 302), (.redirectLoop, 301), (.htmlPage, 200),
            (.empty, 200),
        ])
    func status(_ fault: FeedFault, status: Int) async throws {
        #expect(try await response(fault).status == status)
    }

    @Test func redirectsNameTheirTargets() async throws {
        let location = "Location"
        #expect(try await response(.moved).header(location) == "http://localhost/feeds/night-sky/rss.xml")
        #expect(try await response(.movedTemporarily).header(location) == "http://localhost/feeds/tidewater/feed.json")
        #expect(try await response(.redirectLoop).header(location) == "http://localhost\(FeedFault.redirectLoop.path)")
        #expect(try await response(.unavailable).header("Retry-After") == "3600")
        #expect(try await response(.tooManyRequests).header("Retry-After") == "120")
    }

    @Test func truncatedFeedHasTheFirstItems() async throws {
        let feed = try await feed(.truncated)
        #expect(feed.isTruncated)
        #expect((2..<24).contains(feed.items.count))
        let complete = try await Feed.received("/feeds/night-sky/rss.xml").feed
        #expect(complete.items.prefix(feed.items.count).map(\.id) == feed.items.map(\.id))
    }

    @Test func wrongEncodingIsRead() async throws {
        let response = try await response(.wrongEncoding)
        #expect(response.header("Content-Type") == "application/rss+xml; charset=utf-8")
        #expect(response.text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"))
        #expect(String(validating: response.bytes, as: UTF8.self) == nil)
        #expect(try await feed(.wrongEncoding).title == "Stadtspaziergänge")
    }

    @Test func hugeFeedIsTooLarge() async throws {
        let response = try await response(.huge)
        #expect(response.bytes.count == 20_000_000)
        #expect(throws: FeedError.tooLarge(byteLimit: 16 << 20)) {
            try FeedParser().feed(from: Data(response.bytes))
        }
        let feed = try FeedParser(byteLimit: 32 << 20).feed(from: Data(response.bytes))
        #expect(feed.items.count == 1)
    }

    @Test func documentsThatAreNoFeeds() async throws {
        await #expect(throws: FeedError.empty) { try await feed(.empty) }
        await #expect(throws: FeedError.entityExpansion) { try await feed(.entityBomb) }
        let address = try #require(URL(string: "http://localhost/feeds/night-sky/rss.xml"))
        let link = FeedLink(url: address, title: "The Night Sky Almanac", type: "application/rss+xml")
        await #expect(throws: FeedError.htmlPage(links: [link])) { try await feed(.htmlPage) }
    }

    @Test func idsChange() async throws {
        let first = try await feed(.changingIDs)
        let second = try await feed(.changingIDs)
        #expect(first.items.count == 10)
        #expect(first.items.map(\.title) == second.items.map(\.title))
        #expect(Set(first.items.map(\.id)).isDisjoint(with: second.items.map(\.id)))
    }

    @Test func hostileFeedIsCleaned() async throws {
        let feed = try await feed(.hostile)
        #expect(feed.items.count == 6)
        #expect(feed.homePage == nil && feed.picture == nil)
        for item in feed.items {
            let addresses = [item.link, item.commentsPage, item.picture] + item.enclosures.map(\.url)
            for url in addresses.compactMap({ $0 }) { #expect(["http", "https"].contains(url.scheme)) }
            let html = item.content.map { SafeHTML(base: nil).cleaned($0) } ?? ""
            for part in ["<script", "javascript:", " on", "<iframe", "<style", "<svg", "srcdoc", "<form", "<base"] {
                #expect(!html.lowercased().contains(part), "\(html)")
            }
        }
    }

    @Test func slowFeedWaits() async throws {
        let delays = NIOLockedValueBox<[Duration]>([])
        let response = try await InProcess.get([FeedFault.slow.path]) { configuration in
            configuration.sleep = { delay in delays.withLockedValue { $0.append(delay) } }
        }[0]
        #expect(delays.withLockedValue { $0 } == [.seconds(30)])
        #expect(try FeedParser().feed(from: Data(response.bytes)).title == "Contour Lines")
    }

    @Test func faultsOfAllServicesAreThoseOfFeedsToo() async throws {
        let response = try await InProcess.get(["/feeds/night-sky/rss.xml"]) { $0.faults.errorRate = 1 }[0]
        #expect(response.status == 500)
        #expect(response.header("Content-Type") == "text/html; charset=utf-8")
    }
}
