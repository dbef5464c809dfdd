import Foundation
import Freshet
import FreshetTesting
import NIOConcurrencyHelpers
import ReaderModels
import Testing

@testable import FeedEngine
@testable import GazetteWeb
@testable import PostgreSQL
@testable import ReaderStorage

/// Marks of items of feeds while the database can't be used, and with other processes.
@Suite(.enabled(if: TestDatabase.isAvailable), .timeLimit(.minutes(1)))
struct FeedMarkTests {
    /// A process on the database, with a reader who has a feed.
    private struct Reader: Sendable {
        let guest: Guest
        let store: ReaderStore
        let visitor: Visitor
        /// The items of the feed, the newest first.
        let items: [Int]
        let library: FeedLibrary

        func post(_ action: String, _ items: [Int], back: String? = nil) async throws -> Site.ReceivedResponse {
            let keys = items.map { "feeds:\($0)" }.joined(separator: " ")
            return try await guest.post(
                "/marks/\(action)", [("entry", keys)] + (back.map { [("back", $0)] } ?? []))
        }

        /// Waits until nothing waits to be written.
        func waitUntilWritten() async throws {
            try await eventually(outside: "the database accepts connections again") {
                store.tick(now: StoreHome.start)
                await store.flush(visitor)
                return store.unwritten(of: visitor).isEmpty
            }
        }

        /// The items that the reader has not read, as the database has it.
        func unread(_ database: TestDatabase) async throws -> [Int] {
            try await database.query("SELECT item FROM gazette.unread ORDER BY item DESC").compactMap { $0.int(0) }
        }
    }

    private static func server(_ store: ReaderStore) -> WebConfiguration {
        let response = #"{"status":"ok","totalResults":0,"articles":[]}"#
        var configuration = WebConfiguration(clients: Site.clients(StubTransport { _ in .json(response) }))
        configuration.shellTimeout = .infinity
        configuration.now = { StoreHome.start }
        configuration.database = SharedDatabase(store: store)
        return configuration
    }

    private static func open(_ database: TestDatabase) async throws -> ReaderStore {
        var limits = ReaderLimits()
        limits.unwritten = waitingLimit
        return try await ReaderStore.open(database.address, limits: limits, connections: .hasty, now: StoreHome.start)
    }

    /// How many changes may wait for the database.
    private static let waitingLimit = 8

