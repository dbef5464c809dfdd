#if SQLite
import Foundation
import FreshetTesting
import GRDB
import Testing

@testable import FreshetOutbox

/// The file of an outbox: kept, private, damaged, full, and of a later version.
@Suite(.timeLimit(.minutes(30)))
struct OutboxFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(pageLimit: Int? = nil) throws -> OutboxFile {
        try OutboxFile(folder.file, synchronous: .full, pageLimit: pageLimit)
    }

    private func write(_ name: String = "rate", input: Data = Data("7".utf8)) -> StoredWrite {
        let created = Date(timeIntervalSinceReferenceDate: 1)
        let queued = QueuedWrite(sequence: 0, id: UUID(), name: name, created: created)
        var write = StoredWrite(queued: queued, version: 1, input: input, key: UUID().uuidString)
        write.queued.bytes = write.cost
        return write
    }

    private func stored(_ file: OutboxFile) throws -> [StoredWrite] {
        var all: [StoredWrite] = []
        try file.read { db in try OutboxRows.forEach(db) { all.append($0) } }
        return all
    }

    @Test func writesOutliveTheProcessAndOnlyTheOwnerMayReadThem() throws {
        var write = write()
        write.queued.scope = "movie 7"
        write.queued.replaceKey = "stars"
        write.queued.rule = .holds
        write.queued.arrival = .open
        write.queued.attempts = 2
        write.queued.firstSent = Date(timeIntervalSinceReferenceDate: 5)
        write.queued.notBefore = Date(timeIntervalSinceReferenceDate: 9)
        write.queued.wait = .seconds(4)
        write.queued.error = "status.503"
        write.queued.cancelledBy = UUID()
        write.validator = ["If-Match": "\"1\""]
        write.request = SentRequest(
            method: "POST", path: "a/b", query: "c=d", contentType: "application/json", body: Data("{}".utf8))
        write.queued.bytes = write.cost
        let first = try open()
        let inserted = try first.write { db in try OutboxRows.insert(db, write) }
        for ending in ["", "-wal", "-shm"] {
            let path = folder.file.path + ending
            let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(permissions == 0o600)
        }
        first.close()
        let again = try stored(open())
        #expect(again == [inserted])
        #expect(inserted.queued.sequence == 1)
    }

    @Test func theSequenceOfARemovedWriteIsNotUsedAgain() throws {
        let file = try open()
        let first = try file.write { db in try OutboxRows.insert(db, write()) }
        try file.write { db in try OutboxRows.remove(db, first.queued) }
        let second = try file.write { db in try OutboxRows.insert(db, write()) }
        #expect(second.queued.sequence > first.queued.sequence)
    }

    @Test func removedWritesLeaveNoTrace() throws {
        let file = try open()
        let inserted = try file.write { db in try OutboxRows.insert(db, write(input: Data("hush-hush".utf8))) }
        try file.write { db in try OutboxRows.remove(db, inserted.queued) }
        try file.checkpoint()
        #expect(try !folder.contains("hush"))
    }

    @Test func anUpdateOfAReplacedWriteChangesNothing() throws {
        let file = try open()
        let old = try file.write { db in try OutboxRows.insert(db, write()) }
        var new = write(input: Data("8".utf8))
        new.queued.sequence = old.queued.sequence
        let isReplaced = try file.write { db in try OutboxRows.update(db, new, was: old.queued) }
        #expect(isReplaced)
        let isUpdated = try file.write { db in try OutboxRows.update(db, old, was: old.queued) }
        #expect(!isUpdated)
        try file.write { db in try OutboxRows.remove(db, old.queued) }
        #expect(try stored(file).map(\.input) == [Data("8".utf8)])
    }

    @Test func aDamagedFileIsSetAsideAndKept() throws {
        let file = try open()
        for _ in 0..<200 { _ = try file.write { db in try OutboxRows.insert(db, write()) } }
        try file.checkpoint()
        file.close()
        for number in 1...2 {
            var bytes = try Data(contentsOf: folder.file)
            bytes.replaceSubrange(8_000..<min(12_000, bytes.count), with: Data(repeating: 0xA5, count: 4_000))
            try bytes.write(to: folder.file)
            let again = try open()
            let damaged = try #require(again.damaged)
            #expect(damaged.lastPathComponent == (number == 1 ? "outbox.sqlite.damaged" : "outbox.sqlite.damaged-2"))
            let kept = try Data(contentsOf: damaged)
            // GRDB writes a page of its own when it opens a file.
            #expect(kept.count >= bytes.count)
            #expect(kept.range(of: Data(repeating: 0xA5, count: 4_000)) != nil)
            #expect(try stored(again).isEmpty)
            for _ in 0..<200 { _ = try again.write { db in try OutboxRows.insert(db, write()) } }
            try again.checkpoint()
            again.close()
        }
        #expect(try open().damaged == nil)
    }

    @Test func aFullDiskThrowsAndLosesNothing() throws {
        let file = try open(pageLimit: 40)
        var count = 0
        var failure: OutboxError?
        while failure == nil, count < 1_000 {
            do {
                _ = try file.write { db in try OutboxRows.insert(db, write(input: Data(count: 4_000))) }
                count += 1
            } catch {
                failure = error
            }
        }
        guard case .store = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(count > 5)
        #expect(try stored(file).count == count)
        file.close()
        #expect(try stored(open()).count == count)
    }

    @Test func aFileOfALaterVersionStaysAsItIs() throws {
        let file = try open()
        _ = try file.write { db in try OutboxRows.insert(db, write()) }
        try file.write { db in try db.execute(sql: "PRAGMA user_version = \(OutboxFile.version + 1)") }
        file.close()
        #expect(throws: OutboxError.self) { try open() }
        let queue = try DatabaseQueue(path: folder.file.path)
        let count = try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM write") }
        #expect(count == 1)
    }

    @Test("The log is on the disk with each commit, or later", arguments: [OutboxSettings.Synchronous.full, .normal])
    func synchronous(_ setting: OutboxSettings.Synchronous) throws {
        let file = try OutboxFile(folder.file, synchronous: setting)
        let found = try file.read { db in try Int.fetchOne(db, sql: "PRAGMA synchronous") }
        #expect(found == (setting == .full ? 2 : 1))
    }

    @Test func theSpaceOfRemovedWritesComesBack() throws {
        let file = try open()
        for _ in 0..<20 {
            let inserted = try file.write { db in try OutboxRows.insert(db, write(input: Data(count: 1 << 20))) }
            try file.write { db in try OutboxRows.remove(db, inserted.queued) }
        }
        file.close()
        let size = try FileManager.default.attributesOfItem(atPath: folder.file.path)[.size] as? Int
        #expect(try #require(size) < 200_000)
    }

    @Test func aFileOfTheFirstVersionKeepsItsWrites() throws {
        let file = try open()
        let inserted = try file.write { db in try OutboxRows.insert(db, write()) }
        try file.write { db in
            for column in ["checksum", "requestChecksum"] {
                try db.execute(sql: "ALTER TABLE write DROP COLUMN \(column)")
            }
            try db.execute(sql: "PRAGMA user_version = 1")
        }
        file.close()
        let old = try DatabaseQueue(path: folder.file.path)
        try old.write { db in try db.execute(sql: "DROP TABLE ledger") }
        try old.close()
        try FileManager.default.removeItem(atPath: folder.file.path + ".commits")
        let again = try open()
        #expect(try stored(again) == [inserted])
    }

    // MARK: - Damage

    @Test("A damaged or missing log is damage", arguments: [true, false])
    func aLogThatHasLostCommits(_ isMissing: Bool) throws {
        let file = try open()
        let first = try file.write { db in try OutboxRows.insert(db, write()) }
        try file.checkpoint()
        for _ in 0..<59 { _ = try file.write { db in try OutboxRows.insert(db, write()) } }
        // As after a kill: a copy, of which no connection has emptied the log.
        let killed = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: killed.file.deletingLastPathComponent(), withIntermediateDirectories: true)
        for ending in ["", "-wal", ".commits"] where !(isMissing && ending == "-wal") {
            var bytes = try Data(contentsOf: URL(filePath: folder.file.path + ending))
            if ending == "-wal" { bytes[bytes.count / 2] ^= 1 }
            try bytes.write(to: URL(filePath: killed.file.path + ending))
        }
        let again = try OutboxFile(killed.file, synchronous: .full)
        #expect(again.damaged?.lastPathComponent == "outbox.sqlite.damaged")
        let left = try stored(again)
        #expect(left.count >= 1 && left.count < 60)
        #expect(left.first?.queued.id == first.queued.id)
        // They may have been sent by what was lost.
        #expect(left.allSatisfy { $0.queued.arrival == .open && $0.queued.firstSent != nil })
        again.close()
        #expect(try OutboxFile(killed.file, synchronous: .full).damaged == nil)
    }

    @Test("A row with other bytes is a damaged write", arguments: ["id", "input", "name", "key", "scope"])
    func aDamagedRow(_ column: String) throws {
        let file = try open()
        var write = write()
        write.queued.scope = "a"
        let inserted = try file.write { db in try OutboxRows.insert(db, write) }
        _ = try file.write { db in try OutboxRows.insert(db, self.write()) }
        try file.write { db in try db.execute(sql: "UPDATE write SET \(column) = 'damage' WHERE sequence = 1") }
        let found = try stored(file)
        #expect(found.map(\.queued.isDamaged) == [true, false])
        #expect(found[0].queued.sequence == inserted.queued.sequence)
        #expect(found[0].queued.phase == .unreadable)
        try file.write { db in try OutboxRows.remove(db, found[0].queued) }
        #expect(try stored(file).count == 1)
    }

    @Test(
        "A row with values of another type is a damaged write", arguments: ["id", "version", "name", "input", "wait"])
    func aRowOfOtherTypes(_ column: String) throws {
        let file = try open()
        _ = try file.write { db in try OutboxRows.insert(db, write()) }
        let value = column == "version" ? "'x'" : "x'00FF'"
        try file.write { db in try db.execute(sql: "UPDATE write SET \(column) = \(value)") }
        #expect(try stored(file).count == 1)
        #expect(try stored(file).allSatisfy { $0.queued.isDamaged } || column == "wait")
    }

    @Test("Nothing is promised in a file that was removed", arguments: ["", "-wal"])
    func aRemovedFile(_ ending: String) throws {
        let file = try open()
        let kept = try file.write(isPromise: true) { db in try OutboxRows.insert(db, write()) }
        try FileManager.default.removeItem(atPath: folder.file.path + ending)
        #expect(throws: OutboxError.store("outbox.sqlite was removed or replaced: open the outbox again")) {
            try file.write(isPromise: true) { db in try OutboxRows.insert(db, write()) }
        }
        #expect(try stored(file).map(\.queued.id) == [kept.queued.id])
    }

    @Test func theOldestOutcomesAreRemovedFirst() throws {
        let file = try open()
        for number in 1...5 {
            let outcome = StoredOutcome(
                id: UUID(), name: "\(number)", version: 1, input: Data(), date: Date(timeIntervalSinceReferenceDate: 0),
                response: StoredAnswer(status: 200, fields: ["ETag": "\"1\""], body: Data("{}".utf8)))
            try file.write { db in try OutboxRows.insert(db, outcome, limit: 3) }
        }
        let outcomes = try file.read { db in try OutboxRows.outcomes(db) }
        #expect(outcomes.map(\.name) == ["3", "4", "5"])
        #expect(outcomes[0].response?.fields == ["ETag": "\"1\""])
    }
}
#endif
