import Foundation
import GRDB
import Logging
import ReaderModels
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// The files of the store that needs no database, and failures of them.
@Suite(.timeLimit(.minutes(1)))
final class SQLiteReaderStoreTests: Sendable {
    private let folder = DataFolder(
        FileManager.default.temporaryDirectory.appending(path: "gazette-\(UUID().uuidString)"))
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    deinit {
        try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
        try? FileManager.default.removeItem(at: folder.url)
    }

    private func open(_ limits: ReaderLimits = .init(), after seconds: Double = 0) -> Visitors {
        let now = start + seconds
        return Visitors(folder: folder, limits: limits, logger: .silent) { now }
    }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    private func entry(_ id: Int) -> Entry { StoreHome.entry(id) }
    private func keys(_ range: Range<Int>) -> [Entry.Key] { StoreHome.keys(range) }

    @Test func nobodyElseReadsTheFiles() async throws {
        let visitors = open()
        let marks = await visitors.marks(of: Visitor())
        marks.apply(.read(keys(1..<2)))
        await visitors.flush()
        for name in ["visitors.key", "pictures.key", "visitors.sqlite", "visitors.sqlite-wal"] {
            let mode = try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
        let mode = try FileManager.default.attributesOfItem(atPath: folder.url.path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
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

    @Test func theFileHasEveryVersion() throws {
        try folder.prepare()
        let queue = try DatabaseQueue(path: path("visitors.sqlite"))
        #expect(try queue.read(Migrations.ofFile.hasCompletedMigrations) == false)
        _ = try SQLiteDatabase(path: path("visitors.sqlite"))
        #expect(try queue.read(Migrations.ofFile.hasCompletedMigrations))
        #expect(try queue.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
    }

    @Test func aFileOfAnEarlierVersionKeepsItsRows() async throws {
        try folder.prepare()
        let visitor = Visitor()
        let queue = try DatabaseQueue(path: path("visitors.sqlite"))
        try Migrations.ofFile.migrate(queue, upTo: "5: feeds")
        try await queue.write { [start] db in
            try db.execute(
                sql: "INSERT INTO visitor VALUES (?, ?)", arguments: [visitor.id, start.timeIntervalSince1970])
            try db.execute(sql: "INSERT INTO read (visitor, entry) VALUES (?, 'hn:1')", arguments: [visitor.id])
            try db.execute(
                sql: "INSERT INTO saved VALUES (?, 'hn:2', 'Two', '/hn/item/2', NULL, NULL, 1)",
                arguments: [visitor.id])
        }
        try queue.close()
        let visitors = open()
        let marks = await visitors.marks(of: visitor).current
        #expect(visitors.trouble == nil)
        #expect(marks.isRead(keys(1..<2)[0]) && marks.saved.map(\.entry.title) == ["Two"])
    }

    @Test func whatDoesNotFitIsWrittenOnceThereIsRoom() async throws {
        var limits = ReaderLimits()
        limits.pages = 200
        let visitors = open(limits)
        let visitor = Visitor()
        let marks = await visitors.marks(of: visitor)
        marks.apply(.read(keys(0..<1)))
        await visitors.flush()
        let queue = try DatabaseQueue(path: path("visitors.sqlite"))
        try await queue.write { db in
            try db.execute(sql: "CREATE TABLE filler (bytes BLOB); INSERT INTO filler VALUES (zeroblob(1000000))")
        }
        marks.apply(.read(keys(0..<2000)))
        await visitors.flush()
        #expect(visitors.trouble != nil)
        #expect(marks.waiting.hasUnstoredMarks)
        try await queue.write { db in try db.execute(sql: "DROP TABLE filler") }
        visitors.tick()
        await visitors.flush()
        #expect(visitors.trouble == nil)
        #expect(!marks.waiting.hasUnstoredMarks)
        let count = try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM read") }
        #expect(count == 2000)
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
        #expect(marks.trouble?.contains("lost when Gazette stops") == true)
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
        var limits = ReaderLimits()
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
