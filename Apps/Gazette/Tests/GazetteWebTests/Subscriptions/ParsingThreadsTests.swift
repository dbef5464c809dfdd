import Feeds
import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import NIOConcurrencyHelpers
import ReaderModels
import Testing

@testable import FeedEngine
@testable import GazetteWeb
@testable import Hosts
@testable import ReaderStorage

/// Documents are parsed away from the threads that serve, for a limited time, and once.
@Suite(.timeLimit(.minutes(1)))
struct ParsingThreadsTests {
    private static let address = "https://a.example/feed"
    private static let document = "<rss><channel><title>A</title><item><title>One</title></item></channel></rss>"

    private func source(
        _ threads: ParsingThreads = .documents, page: String = document, type: String = "application/rss+xml",
        parse: @escaping FeedSource.Parse = { parser, response in try parser.feed(from: response.value) }
    ) -> FeedSource {
        let stub = StubTransport { _ in
            StubTransport.Response(headers: [.contentType: type], chunks: [Data(page.utf8)])
        }
        return FeedSource(trusted: nil, transport: stub, cache: nil, threads: threads, parse: parse) { _ in [] }
    }

    @Test func pagesAreServedWhileDocumentsAreParsed() async throws {
        let threads = ParsingThreads(count: 1, limit: .seconds(60))
        let (release, began) = (DispatchSemaphore(value: 0), Gate())
        let source = source(threads) { parser, response in
            began.open()
            release.wait()
            return try parser.feed(from: response.value)
        }
        var configuration = WebConfiguration(clients: Site.clients(StubTransport { _ in .json("[]") }))
        configuration.feeds = source
        let url = try #require(URL(string: Self.address))
        // More of them than there are processors.
        let count = ProcessInfo.processInfo.activeProcessorCount * 2
        let readings = Task {
            await withTaskGroup(of: FeedReading.self) { group in
                for _ in 0..<count { group.addTask { await source.read(url) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        await began.wait()
        try await Site.run(configuration) { get in
            for path in ["/healthz", "/feeds"] {
                let response = try await get(path, [:])
                #expect(response.status == 200)
            }
        }
        for _ in 0..<count { release.signal() }
        let isRead = await readings.value.map { if case .read = $0 { true } else { false } }
        #expect(isRead == Array(repeating: true, count: count))
    }

    @Test func theLimitEndsParsing() async throws {
        let clock = ManualClock()
        let threads = ParsingThreads(count: 1, limit: .seconds(20), time: clock.time)
        let hasEnded = NIOLockedValueBox(false)
        let parsing = Task {
            try await threads.run {
                while !Task.isCancelled { sched_yield() }
                hasEnded.withLockedValue { $0 = true }
            }
        }
        try await clock.waitForSleepers(count: 1, dueWithin: .seconds(20))
        clock.advance(by: .seconds(20))
        await #expect(throws: ParsingThreads.TooSlow.self) { try await parsing.value }
        #expect(hasEnded.withLockedValue { $0 })
        #expect(try await threads.run { 1 } == 1)
    }

    @Test func aFeedThatTakesTooLongIsAFailure() async throws {
        let clock = ManualClock()
        let threads = ParsingThreads(count: 1, limit: .seconds(20), time: clock.time)
        let source = source(threads) { parser, response in
            while !Task.isCancelled { sched_yield() }
            return try parser.feed(from: response.value)
        }
        let url = try #require(URL(string: Self.address))
        let reading = Task { await source.read(url) }
        try await clock.waitForSleepers(count: 1, dueWithin: .seconds(20))
        clock.advance(by: .seconds(20))
        guard case .failed(let failure) = await reading.value else {
            Issue.record("It is read.")
            return
        }
        #expect(failure.reason == "The feed takes too long to read.")
    }

    @Test func theLinksOfAPageAreReadOnce() async throws {
        let parsed = NIOLockedValueBox<[Bool]>([])
        let source = source(page: "<!DOCTYPE html><html><body>No feeds.</body></html>", type: "text/html") {
            parser, response in
            parsed.withLockedValue { $0.append(parser.readsPageLinks) }
            return try parser.feed(from: response.value)
        }
        try await StoreHome.with(.sqlite) { home in
            let visitors = try await home.open()
            let library = FeedLibrary(
                visitors.store.database, source,
                PictureSource(from: StubTransport { _ in .text("") }), logger: .silent
            ) { StoreHome.start }
            guard case .failed(let reason) = try await library.add("a.example/blog", folder: "", for: Visitor()) else {
                Issue.record("It is added.")
                return
            }
            #expect(reason == "This page doesn't link to a feed.")
        }
        #expect(parsed.withLockedValue { $0 } == [true] + Array(repeating: false, count: 6))
    }

    @Test func aFeedThatAListHasManyTimesIsAddedOnce() async throws {
        try await FeedHome.with(.sqlite) { home in
            let outline = "<outline text='\(String(repeating: "t", count: 1000))' xmlUrl='https://a.example/f'/>"
            let folder = "<outline text='\(String(repeating: "f", count: 1000))'>"
            let list = "<opml><body>\(folder)\(folder)\(String(repeating: outline, count: 1000))"
            let reader = Visitor()
            let result = try await home.library.add(list: Data(list.utf8), for: reader)
            #expect(result.count == 1 && result.added == 1)
            let subscription = try #require(try await home.library.store.subscriptions(of: reader).first)
            #expect(subscription.folder == String(repeating: "f", count: 200))
            #expect(subscription.title == String(repeating: "t", count: 200))
        }
    }

    @Test func aListOfTooManyTagsIsRefused() async throws {
        try await FeedHome.with(.sqlite) { home in
            let list = "<opml><body>" + String(repeating: "</b>", count: 500_000)
            await #expect(throws: FeedError.tooManyElements(limit: 500_000)) {
                try await home.library.add(list: Data(list.utf8), for: Visitor())
            }
        }
    }
}
