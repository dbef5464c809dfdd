#if SQLite
import Foundation
import FreshetCore
import FreshetSQLite
import Testing

/// When what was invalidated by name, as the file keeps it.
@Suite(.timeLimit(.minutes(1)))
struct InvalidationTests {
    private let folder: TemporaryFolder
    private let date = Date(timeIntervalSince1970: 1_767_225_600)

    init() throws { folder = try TemporaryFolder() }

    @Test func theLastDateOfEachNameOutlivesTheStore() async throws {
        let store = SQLiteCacheStore(file: folder.file)
        try await store.noteInvalidation(of: ["lists", "book\u{1F}7"], at: date)
        try await store.noteInvalidation(of: ["lists"], at: date + 1)
        try await store.noteInvalidation(of: [], at: date + 2)
        let found = try await SQLiteCacheStore(file: folder.file).invalidations()
        #expect(found == ["lists": date + 1, "book\u{1F}7": date])
    }

    @Test func beyondTheLimitEverythingCountsAsInvalidated() async throws {
        let store = SQLiteCacheStore(file: folder.file)
        let names = (0..<SQLiteCacheStore.invalidationLimit).map { "\($0)" }
        try await store.noteInvalidation(of: names, at: date)
        #expect(try await store.invalidations().count == names.count)
        try await store.noteInvalidation(of: ["another"], at: date + 1)
        #expect(try await store.invalidations() == ["": date + 1])
    }
}
#endif
