import Foundation
import Freshet
import ReaderModels
import TMDb
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// Backups, which either kind of store writes and restores.
@Suite(.timeLimit(.minutes(1)))
struct ReaderBackupTests {
    private static let file = "backup.jsonl"

    /// Runs a body with a folder for the file.
    private func withFile(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: Self.file))
    }

    private func backup(_ home: StoreHome) async throws -> ReaderBackup {
        if let folder = home.folder { return try ReaderBackup(folder) }
        return ReaderBackup(SharedDatabase(store: try #require(try await home.sharedStore())))
    }

    /// Stores a reader with marks, an account and a session of TMDb.
    private func fill(_ home: StoreHome) async throws -> Visitor {
        let visitors = try await home.open()
        let visitor = Visitor()
        let marks = await visitors.marks(of: visitor)
        marks.apply(.read(StoreHome.keys(1..<40)))
        marks.apply(.save(StoreHome.entry(7, title: "Quotes \" and\nlines"), StoreHome.start))
        visitors.record(.position(Entry.Key(.feeds, "7"), 0.5), of: visitor)
        await visitors.flush()
        let database = visitors.store.database
        let name = try #require(AccountName("ann"))
        let added = try await AccountStore(database: database).add(
            .init(name: name, isAdmin: true), now: StoreHome.start)
        #expect(added != .nameIsTaken)
        let token = StoredToken(account: "tmdb/7", token: TMDb.Session(id: "abc"), requested: StoreHome.start)
        #expect(try await MovieSessionTable(database: database).write(token, of: visitor, replacing: nil))
        return visitor
    }

    @Test(arguments: StoreHome.Kind.available, StoreHome.Kind.available)
    func whatOneStoreHasWrittenAnotherHasAfterwards(_ from: StoreHome.Kind, _ to: StoreHome.Kind) async throws {
        try await StoreHome.with(from) { old in
            let visitor = try await fill(old)
            let keys = try await old.open().store.keys
            try await withFile { file in
                let count = try await backup(old).write(to: file)
                #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
                try await StoreHome.with(to) { new in
                    #expect(try await backup(new).restore(from: file, replacing: false) == count)
                    let visitors = try await new.open()
                    #expect(visitors.store.keys == keys)
                    let marks = await visitors.marks(of: visitor).current
                    #expect(StoreHome.keys(1..<40).allSatisfy(marks.isRead))
                    #expect(marks.isSaved(StoreHome.entry(7).key))
                    #expect(try await visitors.store.position(in: Entry.Key(.feeds, "7"), of: visitor) == 0.5)
                    let database = visitors.store.database
                    let name = try #require(AccountName("ann"))
                    #expect(try await AccountStore(database: database).account(named: name)?.account.isAdmin == true)
                    #expect(
                        try await MovieSessionTable(database: database).session(of: visitor)?.token.id == "abc")
                    // The same file once more has the same rows.
                    let again = file.appendingPathExtension("again")
                    #expect(try await backup(new).write(to: again) == count)
                    #expect(try Data(contentsOf: again) == Data(contentsOf: file))
                }
            }
        }
    }

    @Test func whereReadersAreNothingIsRestoredUnlessTheyAreToBeReplaced() async throws {
        try await StoreHome.with(.sqlite) { home in
            let visitor = try await fill(home)
            try await withFile { file in
                let count = try await backup(home).write(to: file)
                await #expect(throws: ReaderBackup.Failure.self) {
                    try await backup(home).restore(from: file, replacing: false)
                }
                #expect(try await backup(home).restore(from: file, replacing: true) == count)
                #expect(try await home.open().marks(of: visitor).current.isSaved(StoreHome.entry(7).key))
            }
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func aDamagedFileChangesNothing(_ kind: StoreHome.Kind) async throws {
        try await StoreHome.with(kind) { home in
            let visitor = try await fill(home)
            try await withFile { file in
                _ = try await backup(home).write(to: file)
                let text = try String(contentsOf: file, encoding: .utf8)
                let lines = text.split(separator: "\n")
                let damaged = [
                    "", "no backup", String(text.dropLast(12)), lines.dropLast().joined(separator: "\n") + "\n",
                    text.replacing("\"version\":1", with: "\"version\":2"), text + text,
                    text.replacing("\"table\":\"saved\"", with: "\"table\":\"key\""),
                    text.replacing("hn/item/7", with: "hn/item/7\",\"x"),
                ]
                for contents in damaged {
                    try Data(contents.utf8).write(to: file)
                    await #expect(throws: ReaderBackup.Failure.self) {
                        try await backup(home).restore(from: file, replacing: true)
                    }
                    #expect(try await home.open().marks(of: visitor).current.isSaved(StoreHome.entry(7).key))
                }
            }
        }
    }
}
