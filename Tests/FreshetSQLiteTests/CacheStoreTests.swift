#if SQLite
import Foundation
import FreshetCore
import FreshetSQLite
import HTTPTypes
import Testing

/// The contract of every store, in memory and on disk.
struct CacheStoreTests {
    enum Kind: CaseIterable {
        case memory
        case sqlite

        /// The bytes by which a response counts towards the limit.
        func cost(of entry: CacheEntry) -> Int {
            switch self {
            case .memory: CacheKey.memoryCost + entry.memoryCost
            case .sqlite: entry.cost
            }
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func store(_ kind: Kind, byteLimit: Int = 1 << 20) -> any CacheStore {
        switch kind {
        case .memory: MemoryCacheStore(byteLimit: byteLimit)
        case .sqlite: SQLiteCacheStore(file: folder.file, byteLimit: byteLimit)
        }
    }

    private func entry(
        _ url: String, identity: String = "", _ selectors: [String: String] = [:], bodyBytes: Int
    ) -> CacheEntry {
        // Times with fractions, as the present has.
        let date = Date(timeIntervalSince1970: 1_767_225_600.123_456)
        let response = StoredResponse(
            status: 200, headers: [.cacheControl: "max-age=60", .eTag: "\"ü\""], requestTime: date,
            responseTime: date.addingTimeInterval(0.5), selectors: selectors)
        return CacheEntry(key: CacheKey(url: url, identity: identity), response: response, bodyBytes: bodyBytes)
    }

    private func insert(_ entry: CacheEntry, into store: any CacheStore, filledWith byte: UInt8 = 1) async throws {
        try await store.insert(entry, body: Data(repeating: byte, count: entry.bodyBytes))
    }

    @Test(arguments: Kind.allCases, [0, 1, 65_535, 65_536, 65_537, 300_000])
    func whatIsStoredComesBack(kind: Kind, length: Int) async throws {
        let store = store(kind)
        let entry = entry("https://a.example/1", ["accept": "x"], bodyBytes: length)
        let body = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 8) })
        // A part of something larger, whose indices do not begin at zero.
        try await store.insert(entry, body: (Data([9, 9]) + body).dropFirst(2))
        let entries = try await store.entries(for: entry.key)
        let stored = try await store.body(of: entry)
        #expect(entries == [entry])
        #expect(stored == body)
        let usage = try await store.usage()
        #expect(usage == CacheUsage(entries: 1, bytes: kind.cost(of: entry)))
    }

    @Test(arguments: Kind.allCases)
    func keysAndVariantsStayApart(kind: Kind) async throws {
        let store = store(kind)
        let entries = [
            entry("https://a.example/1", bodyBytes: 1), entry("https://a.example/1", identity: "me", bodyBytes: 2),
            entry("https://a.example/1", ["accept": "x"], bodyBytes: 3),
            entry("https://a.example/1", ["accept": "y"], bodyBytes: 4), entry("https://a.example/2", bodyBytes: 5),
        ]
        for entry in entries { try await insert(entry, into: store) }
        let mine = try await store.entries(for: entries[1].key)
        let open = try await store.entries(for: entries[0].key)
        #expect(mine == [entries[1]])
        #expect(Set(open) == Set([entries[0], entries[2], entries[3]]))
        for entry in entries {
            let body = try await store.body(of: entry)
            #expect(body?.count == entry.bodyBytes)
        }
    }

    @Test(arguments: Kind.allCases)
    func theChosenEntryComesWithItsOwnBody(kind: Kind) async throws {
        let store = try #require(store(kind) as? any SynchronousCacheStore)
        var entries = (1...4).map { entry("https://a.example/1", ["accept": "\($0)"], bodyBytes: $0) }
        for entry in entries { try await insert(entry, into: store) }
        try await store.remove(entries.removeFirst())
        entries[0] = entry("https://a.example/1", ["accept": "2"], bodyBytes: 20)
        try await insert(entries[0], into: store)
        entries[1].response.headers[.eTag] = "\"new\""
        try await store.update(entries[1])
        for entry in entries {
            let found = store.storedResponse(for: entry.key) { $0.firstIndex { $0.id == entry.id } }
            #expect(found?.entry == entry)
            #expect(found?.body.count == entry.bodyBytes)
        }
        #expect(store.storedResponse(for: entries[0].key) { _ in nil } == nil)
    }

    @Test(arguments: Kind.allCases)
    func aReplacedEntryIsGoneWithItsBody(kind: Kind) async throws {
        let store = store(kind)
        let old = entry("https://a.example/1", bodyBytes: 10)
        let new = entry("https://a.example/1", bodyBytes: 20)
        try await insert(old, into: store, filledWith: 1)
        try await insert(new, into: store, filledWith: 2)
        let entries = try await store.entries(for: new.key)
        #expect(entries == [new])
        // With the old entry, no body of another one is returned, and nothing changes.
        let oldBody = try await store.body(of: old)
        try await store.update(old)
        try await store.remove(old)
        let newBody = try await store.body(of: new)
        #expect(oldBody == nil && newBody == Data(repeating: 2, count: 20))
    }

    @Test(arguments: Kind.allCases)
    func fieldsAreUpdatedAndTheBodyStays(kind: Kind) async throws {
        let store = store(kind)
        var entry = entry("https://a.example/1", bodyBytes: 10)
        try await insert(entry, into: store)
        entry.response.headers[.init("X-New")!] = "a longer field than there was"
        try await store.update(entry)
        let entries = try await store.entries(for: entry.key)
        let body = try await store.body(of: entry)
        let usage = try await store.usage()
        #expect(entries == [entry] && body?.count == 10 && usage.bytes == kind.cost(of: entry))
        try await store.remove(entry)
        let none = try await store.usage()
        #expect(none == CacheUsage())
    }

    @Test(arguments: Kind.allCases)
    func addressesAndPrefixesAreRemoved(kind: Kind) async throws {
        let store = store(kind)
        let urls = ["https://a.example/1", "https://a.example/1?x", "https://a.example/%_", "https://b.example/1"]
        for url in urls {
            try await insert(entry(url, bodyBytes: 1), into: store)
            try await insert(entry(url, identity: "me", bodyBytes: 1), into: store)
        }
        func left(_ prefix: String = "") async throws -> [String] {
            let entries = try await store.entries(withPrefix: prefix)
            return Set(entries.map(\.key.url)).sorted()
        }
        #expect(try await left("https://a.example/") == urls.dropLast().sorted())
        try await store.removeAll(at: urls[0])
        #expect(try await left() == urls.dropFirst().sorted())
        try await store.removeAll(withPrefix: "https://a.example/%")
        #expect(try await left() == [urls[1], urls[3]])
        try await store.removeAll(withPrefix: "")
        #expect(try await left().isEmpty)
    }

    @Test(arguments: Kind.allCases)
    func theLeastRecentlyUsedGoFirst(kind: Kind) async throws {
        let entries = (0..<5).map { entry("https://a.example/\($0)", bodyBytes: 1000) }
        let store = store(kind, byteLimit: kind.cost(of: entries[0]) * 4 + 10)
        for entry in entries[..<4] { try await insert(entry, into: store) }
        _ = try await store.body(of: entries[0])
        _ = try await store.body(of: entries[1])
        _ = try await store.body(of: entries[0])
        try await insert(entries[4], into: store)
        let left = try await store.entries(withPrefix: "")
        #expect(Set(left) == Set([entries[0], entries[1], entries[3], entries[4]]))
        let usage = try await store.usage()
        #expect(usage.bytes <= kind.cost(of: entries[0]) * 4 + 10)
        // What is larger than everything is not stored, and pushes nothing out.
        try await insert(entry("https://a.example/9", bodyBytes: 9000), into: store)
        let same = try await store.entries(withPrefix: "")
        #expect(Set(same) == Set(left))
    }

    @Test(arguments: Kind.allCases)
    func anAddressHasABoundedNumberOfVariants(kind: Kind) async throws {
        let store = store(kind)
        for number in 0..<40 {
            try await insert(entry("https://a.example/1", ["x": "\(number)"], bodyBytes: 1), into: store)
        }
        let entries = try await store.entries(withPrefix: "")
        #expect(Set(entries.compactMap { $0.response.selectors["x"] }) == Set((24..<40).map { "\($0)" }))
    }
}
#endif
