import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOConcurrencyHelpers
import Testing

@testable import Emulator

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Conditional requests for feeds, and the counts of them.
@Suite(.timeLimit(.minutes(2))) struct FeedConditionTests {
    private static let tag = HTTPField.Name.ifNoneMatch
    private static let date = HTTPField.Name.ifModifiedSince

    @Test("Validators are those of the site", arguments: FeedSite.all)
    func validators(_ site: FeedSite) async throws {
        let response = try await InProcess.get(site.feedPath)
        let tag = response.header("ETag")
        let date = response.header("Last-Modified")
        #expect((tag != nil) == [.both, .tag].contains(site.validators))
        #expect((date != nil) == [.both, .date].contains(site.validators))
        #expect(response.header("Cache-Control") == site.cacheControl)
        if let tag {
            let same = try await InProcess.get(site.feedPath, headers: [Self.tag: "\"other\", \(tag)"])
            #expect(same.status == 304 && same.bytes.isEmpty)
            #expect(same.header("ETag") == tag)
            // The tag takes precedence over the date.
            let other = try await InProcess.get(site.feedPath, headers: [Self.tag: "\"other\"", Self.date: date ?? ""])
            #expect(other.status == 200)
        }
        if let date {
            let same = try await InProcess.get(site.feedPath, headers: [Self.date: date])
            #expect(same.status == 304 && same.bytes.isEmpty)
            for text in ["Thu, 01 Jan 2026 00:00:00 GMT", "yesterday", "Thu, 99 Foo 2026 00:00:00 GMT", ""] {
                #expect(try await InProcess.get(site.feedPath, headers: [Self.date: text]).status == 200)
            }
        }
        if tag == nil, date == nil {
            #expect(try await InProcess.get(site.feedPath, headers: [Self.tag: "*"]).status == 200)
        }
    }

    @Test func newArticleChangesTheValidators() async throws {
        let now = NIOLockedValueBox(InProcess.now)
        var configuration = InProcess.configuration()
        configuration.now = { now.withLockedValue { $0 } }
        let emulator = Emulator(configuration)
        try await InProcess.application(of: emulator).test(.router) { client in
            let path = "/feeds/night-sky/rss.xml"
            let first = ReceivedResponse(try await client.execute(uri: path, method: .get))
            var headers: HTTPFields = [:]
            headers[Self.tag] = first.header("ETag")
            headers[Self.date] = first.header("Last-Modified")
            #expect(try await client.execute(uri: path, method: .get, headers: headers).status == .notModified)
            now.withLockedValue { $0 += 5 * 3600 }
            let second = ReceivedResponse(try await client.execute(uri: path, method: .get, headers: headers))
            #expect(second.status == 200)
            #expect(second.header("ETag") != first.header("ETag"))
            #expect(second.header("Last-Modified") != first.header("Last-Modified"))
            #expect(emulator.feedRequests(of: path).all == 3)
            #expect(emulator.feedRequests(of: path).notModified == 1)
            _ = try await client.execute(uri: "/feeds/nothing", method: .get)
            #expect(emulator.feedRequests(of: "/feeds/nothing") == RequestCount(all: 1))
            #expect(emulator.feedRequests(of: "/feeds/other") == RequestCount())
            #expect(emulator.allFeedRequests == RequestCount(all: 4, notModified: 1))
        }
    }

    @Test func countsOfARunningEmulatorAreThoseOfItsValue() async throws {
        let emulator = Emulator(InProcess.configuration())
        let running = try await emulator.start()
        let url = try #require(URL(string: "http://127.0.0.1:\(running.port)/feeds/many/7.xml"))
        let (data, _) = try await URLSession.shared.data(from: url)
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("http://127.0.0.1:\(running.port)/feeds/many/7/articles/"))
        await running.stop()
        #expect(emulator.feedRequests(of: "/feeds/many/7.xml").all == 1)
    }
}
