import Foundation
import GRDB
import Logging
import ReaderModels
import Testing

@testable import GazetteWeb

/// The data that is kept between runs, and failures of storing it.
@Suite(.timeLimit(.minutes(1)))
final class VisitorStoreTests: Sendable {
    private let folder = DataFolder(
        FileManager.default.temporaryDirectory.appending(path: "gazette-\(UUID().uuidString)"))
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    deinit {
        try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
        try? FileManager.default.removeItem(at: folder.url)
    }

    private func open(_ limits: VisitorStore.Limits = .init(), after seconds: Double = 0) -> Visitors {
        let now = start + seconds
        return Visitors(folder: folder, limits: limits, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        {
            now
        }
    }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    private func entry(_ id: Int) -> Entry {
        Entry(
            key: .init(.hn, String(id)), title: "Story \(id)", path: "/hn/item/\(id)",
            original: URL(string: "https://example.com/\(id)"), source: "example.com")
    }

    private func keys(_ range: Range<Int>) -> [Entry.Key] { range.map { Entry.Key(.hn, String($0)) } }

    @Test func marksAndTheKeyOfCookiesOutliveTheProgram() async throws {
        let visitor = Visitor()
        let first = open()
        let marks = await first.marks(of: visitor)
        marks.apply(.read(keys(1..<4)))
        marks.apply(.unread(keys(2..<3)))
        marks.apply(.save(entry(1), start))
        marks.apply(.save(entry(2), start + 1))
        marks.apply(.remove(entry(1).key))
        await first.flush()
        let value = first.cookie.value(for: visitor, day: 0)

        let second = open()
        let again = await second.marks(of: visitor).current
        #expect(keys(1..<4).map(again.isRead) == [true, false, true])
        #expect(again.saved == [Marks.Saved(entry: entry(2), date: start + 1)])
        #expect(second.cookie.value(for: visitor, day: 0) == value)
        #expect(second.trouble == nil)
    }

    @Test func nobodyElseReadsTheFiles() async throws {
        let visitors = open()
        let marks = await visitors.marks(of: Visitor())
        marks.apply(.read(keys(1..<2)))
        await visitors.flush()
        for name in ["visitors.key", "visitors.sqlite", "visitors.sqlite-wal"] {
            let mode = try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
        let mode = try FileManager.default.attributesOfItem(atPath: folder.url.path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
    }

    @Test func theOldestReadMarksGoFirst() async throws {
        var limits = VisitorStore.Limits()
        limits.marks.reads = 5
        let visitor = Visitor()
        let first = open(limits)
        let marks = await first.marks(of: visitor)
        marks.apply(.read(keys(0..<4)))
        // Read again, and so the newest but the next ones.
        marks.apply(.unread(keys(0..<1)))
        marks.apply(.read(keys(0..<1)))
        marks.apply(.read(keys(4..<7)))
        let kept = [true, false, false, true, true, true, true]
        #expect(keys(0..<7).map(marks.current.isRead) == kept)
        await first.flush()
        let again = await open(limits).marks(of: visitor).current
        #expect(keys(0..<7).map(again.isRead) == kept)
    }

    @Test func noMoreIsSavedThanThereIsRoomForAndNothingGoesUnasked() async throws {
        var limits = VisitorStore.Limits()
        limits.marks.saved = 2
        let marks = await open(limits).marks(of: Visitor())
        #expect(marks.apply(.save(entry(1), start)))
        #expect(marks.apply(.save(entry(2), start)))
        #expect(!marks.apply(.save(entry(3), start)))
        #expect(marks.current.isFull)
        #expect(marks.apply(.remove(entry(1).key)))
        #expect(marks.apply(.save(entry(3), start)))
    }

    @Test func whoDoesNotComeForAYearIsForgotten() async throws {
        let (gone, kept) = (Visitor(), Visitor())
        let first = open()
        for visitor in [gone, kept] { await first.marks(of: visitor).apply(.read(keys(1..<2))) }
        await first.flush()
        let day = 24 * 3600.0
        // One of them only looks, and comes half a year later.
        _ = await open(after: 180 * day).marks(of: kept)
        let later = open(after: 366 * day)
        #expect(await later.marks(of: gone).current.readCount == 0)
        #expect(await later.marks(of: kept).current.readCount == 1)
    }

    @Test func ofTooManyVisitorsThoseWhoWereHereLongestAgoGo() async throws {
        var limits = VisitorStore.Limits()
        limits.visitors = 2
        let all = [Visitor(), Visitor(), Visitor()]
        for (turn, visitor) in all.enumerated() {
            let visitors = open(limits, after: Double(turn))
            await visitors.marks(of: visitor).apply(.save(entry(turn), start))
            await visitors.flush()
        }
        let visitors = open(limits, after: 3)
        var counts: [Int] = []
        for visitor in all { counts.append(await visitors.marks(of: visitor).current.saved.count) }
        #expect(counts == [0, 1, 1])
    }

    @Test func aVisitorWhoMarksNothingLeavesNothing() async throws {
        let visitors = open()
        do {
            let marks = await visitors.marks(of: Visitor())
            #expect(visitors.count == 1)
            _ = marks.current
        }
        #expect(visitors.count == 0)
        await visitors.flush()
        let rows = try await DatabaseQueue(path: path("visitors.sqlite")).read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM visitor")
        }
        #expect(rows == 0)
    }

    @Test func pagesOfAVisitorShareTheirMarksAndHearOfChanges() async throws {
        let visitors = open()
        let visitor = Visitor()
        let marks = await visitors.marks(of: visitor)
        let other = await visitors.marks(of: visitor)
        #expect(marks === other)
        await confirmation { heard in
            let stop = other.listen { heard() }
            marks.apply(.read(keys(1..<2)))
            // Nothing new, and then no reader.
            marks.apply(.read(keys(1..<2)))
            stop()
            marks.apply(.read(keys(2..<3)))
        }
        #expect(await visitors.marks(of: Visitor()).current.readCount == 0)
    }

    @Test func theFileHasEveryVersion() throws {
        try folder.prepare()
        let queue = try DatabaseQueue(path: path("visitors.sqlite"))
        #expect(try queue.read(VisitorStore.migrator.hasCompletedMigrations) == false)
        _ = try VisitorStore(path: path("visitors.sqlite"), now: start)
        #expect(try queue.read(VisitorStore.migrator.hasCompletedMigrations))
        #expect(try queue.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
    }

    // MARK: - What can't be used

    @Test(
        "Broken files are left alone, and marks work until the end of the program",
        arguments: [
            "not a database at all, but long enough to look like one", String(repeating: "\u{0}x", count: 5000),
        ])
    func broken(contents: String) async throws {
        try folder.prepare()
        try Data(contents.utf8).write(to: URL(filePath: path("visitors.sqlite")))
        let visitors = open()
        let visitor = Visitor()
        let marks = await visitors.marks(of: visitor)
        #expect(marks.trouble?.contains("lost when Gazette ends") == true)
        #expect(marks.apply(.save(entry(1), start)))
        await visitors.flush()
        #expect(await visitors.marks(of: visitor).current.isSaved(entry(1).key))
        #expect(try Data(contentsOf: URL(filePath: path("visitors.sqlite"))) == Data(contents.utf8))
    }

    @Test func aFileThatBreaksMeanwhileIsSaidAndCrashesNothing() async throws {
        let visitors = open()
        let visitor = Visitor()
        let queue = try DatabaseQueue(path: path("visitors.sqlite"))
        try await queue.write { db in try db.execute(sql: "DROP TABLE read; DROP TABLE saved; DROP TABLE visitor") }
        let marks = await visitors.marks(of: visitor)
        #expect(visitors.trouble != nil)
        #expect(marks.apply(.read(keys(1..<2))))
        await visitors.flush()
        #expect(marks.current.isRead(keys(1..<2)[0]))
    }

    @Test func aFolderThatIsAFileIsSaid() async throws {
        try Data("x".utf8).write(to: folder.url)
        let visitors = open()
        #expect(visitors.trouble != nil)
        #expect(await visitors.marks(of: Visitor()).apply(.read(keys(1..<2))))
    }

    @Test(.enabled(if: getuid() != 0, "Everything is writable for root."))
    func aFolderThatCanNotBeWrittenIsSaid() async throws {
        try folder.prepare()
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        let visitors = open()
        #expect(visitors.trouble != nil)
        #expect(await visitors.marks(of: Visitor()).apply(.read(keys(1..<2))))
    }

    @Test func aFullFileIsSaid() async throws {
        var limits = VisitorStore.Limits()
        limits.pages = 20
        let visitors = open(limits)
        let marks = await visitors.marks(of: Visitor())
        marks.apply(.read(keys(0..<2000)))
        await visitors.flush()
        #expect(visitors.trouble != nil)
        #expect(marks.current.readCount == 2000)
    }

    @Test func aBrokenKeyIsReplacedAndOneThatIsThereIsKept() throws {
        try folder.prepare()
        try Data("short".utf8).write(to: URL(filePath: path("visitors.key")))
        let key = try folder.key("visitors.key")
        #expect(try folder.key("visitors.key") == key)
        #expect(try Data(contentsOf: URL(filePath: path("visitors.key"))).count == 32)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["visitors.key"])
    }
}
