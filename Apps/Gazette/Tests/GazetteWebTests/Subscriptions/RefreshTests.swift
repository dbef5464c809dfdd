import Emulator
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

/// How feeds are read: once for all readers, by one process, and never more often than they ask for.
@Suite(.timeLimit(.minutes(3)))
struct RefreshTests {
    private static let document = """
        <rss version="2.0"><channel><title>A</title><item><guid>1</guid><title>One</title></item></channel></rss>
        """

    private static func feed(_ fields: HTTPFields = [:]) -> StubTransport.Response {
        var fields = fields
        fields[.contentType] = "application/rss+xml"
        return StubTransport.Response(headers: fields, chunks: [Data(document.utf8)])
    }

    private static func addresses(_ count: Int) -> [FeedStore.Addition] {
        (0..<count).map { .init(address: "https://site\($0).example/feed") }
    }

    /// Runs a body with the feeds of a reader on an emulator, whose requests are counted.
    private func withEmulator(
        _ kind: StoreHome.Kind,
        _ body: @escaping @Sendable (FeedLibrary, Emulator, NIOLockedValueBox<Date>) async throws -> Void
    ) async throws {
        var configuration = EmulatorConfiguration()
        configuration.feedOrigin = Emulator.feedOrigin
        let emulator = Emulator(configuration)
        let running = try await emulator.start()
        let transport = try RoutingTransport(
            DefaultTransport.shared, routes: [Emulator.feedOrigin: "http://127.0.0.1:\(running.port)"])
        let outcome = await Result {
            try await StoreHome.with(kind) { home in
                let time = NIOLockedValueBox(Date())
                let visitors = try await home.open()
                let source = FeedSource(
                    trusted: [Emulator.feedOrigin], transport: transport, cache: MemoryCacheStore())
                let library = FeedLibrary(
                    visitors.store.database, source, PictureSource(from: transport),
                    logger: .silent
                ) { time.withLockedValue { $0 } }
                try await body(library, emulator, time)
            }
        }
        await running.stop()
        try outcome.get()
    }

    @Test(arguments: StoreHome.Kind.available)
    func eachFeedIsRequestedOnceAndConditionallyAfterAnHour(_ kind: StoreHome.Kind) async throws {
        try await withEmulator(kind) { library, emulator, time in
            let reader = Visitor()
            // More than are requested at once.
            let count = 20
            let additions = (1...count).map {
                FeedStore.Addition(address: "\(Emulator.feedOrigin)/feeds/many/\($0).xml")
            }
            _ = try await library.store.subscribe(additions, reader, now: time.withLockedValue { $0 })
            #expect(try await library.refresher.refresh() == count)
            #expect(emulator.allFeedRequests.all == count)
            #expect(try await library.store.subscriptions(of: reader).allSatisfy { $0.unread == 20 })
            // Nothing is due before an hour has passed.
            time.withLockedValue { $0 += 3500 }
            #expect(try await library.refresher.refresh() == 0)
            time.withLockedValue { $0 += 200 }
            #expect(try await library.refresher.refresh() == count)
            #expect(emulator.allFeedRequests.all == 2 * count && emulator.allFeedRequests.notModified == count)
        }
    }

