import Foundation
import FreshetTesting
import ReaderModels
import Testing

@testable import GazetteWeb
@testable import PostgreSQL
@testable import ReaderStorage

/// Several processes on one database, and failures of it.
@Suite(.enabled(if: TestDatabase.isAvailable), .timeLimit(.minutes(1)))
struct PostgreSQLReaderStoreTests {
    private static func store(
        _ database: TestDatabase, _ limits: ReaderLimits = .init(), after seconds: Double = 0
    ) async throws -> ReaderStore {
        try await ReaderStore.open(
            database.address, limits: limits, connections: .hasty, now: StoreHome.start + seconds)
    }

    private static func visitors(_ database: TestDatabase, _ limits: ReaderLimits = .init()) async throws -> Visitors {
        Visitors(store: try await store(database, limits), logger: .silent) { StoreHome.start }
    }

    /// Waits until marks fulfil a condition, which changes of another process bring about.
    private static func wait(for marks: VisitorMarks, until isMet: (Marks) -> Bool) async {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let stop = marks.listen { continuation.yield() }
        var iterator = changes.makeAsyncIterator()
        // The end of the stream is that of the time limit.
        while !isMet(marks.current), await iterator.next() != nil {}
        stop()
    }

    // MARK: - Tables and keys

    @Test func processesThatStartTogetherMakeTheTablesAndKeysOnce() async throws {
        try await TestDatabase.with { database in
            let keys = try await withThrowingTaskGroup(of: SigningKeys.self) { group in
                for _ in 0..<4 { group.addTask { try await Self.store(database).keys } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(keys.count == 4)
            #expect(keys.allSatisfy { $0 == keys[0] && $0.visitors != $0.pictures })
            let count = try await database.query("SELECT count(*) FROM gazette.migration").first?.int(0)
            #expect(count == Migrations.count)
        }
    }

    @Test func aSchemaThatTheAdministratorHasMadeIsUsed() async throws {
        try await TestDatabase.with { database in
            try await database.query("CREATE SCHEMA gazette")
            _ = try await Self.store(database)
        }
    }

    @Test func aBrokenKeyIsReported() async throws {
        try await TestDatabase.with { database in
            _ = try await Self.store(database)
            try await database.query(
                "UPDATE gazette.key SET bytes = $1 WHERE name = 'pictures'", [.bytes(Data([1, 2]))])
            let error = await #expect(throws: PostgreSQLError.self) { try await Self.store(database) }
            #expect(error?.message.contains("pictures") == true)
        }
    }

    // MARK: - Hostile and extreme values

    @Test(
        "Texts that are no part of a statement",
        arguments: [
            "'; DROP TABLE gazette.saved; --", #"\'); DELETE FROM gazette.visitor; --"#, "$1 $2 $3", "a','b','c",
            "} {\"x\": null}", "🎈 e\u{301} \u{202E}", "\u{1}\u{7F}", String(repeating: "a\u{301}", count: 30_000),
        ])
    func injection(text: String) async throws {
        try await TestDatabase.with { database in
            let visitor = Visitor()
            let entry = Entry(
                key: .init(.news, text), title: text, path: "/'--;DROP",
                original: URL(string: "https://example.com/?q='--;DROP"), source: text)
            let other = StoreHome.entry(1)
            do {
                let first = try await Self.visitors(database)
                let marks = await first.marks(of: visitor)
                marks.apply(.save(entry, StoreHome.start))
                marks.apply(.save(other, StoreHome.start - 1))
                marks.apply(.read([entry.key]))
                await first.flush()
                #expect(first.trouble == nil)
            }
            let second = try await Self.visitors(database)
            let marks = await second.marks(of: visitor)
            #expect(marks.current.saved.map(\.entry) == [entry, other])
            #expect(marks.current.isRead(entry.key))
            marks.apply(.unread([entry.key]))
            marks.apply(.remove(entry.key))
            await second.flush()
            let saved = try await database.query("SELECT entry FROM gazette.saved").compactMap { $0.text(0) }
            #expect(saved == [other.key.description])
            #expect(try await database.query("SELECT count(*) FROM gazette.read").first?.int(0) == 0)
        }
    }

    @Test func aTextThatCanNotBeStoredIsRefusedAloneAndTakenBack() async throws {
        try await TestDatabase.with { database in
            let visitors = try await Self.visitors(database)
            let marks = await visitors.marks(of: Visitor())
            let broken = StoreHome.entry(1, title: "a\u{0}b")
            marks.apply(.save(broken, StoreHome.start))
            marks.apply(.save(StoreHome.entry(2), StoreHome.start))
            await visitors.flush()
            await Self.wait(for: marks) { !$0.isSaved(broken.key) }
            #expect(marks.current.isSaved(StoreHome.entry(2).key))
            let saved = try await database.query("SELECT title FROM gazette.saved").compactMap { $0.text(0) }
            #expect(saved == ["Story 2"])
        }
    }

    @Test func aKeyThatOccursTwiceIsReadOnce() async throws {
        try await TestDatabase.with { database in
            let visitors = try await Self.visitors(database)
            let visitor = Visitor()
            let keys = StoreHome.keys(1..<3)
            await visitors.marks(of: visitor).apply(.read(keys + keys))
            await visitors.flush()
            #expect(visitors.trouble == nil)
            #expect(try await database.query("SELECT count(*) FROM gazette.read").first?.int(0) == 2)
        }
    }

    // MARK: - Several processes

    @Test func processesThatChangeOneVisitorTogetherLoseNothingAndKeepTheLimits() async throws {
        try await TestDatabase.with { database in
            var limits = ReaderLimits()
            limits.marks = .init(reads: 50, saved: 30)
            let stores = [try await Self.store(database, limits), try await Self.store(database, limits)]
            let visitor = Visitor()
            await withTaskGroup(of: Void.self) { group in
                for (number, store) in stores.enumerated() {
                    group.addTask {
                        for index in 0..<40 {
                            let id = index * 2 + number
                            store.record(.save(StoreHome.entry(id), StoreHome.start), of: visitor, now: StoreHome.start)
                            store.record(.read(StoreHome.keys(id..<id + 1)), of: visitor, now: StoreHome.start)
                            if index.isMultiple(of: 7) { await store.flush(nil) }
                        }
                        await store.flush(nil)
                    }
                }
            }
            let marks = try await Self.store(database, limits).marks(of: visitor, now: StoreHome.start)
            #expect(marks.saved.count == 30)
            #expect(marks.readCount == 50)
            // The last ones of both.
            #expect(marks.isRead(StoreHome.keys(78..<79)[0]) && marks.isRead(StoreHome.keys(79..<80)[0]))
            #expect(try await database.query("SELECT count(*) FROM gazette.visitor").first?.int(0) == 1)
        }
    }

    @Test func processesThatGetNewVisitorsTogetherKeepAsManyAsThereMayBe() async throws {
        try await TestDatabase.with { database in
            var limits = ReaderLimits()
            limits.visitors = 5
            let stores = [try await Self.store(database, limits), try await Self.store(database, limits)]
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let store = stores[number % 2]
                        store.record(.read(StoreHome.keys(1..<2)), of: Visitor(), now: StoreHome.start + Double(number))
                        await store.flush(nil)
                    }
                }
            }
            #expect(try await database.query("SELECT count(*) FROM gazette.visitor").first?.int(0) == 5)
        }
    }

    @Test func aMarkAppearsInTheMemoryOfTheOtherProcess() async throws {
        try await TestDatabase.with { database in
            let (one, two) = (try await Self.visitors(database), try await Self.visitors(database))
            let visitor = Visitor()
            let (here, there) = (await one.marks(of: visitor), await two.marks(of: visitor))
            here.apply(.save(StoreHome.entry(1), StoreHome.start))
            await Self.wait(for: there) { $0.isSaved(StoreHome.entry(1).key) }
            there.apply(.read(StoreHome.keys(1..<2)))
            there.apply(.remove(StoreHome.entry(1).key))
            await Self.wait(for: here) { $0.readCount == 1 && $0.saved.isEmpty }
            #expect(one.trouble == nil && two.trouble == nil)
        }
    }

    @Test func whatAnotherProcessHasUndoneDoesNotComeBackWithMarksThatAreLoadedWhileItIsWritten() async throws {
        try await TestDatabase.with { database in
            let (one, two) = (try await Self.visitors(database), try await Self.visitors(database))
            let visitor = Visitor()
            let (here, there) = (await one.marks(of: visitor), await two.marks(of: visitor))
            // Writing the first mark of a visitor ends with the removal of others, which needs this lock.
            let holder = try PostgreSQLSession(to: database.address)
            try holder.query("SELECT pg_advisory_lock($1)", [MarkTables.removalLock])
            here.apply(.save(StoreHome.entry(1), StoreHome.start))
            try await database.waitForBlocked(1)
            await Self.wait(for: there) { $0.isSaved(StoreHome.entry(1).key) }
            there.apply(.remove(StoreHome.entry(1).key))
            there.apply(.read(StoreHome.keys(1..<2)))
            await Self.wait(for: here) { $0.readCount == 1 }
            try holder.query("SELECT pg_advisory_unlock($1)", [MarkTables.removalLock])
            await Self.wait(for: here) { $0.saved.isEmpty }
            #expect(here.current.saved.isEmpty)
        }
    }

    @Test func whatAnotherProcessChangesWhileMarksAreLoadedForTheFirstTimeIsNotMissed() async throws {
        try await TestDatabase.with { database in
            let (one, two) = (try await Self.visitors(database), try await Self.visitors(database))
            let (visitor, other) = (Visitor(), Visitor())
            let there = await two.marks(of: visitor)
            there.apply(.read(StoreHome.keys(1..<2)))
            await two.flush()
            let announced = await one.marks(of: other)
            // It listens once it has learnt of a mark.
            await two.marks(of: other).apply(.read(StoreHome.keys(9..<10)))
            await Self.wait(for: announced) { $0.readCount == 1 }
            // Read entries are loaded before saved ones.
            let holder = try PostgreSQLSession(to: database.address)
            try holder.execute("BEGIN; LOCK TABLE gazette.saved IN ACCESS EXCLUSIVE MODE")
            async let here = one.marks(of: visitor)
            try await database.waitForBlocked(1)
            there.apply(.read(StoreHome.keys(2..<3)))
            await two.flush()
            // What is announced later is received later.
            let (announcements, continuation) = AsyncStream.makeStream(of: Void.self)
            let stop = announced.listen { continuation.yield() }
            try await database.query("SELECT pg_notify('gazette_marks', 'feeds ')")
            var iterator = announcements.makeAsyncIterator()
            await iterator.next()
            stop()
            withExtendedLifetime(announced) {}
            try holder.execute("COMMIT")
            #expect(await here.current.readCount == 2)
        }
    }

    @Test func ownAnnouncementsAndThoseThatAreNoneAreIgnored() async throws {
        try await TestDatabase.with { database in
            let (one, two) = (try await Self.store(database), try await Self.store(database))
            let (changes, continuation) = AsyncStream.makeStream(of: Visitor.self)
            one.observe { event in
                if case .changed(let visitor) = event { continuation.yield(visitor) }
            }
            try await database.waitForListeners(2)
            let (own, other) = (Visitor(), Visitor())
            one.record(.read(StoreHome.keys(1..<2)), of: own, now: StoreHome.start)
            await one.flush(nil)
            for text in ["", "00", "'--", String(repeating: "g", count: 32), String(repeating: "0", count: 4000)] {
                try await database.query("SELECT pg_notify('gazette_marks', $1)", [.text(text)])
            }
            two.record(.read(StoreHome.keys(1..<2)), of: other, now: StoreHome.start)
            await two.flush(nil)
            var iterator = changes.makeAsyncIterator()
            // They are received in the order of the transactions.
            #expect(await iterator.next() == other)
        }
    }

    @Test func anEntryThatNoLongerFitsIsTakenBack() async throws {
        try await TestDatabase.with { database in
            var limits = ReaderLimits()
            limits.marks.saved = 1
            let visitors = try await Self.visitors(database, limits)
            let visitor = Visitor()
            let marks = await visitors.marks(of: visitor)
            // As another process, whose announcement is missed.
            try await database.query(
                "INSERT INTO gazette.visitor VALUES ($1, $2)",
                [.bytes(visitor.id), .double(StoreHome.start.timeIntervalSince1970)])
            try await database.query(
                "INSERT INTO gazette.saved VALUES ($1, 'hn:9', 'Nine', '/hn/item/9', NULL, NULL, 0)",
                [.bytes(visitor.id)])
            marks.apply(.save(StoreHome.entry(1), StoreHome.start))
            await visitors.flush()
            await Self.wait(for: marks) { $0.saved.map(\.entry.title) == ["Nine"] }
        }
    }

    @Test func visitorsExpireWhileTheProcessRuns() async throws {
        try await TestDatabase.with { database in
            let store = try await Self.store(database)
            store.record(.read(StoreHome.keys(1..<2)), of: Visitor(), now: StoreHome.start)
            await store.flush(nil)
            func count() async throws -> Int? {
                try await database.query("SELECT count(*) FROM gazette.visitor").first?.int(0)
            }
            store.tick(now: StoreHome.start + 60)
            #expect(try await count() == 1)
            store.tick(now: StoreHome.start + 366 * 24 * 3600)
            try await eventually(outside: "the database deletes the rows") { try await count() == 0 }
        }
    }

    // MARK: - Failures

    @Test func aConnectionThatIsEndedWhileAMarkIsWrittenLosesAndRepeatsNothing() async throws {
        try await TestDatabase.with { database in
            let visitors = try await Self.visitors(database)
            let visitor = Visitor()
            let marks = await visitors.marks(of: visitor)
            // It holds the writing until its connection has ended.
            let holder = try PostgreSQLSession(to: database.address)
            try holder.execute("BEGIN; LOCK TABLE gazette.visitor IN ACCESS EXCLUSIVE MODE")
            marks.apply(.save(StoreHome.entry(1), StoreHome.start))
            try await database.waitForBlocked(1)
            try await database.query(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """)
            try holder.execute("COMMIT")
            await visitors.flush()
            #expect(visitors.trouble == nil)
            #expect(try await database.query("SELECT count(*) FROM gazette.saved").first?.int(0) == 1)
        }
    }

    @Test func marksMadeDuringAnOutageAreWrittenAfterIt() async throws {
        try await TestDatabase.with { database in
            let (one, two) = (try await Self.visitors(database), try await Self.visitors(database))
            let (visitor, known) = (Visitor(), Visitor())
            await one.marks(of: known).apply(.save(StoreHome.entry(9), StoreHome.start))
            await one.flush()
            let marks = await one.marks(of: visitor)
            let there = await two.marks(of: visitor)
            try await database.setReachable(false)
            marks.apply(.save(StoreHome.entry(1), StoreHome.start))
            await one.flush()
            #expect(one.trouble?.contains("as soon as it can") == true)
            #expect(marks.current.isSaved(StoreHome.entry(1).key))
            // Those that can't be loaded are empty for now.
            let unloaded = await one.marks(of: known)
            #expect(unloaded.current.saved.isEmpty)
            unloaded.apply(.read(StoreHome.keys(5..<6)))

            try await database.setReachable(true)
            // A connection that was lost meanwhile can fail once more. A server has a tick each second.
            try await eventually(outside: "the database accepts connections again") {
                for visitors in [one, two] { visitors.tick() }
                let loaded = unloaded.current
                return loaded.isSaved(StoreHome.entry(9).key) && loaded.readCount == 1
                    && there.current.isSaved(StoreHome.entry(1).key)
                    && one.trouble == nil && one.store.unwritten(of: known).isEmpty
            }
            #expect(try await database.query("SELECT count(*) FROM gazette.read").first?.int(0) == 1)
        }
    }

    @Test func anAddressWhereNobodyAnswersIsReportedWithoutItsPassword() async throws {
        let error = await #expect(throws: SharedDatabase.Failure.self) {
            try await SharedDatabase.open("postgres://ann:hush@127.0.0.1:1/reader")
        }
        #expect(error?.description.contains("127.0.0.1") == true)
        #expect(error?.description.contains("hush") == false)
        #expect(error?.isInvalidAddress == false)
    }
}
