#if SQLite
import Foundation
import FreshetCore
import FreshetSQLite
import GRDB
import HTTPTypes
import Testing

/// What is stored of one account: removed at its sign-out, and kept under digests that nobody can try out.
@Suite(.timeLimit(.minutes(5)))
struct AccountRemovalTests {
    private static let ann = String(repeating: "a", count: 64)
    private static let key = String(repeating: "b", count: 64)

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func entry(_ identity: String, number: Int = 1) -> CacheEntry {
        let response = StoredResponse(status: 200, headers: [:], requestTime: .now, responseTime: .now)
        return CacheEntry(
            key: CacheKey(url: "https://a.example/\(number)", identity: identity), response: response, bodyBytes: 3)
    }

    @Test(arguments: CacheStoreTests.Kind.allCases)
    func theResponsesOfOneAccountAreRemoved(kind: CacheStoreTests.Kind) async throws {
        let store: any CacheStore =
            switch kind {
            case .memory: MemoryCacheStore()
            case .sqlite: SQLiteCacheStore(file: folder.file)
            }
        let mine = [entry(Self.ann), entry("\(Self.ann)+\(Self.key)", number: 2)]
        let others = [entry(""), entry(Self.key), entry("\(Self.key)+\(Self.ann)"), entry("\(Self.ann)0")]
        for entry in mine + others { try await store.insert(entry, body: Data("abc".utf8)) }
        try await store.removeAll(identity: Self.ann)
        for entry in mine {
            let found = try await store.entries(for: entry.key)
            #expect(found.isEmpty)
        }
        for entry in others {
            let found = try await store.entries(for: entry.key)
            #expect(found == [entry])
        }
        try await store.removeAll(identity: "")
        let open = try await store.entries(for: others[0].key)
        let left = try await store.usage()
        #expect(open.isEmpty && left.entries == others.count - 1)
    }

    @Test func theRemovalUsesAnIndex() async throws {
        let store = SQLiteCacheStore(file: folder.file)
        try await store.insert(entry(Self.ann), body: Data("abc".utf8))
        let queue = try DatabaseQueue(path: folder.file.path)
        let plan = try await queue.read { db in
            try Row.fetchAll(
                db,
                sql: "EXPLAIN QUERY PLAN DELETE FROM entry WHERE identity = ? OR identity >= ? AND identity < ?",
                arguments: ["a", "a+", "a,"]
            ).map { $0["detail"] as String }
        }
        #expect(plan.contains { $0.contains("byIdentity") } && !plan.contains { $0.hasPrefix("SCAN entry") }, "\(plan)")
    }

    @Test func eachFileHasDigestsOfItsOwn() async throws {
        let other = try TemporaryFolder()
        var written: [Data] = []
        for folder in [folder, other] {
            let store = SQLiteCacheStore(file: folder.file)
            try await store.insert(entry("\(Self.ann)+\(Self.key)"), body: Data("abc".utf8))
            let found = try await store.entries(for: entry("\(Self.ann)+\(Self.key)").key)
            #expect(found.count == 1)
            let listed = try await store.entries(withPrefix: "")
            #expect(listed.map(\.key.identity.count) == [129])
            written.append(Data(try #require(listed.first?.key.identity).utf8))
            var bytes = Data()
            for ending in ["", "-wal"] { bytes += try Data(contentsOf: URL(filePath: folder.file.path + ending)) }
            #expect(bytes.range(of: Data(Self.ann.utf8)) == nil && bytes.range(of: Data(Self.key.utf8)) == nil)
        }
        #expect(written[0] != written[1])
    }

    @Test func anExistingFileKeepsItsResponses() async throws {
        try await makeFileOfVersion2(with: [entry(""), entry("\(Self.ann)+\(Self.key)", number: 2)])
        let store = SQLiteCacheStore(file: folder.file)
        for key in [entry("").key, entry("\(Self.ann)+\(Self.key)", number: 2).key] {
            let entries = try await store.entries(for: key)
            let body = try await store.body(of: try #require(entries.first))
            #expect(body == Data("abc".utf8))
        }
        try await store.removeAll(identity: Self.ann)
        let usage = try await store.usage()
        #expect(usage.entries == 1)
        // A second process finds the same salt.
        let again = SQLiteCacheStore(file: folder.file)
        try await again.insert(entry(Self.ann), body: Data("abc".utf8))
        let found = try await store.entries(for: entry(Self.ann).key)
        #expect(found.count == 1)
    }

    /// Makes a file as the version before this one left it.
    private func makeFileOfVersion2(with entries: [CacheEntry]) async throws {
        let store = SQLiteCacheStore(file: folder.file)
        for entry in entries { try await store.insert(entry, body: Data("abc".utf8)) }
        let queue = try DatabaseQueue(path: folder.file.path)
        try await queue.write { db in
            for entry in entries {
                try db.execute(
                    sql: "UPDATE entry SET identity = ? WHERE url = ?", arguments: [entry.key.identity, entry.key.url])
            }
            try db.execute(sql: "DROP INDEX byIdentity; DROP TABLE salt; PRAGMA user_version = 2")
        }
        try queue.close()
    }
}
#endif