    private static func visit(_ body: @escaping @Sendable (Reader, TestDatabase) async throws -> Void) async throws {
        try await TestDatabase.with { database in
            let store = try await open(database)
            defer { store.close() }
            try await Guest.visit(server(store)) { guest in
                _ = try await guest.get("/news")
                try #require(try await guest.post("/marks/read", [("entry", "hn:1")]).status == 204)
                let rows = try await database.query("SELECT id FROM gazette.visitor")
                let visitor = Visitor(id: try #require(rows.first?.bytes(0)))
                let visitors = Visitors(store: try await open(database), logger: .silent) { StoreHome.start }
                defer { visitors.store.close() }
                let home = try FeedHome(visitors) { _ in .text("", status: 404) }
                let items = (0..<5).map {
                    FeedHome.item("\($0)", minutes: Double($0), title: "Number \($0)", text: "Text of \($0)")
                }
                try await home.add("https://a.example/feed", items, for: visitor)
                let shown = try await home.items(of: visitor).map(\.id)
                try #require(shown.count == 5)
                try await body(
                    Reader(guest: guest, store: store, visitor: visitor, items: shown, library: home.library), database)
            }
        }
    }

    // MARK: - An outage

    @Test func aMarkThatIsMadeDuringAnOutageIsSaidAndWrittenAfterIt() async throws {
        try await Self.visit { reader, database in
            try await database.setReachable(false)
            #expect(try await reader.post("read", Array(reader.items[0...1])).status == 204)
            #expect(try await reader.post("unread", [reader.items[1]], back: "/feeds").status == 303)
            #expect(try await reader.guest.get("/news").text.contains("is not stored yet"))
            try await database.setReachable(true)
            try await reader.waitUntilWritten()
            #expect(try await reader.unread(database) == Array(reader.items.dropFirst(1)))
            let counts = try await database.query("SELECT unread FROM gazette.subscription").compactMap { $0.int(0) }
            #expect(counts == [4])
        }
    }

    @Test func anOpenListStaysAndShowsWhatIsReadDuringAnOutage() async throws {
        try await Self.visit { reader, database in
            let page = try await reader.guest.get("/feeds?show=all")
            let match = try #require(page.text.firstMatch(of: /data-page="([^"]+)" data-version="([0-9]+)"/))
            let stream = try await StreamConnection.open(
                "/live?page=\(match.1).\(match.2)", port: reader.guest.port,
                cookie: "visitor=\(reader.guest.cookie("visitor") ?? "")")
            #expect(await stream.status() == 200)
            try await database.setReachable(false)
            #expect(try await reader.post("read", [reader.items[1]]).status == 204)
            var ids: Set<String> = []
            while !ids.isSuperset(of: ["list", "unstored"]) {
                let event = try #require(try await stream.event())
                ids.formUnion(event.changed)
            }
            #expect(!ids.contains("status"))
            await stream.close()
        }
    }

    @Test func aMarkForWhichThereIsNoRoomIsTakenBackAfterTheOutage() async throws {
        try await Self.visit { reader, database in
            let visitors = Visitors(store: reader.store, logger: .silent) { StoreHome.start }
            let marks = await visitors.marks(of: reader.visitor)
            try await database.setReachable(false)
            // One more than may wait.
            let keys = StoreHome.keys(100..<101 + Self.waitingLimit)
            for key in keys { marks.apply(.read([key])) }
            let (last, refused) = (keys[Self.waitingLimit - 1], keys[Self.waitingLimit])
            #expect(marks.current.isRead(refused))
            try await database.setReachable(true)
            try await reader.waitUntilWritten()
            let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
            let stop = marks.listen { continuation.yield() }
            var iterator = changes.makeAsyncIterator()
            while marks.current.isRead(refused) { await iterator.next() }
            #expect(marks.current.isRead(last))
            stop()
        }
    }

    @Test func aListThatIsReadDuringAnOutageIsReadAsItWasThen() async throws {
        try await Self.visit { reader, database in
            try await database.setReachable(false)
            let path = "/feeds/read?down=\(reader.items[3])"
            #expect(try await reader.guest.post(path, [("back", "/feeds")]).status == 303)
            try await database.setReachable(true)
            // What arrives before the mark is written was not seen.
            let late = ItemNumber.number(StoreHome.start, 0, "late")
            try await database.query(
                """
                INSERT INTO gazette.feed_item (id, feed, guid, digest, arrived)
                SELECT $1, id, 'late', '', $2 FROM gazette.feed
                """, [.int(late), .double(StoreHome.start.timeIntervalSince1970 + 60)])
            try await database.query(
                "INSERT INTO gazette.unread (visitor, item, feed) SELECT visitor, $1, feed FROM gazette.subscription",
                [.int(late)])
            try await reader.waitUntilWritten()
            #expect(try await Set(reader.unread(database)) == [late, reader.items[4]])
        }
    }

    @Test func whatHasComeSinceAListWasLoadedStaysUnread() async throws {
        try await Self.visit { reader, database in
            let loaded = StoreHome.start.timeIntervalSince1970 - 1
            let path = "/feeds/read?at=\(loaded)"
            try await database.query("UPDATE gazette.feed_item SET arrived = $1", [.double(loaded - 60)])
            try await database.query(
                "UPDATE gazette.feed_item SET arrived = $1 WHERE id = $2",
                [.double(loaded + 0.5), .int(reader.items[0])])
            #expect(try await reader.guest.post(path, [("back", "/feeds")]).status == 303)
            #expect(try await reader.unread(database) == [reader.items[0]])
            // The page names the time of its list.
            let page = try await reader.guest.get("/feeds")
            #expect(page.text.contains("/feeds/read?at=\(StoreHome.start.timeIntervalSince1970)"))
        }
    }

    @Test func onlyThePageOfFeedsIsAVisit() async throws {
        try await Self.visit { reader, database in
            func visits() async throws -> Int { try await database.query("SELECT 1 FROM gazette.feed_visit").count }
            try await database.query("DELETE FROM gazette.feed_visit")
            #expect(try await reader.guest.get("/").text.contains("Your feeds"))
            #expect(try await reader.guest.get("/search?q=number").text.contains("Number 0"))
            #expect(try await visits() == 0)
            _ = try await reader.guest.get("/feeds")
            #expect(try await visits() == 1)
        }
    }

    /// Lets nobody write what was read of feeds, as a server whose disk is full.
    private static func setFull(_ isFull: Bool, _ database: TestDatabase) async throws {
        if isFull {
            try await database.query(
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$
                """)
            try await database.query(
                "CREATE TRIGGER refuse BEFORE DELETE ON gazette.unread EXECUTE FUNCTION refuse()")
        } else {
            try await database.query("DROP FUNCTION refuse CASCADE")
        }
    }

    @Test func anItemIsShownThoughItsMarkCanNotBeWritten() async throws {
        try await Self.visit { reader, database in
            try await Self.setFull(true, database)
            let path = "/feeds/item/\(reader.items[0])"
            let page = try await reader.guest.get(path)
            #expect(page.status == 200 && page.text.contains("Text of 0"))
            #expect(!page.text.contains("can&#39;t be read"))
            // It is shown as read, and said that this is not stored.
            let list = try await reader.guest.get("/feeds?show=all")
            #expect(list.text.contains("is not stored yet"))
            #expect(list.text.matches(of: /<article[^>]*class="[^"]*\bread\b/).count == 1)
            #expect(try await reader.unread(database) == reader.items)
            try await Self.setFull(false, database)
            reader.store.tick(now: StoreHome.start)
            await reader.store.flush(nil)
            #expect(try await reader.unread(database) == Array(reader.items.dropFirst()))
        }
    }

    @Test func aDatabaseThatCanOnlyBeReadShowsFeedsAndMarks() async throws {
        try await Self.visit { reader, database in
            try await database.query(
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$
                """)
            try await database.query("DELETE FROM gazette.feed_visit")
            for statement: StaticString in [
                "CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON gazette.feed_visit EXECUTE FUNCTION refuse()",
                "CREATE TRIGGER refuse BEFORE UPDATE ON gazette.visitor EXECUTE FUNCTION refuse()",
            ] { try await database.query(statement) }
            let page = try await reader.guest.get("/feeds")
            #expect(page.text.contains("Number 0") && !page.text.contains("can&#39;t be read"))
            // A day later, the visit would be noted.
            let later = StoreHome.start + 2 * 24 * 3600
            #expect(try await reader.store.marks(of: reader.visitor, now: later).readCount == 1)
        }
    }

    // MARK: - Positions

    @Test func aPageOpensItsTextWhereItWasLeft() async throws {
        try await Self.visit { reader, _ in
            let path = "/feeds/item/\(reader.items[0])"
            let entry = "feeds:\(reader.items[0])"
            #expect(
                try await reader.guest.get(path).text.contains(#"class="prose" data-entry="\#(entry)" dir="auto">"#))
            for part in ["-0.1", "1.5", "nan", "x", ""] {
                #expect(try await reader.guest.post("/positions", [("entry", entry), ("part", part)]).status == 400)
            }
            #expect(try await reader.guest.post("/positions", [("entry", "x"), ("part", "0.5")]).status == 400)
            #expect(try await reader.guest.post("/positions", [("entry", entry), ("part", "0.4")], [:]).status == 403)
            #expect(try await reader.guest.post("/positions", [("entry", entry), ("part", "0.4")]).status == 204)
            let page = try await reader.guest.get(path).text
            #expect(page.contains(#"data-entry="\#(entry)" data-position="0.4" dir="auto">"#))
        }
    }

    // MARK: - Other processes

    @Test func aMarkOfAnItemAppearsInTheLivePageOfTheOtherProcess() async throws {
        try await Self.visit { one, database in
            let store = try await Self.open(database)
            defer { store.close() }
            try await Guest.visit(Self.server(store)) { other in
                try await database.waitForListeners(2)
                other.setCookie("visitor", one.guest.cookie("visitor"))
                let page = try await other.get("/feeds?show=all")
                let match = try #require(page.text.firstMatch(of: /data-page="([^"]+)" data-version="([0-9]+)"/))
                let cookie = "visitor=\(other.cookie("visitor") ?? "")"
                let stream = try await StreamConnection.open(
                    "/live?page=\(match.1).\(match.2)", port: other.port, cookie: cookie)
                #expect(await stream.status() == 200)
                // By its button, and by opening it.
                #expect(try await one.post("read", [one.items[1]]).status == 204)
                var event = try #require(try await stream.event())
                while !event.changed.contains("list") { event = try #require(try await stream.event()) }
                #expect(try await one.guest.get("/feeds/item/\(one.items[2])").status == 200)
                event = try #require(try await stream.event())
                while !event.changed.contains("list") { event = try #require(try await stream.event()) }
                let list = try await other.get("/feeds?show=all").text
                #expect(list.matches(of: /<article[^>]*class="[^"]*\bread\b/).count == 2)
                await stream.close()
            }
        }
    }
}