    @Test func aFaultyFeedIsTriedAgainLaterWithTheReasonShown() async throws {
        try await withEmulator(.sqlite) { library, emulator, time in
            let reader = Visitor()
            let start = time.withLockedValue { $0 }
            let faults = ["unavailable", "server-error", "gone", "moved"]
            _ = try await library.store.subscribe(
                faults.map { .init(address: "\(Emulator.feedOrigin)/feeds/faults/\($0).xml", title: $0) }, reader,
                now: start)
            _ = try await library.refresher.refresh()
            var feeds = Dictionary(
                try await library.store.subscriptions(of: reader).map { ($0.title, $0) }
            ) { first, _ in first }
            #expect(feeds["unavailable"]?.problem?.contains("503") == true)
            #expect(feeds["gone"]?.isEnded == true)
            #expect(feeds["moved"]?.problem == nil && feeds["moved"]?.address.contains("faults") == false)
            let next = try #require(feeds["server-error"]?.next)
            #expect(abs(next.timeIntervalSince(start) - 3600) < 60)
            // The second failure doubles the wait; what has ended is not requested any more.
            time.withLockedValue { $0 += 3700 }
            _ = try await library.refresher.refresh()
            feeds = Dictionary(
                try await library.store.subscriptions(of: reader).map { ($0.title, $0) }
            ) { first, _ in first }
            let later = try #require(feeds["server-error"]?.next)
            #expect(abs(later.timeIntervalSince(time.withLockedValue { $0 }) - 7200) < 60)
            #expect(emulator.feedRequests(of: "/feeds/faults/gone.xml").all == 1)
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func aFeedOfManyReadersIsRequestedOnceByOneOfTheProcesses(_ kind: StoreHome.Kind) async throws {
        try await StoreHome.with(kind) { place in
            let home = try FeedHome(try await place.open()) { _ in Self.feed() }
            let other = try FeedHome(try await place.open()) { _ in Self.feed() }
            let readers = (0..<20).map { _ in Visitor() }
            for reader in readers {
                _ = try await home.library.store.subscribe(Self.addresses(15), reader, now: home.now)
            }
            async let one = home.library.refresher.refresh()
            async let two = other.library.refresher.refresh()
            let counts = try await [one, two]
            let count = counts.reduce(0, +)
            #expect(count == 15)
            let sent = home.requests.withLockedValue { $0.count } + other.requests.withLockedValue { $0.count }
            #expect(sent == 15)
            for reader in readers {
                let unread = try await home.library.store.subscriptions(of: reader).map(\.unread)
                #expect(unread.count == 15 && unread.allSatisfy { $0 == 1 })
            }
        }
    }

    @Test func aHostGetsTwoRequestsAtOnce() async throws {
        let (running, most) = (NIOLockedValueBox(0), NIOLockedValueBox(0))
        let transport = SlowTransport(running: running, most: most, body: Data(Self.document.utf8))
        let source = FeedSource(trusted: nil, transport: transport, cache: nil) { _ in [] }
        await withTaskGroup { group in
            for number in 0..<12 {
                group.addTask {
                    guard let url = URL(string: "https://one.example/\(number)") else { return }
                    _ = await source.read(url)
                }
            }
        }
        #expect(most.withLockedValue { $0 } == 2)
    }

    @Test func aReaderMayHaveAFeedReadAtOnceThoughItIsNotDue() async throws {
        try await FeedHome.with(.sqlite, respond: { _ in Self.feed([.cacheControl: "max-age=9999"]) }) { home in
            let feeds = try await home.library.store.subscribe(Self.addresses(2), Visitor(), now: home.now)
            _ = try await home.library.refresher.refresh()
            try await home.library.refresher.refresh(only: [feeds[0]])
            let hosts = home.requests.withLockedValue { $0.compactMap(\.authority) }
            #expect(hosts.sorted() == ["site0.example", "site0.example", "site1.example"])
        }
    }

    @Test func nothingIsReadForReadersWhoStayAwayUntilTheyComeAgain() async throws {
        try await FeedHome.with(.sqlite, respond: { _ in Self.feed() }) { home in
            let reader = Visitor()
            _ = try await home.library.store.subscribe(Self.addresses(1), reader, now: home.now)
            _ = try await home.library.store.visit(reader, now: home.now)
            #expect(try await home.library.refresher.refresh() == 1)
            home.pass(31 * 86_400)
            #expect(try await home.library.refresher.refresh() == 0)
            _ = try await home.library.store.visit(reader, now: home.now)
            #expect(try await home.library.refresher.refresh() == 1)
        }
    }

    @Test func theFeedsOfNobodyAreNotRead() async throws {
        try await FeedHome.with(.sqlite, respond: { _ in Self.feed() }) { home in
            let reader = Visitor()
            let feeds = try await home.library.store.subscribe(Self.addresses(3), reader, now: home.now)
            try await home.library.store.unsubscribe(feeds, reader)
            #expect(try await home.library.refresher.refresh() == 0)
            #expect(home.requests.withLockedValue { $0.isEmpty })
        }
    }
}

/// Counts how many requests run at once; each lets the others begin before it ends.
private struct SlowTransport: Transport {
    let running: NIOLockedValueBox<Int>
    let most: NIOLockedValueBox<Int>
    let body: Data

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let count = running.withLockedValue { running in
            running += 1
            return running
        }
        most.withLockedValue { $0 = max($0, count) }
        try? await tasksAtRest()
        running.withLockedValue { $0 -= 1 }
        return try await StubTransport { [body] _ in
            StubTransport.Response(headers: [.contentType: "text/xml"], chunks: [body])
        }.send(request)
    }
}

extension Result where Failure == any Error {
    /// Runs a body that may throw.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
