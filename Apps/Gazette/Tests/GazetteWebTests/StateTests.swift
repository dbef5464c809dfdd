import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import Testing

@testable import GazetteWeb

/// The texts of a view in states that are rare with a real service.
@Suite(.timeLimit(.minutes(1)))
struct StateTests {
    private static let article =
        #"{"source":{"id":null,"name":"A"},"title":"Kept for long","url":"https://a.example/1","publishedAt":null}"#

    /// The headlines, requested one hour after they were first read, while the service is down. The site was started
    /// again in between, and has nothing but its cache.
    private func headlinesWithoutConnection(_ headers: HTTPFields) async throws -> String {
        let isGone = NIOLockedValueBox(false)
        let stub = StubTransport { _ async throws(FetchError) in
            if isGone.withLockedValue({ $0 }) { throw FetchError(.cannotConnect(.offline)) }
            let body = Data(#"{"status":"ok","totalResults":1,"articles":[\#(Self.article)]}"#.utf8)
            return StubTransport.Response(headers: headers, chunks: [body])
        }
        let age = NIOLockedValueBox(0.0)
        let time = TimeSource(ContinuousClock()) { Date().addingTimeInterval(age.withLockedValue { $0 }) }
        let text = NIOLockedValueBox("")
        let cache = HTTPCache()
        try await Site.run(WebConfiguration(clients: Site.clients(stub, cache: cache, time: time))) { get in
            let fresh = try await get("/news", [:])
            #expect(fresh.text.contains("Kept for long"))
            #expect(!fresh.text.contains("Stored copy"))
        }
        isGone.withLockedValue { $0 = true }
        age.withLockedValue { $0 = 3600 }
        try await Site.run(WebConfiguration(clients: Site.clients(stub, cache: cache, time: time))) { get in
            let stale = try await get("/news", [:])
            text.withLockedValue { $0 = stale.text }
        }
        return text.withLockedValue { $0 }
    }

    @Test func aStaleCopyIsShownAndMarkedWithWhatFailed() async throws {
        let text = try await headlinesWithoutConnection([.cacheControl: "max-age=60"])
        #expect(text.contains("Kept for long"))
        #expect(text.contains("Stored copy"))
        #expect(text.contains("role=\"alert\""))
        // One message, and not one for each thing that is known about it.
        #expect(text.components(separatedBy: "could not be refreshed").count == 2)
        #expect(text.components(separatedBy: "Stored copy").count == 2)
        #expect(text.contains("Try again"))
    }

    @Test func whatMayNotBeShownStaleIsNot() async throws {
        let text = try await headlinesWithoutConnection([.cacheControl: "max-age=60, must-revalidate"])
        #expect(!text.contains("Kept for long"))
        #expect(text.contains("role=\"alert\""))
    }

    @Test func aServiceThatAsksForPatienceIsWaitedFor() async throws {
        let stub = StubTransport { _ in
            StubTransport.Response(
                status: 429, headers: [.contentType: "application/json", .retryAfter: "30"],
                chunks: [Data(#"{"status":"error","code":"rateLimited","message":"Slow down."}"#.utf8)])
        }
        try await Site.run(WebConfiguration(clients: Site.clients(stub))) { get in
            let page = try await get("/news", [:])
            #expect(page.text.contains("Slow down."))
            #expect(page.text.contains("data-wait=\"30\""))
            #expect(page.text.contains("The service asks you to wait 30 s."))
            // Said once.
            #expect(!page.text.contains("Try again in 30 s."))
            let front = try await get("/", [:])
            #expect(front.text.contains("<strong>Limit reached.</strong> Slow down. Try again in 30 s."))
        }
    }
}
