import Benchmark
import Foundation
import Freshet
import FreshetSQLite
import HTTPTypes

/// What a store costs, by the number of responses that it holds: it must not grow with them.
func stores() {
    for count in [10, 1000, 100_000] {
        measure("memory", holding: count) { limit, _ in MemoryCacheStore(byteLimit: limit) }
        measure("SQLite", holding: count) { SQLiteCacheStore(file: $1, byteLimit: $0) }
    }
}

typealias MakeStore = @Sendable (_ byteLimit: Int, _ file: URL) -> any CacheStore

private func measure(_ name: String, holding count: Int, _ makeStore: @escaping MakeStore) {
    measure("\(name), \(count) held: find and read", count, makeStore) { store, number in
        let found = try await store.entries(for: Filled.key(number))
        blackHole(try await store.body(of: found[0]))
    }
    measure("\(name), \(count) held: store in place of another", count, makeStore) { store, number in
        try await store.insert(Filled.entry(number), body: Filled.body)
    }
    measure("\(name), \(count) held: confirm", count, makeStore) { store, number in
        let found = try await store.entries(for: Filled.key(number))
        try await store.update(found[0])
    }
    // The store is full, so that each that comes lets another one go.
    measure("\(name), \(count) held: store and evict", count, makeStore, next: { $0 + count }) { store, number in
        try await store.insert(Filled.entry(number), body: Filled.body)
    }
}

/// Measures an operation on an entry, each time another one, so that none is at hand from the time before.
private func measure(
    _ name: String,
    _ count: Int,
    _ makeStore: @escaping MakeStore,
    next: @escaping (_ turn: Int) -> Int = { _ in -1 },
    _ operation: @escaping (_ store: any CacheStore, _ number: Int) async throws -> Void
) {
    let file = URL.temporaryStore()
    var turn = 0
    Benchmark(name) { (benchmark, store: any CacheStore) in
        let number = next(turn) >= 0 ? next(turn) : turn * 7919 % count
        turn += 1
        benchmark.startMeasurement()
        try await operation(store, number)
        benchmark.stopMeasurement()
    } setup: {
        try await Filled.store(count, makeStore, file)
    } teardown: {
        file.removeFolder()
    }
}

extension URL {
    /// A file in a folder of its own, for a store on disk.
    static func temporaryStore() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "freshet-pieces-\(UUID().uuidString)/answers.sqlite")
    }

    func removeFolder() { try? FileManager.default.removeItem(at: deletingLastPathComponent()) }
}

/// A store with so many entries of equal cost that nothing more fits in.
private enum Filled {
    static let body = Data(repeating: 0x61, count: 256)

    static func key(_ number: Int) -> CacheKey { CacheKey(url: "https://words.example/\(1_000_000 + number)") }

    static func entry(_ number: Int) -> CacheEntry {
        let response = StoredResponse(
            status: 200, headers: [.cacheControl: "max-age=3600", .eTag: "\"\(1_000_000 + number)\""],
            requestTime: .now, responseTime: .now)
        return CacheEntry(key: key(number), response: response, bodyBytes: body.count)
    }

    static func store(_ count: Int, _ makeStore: MakeStore, _ file: URL) async throws -> any CacheStore {
        let probe = MemoryCacheStore()
        probe.insert(entry(0), body: body)
        let store = makeStore(probe.usage().bytes * count, file)
        for number in 0..<count { try await store.insert(entry(number), body: body) }
        let held = try await store.usage().entries
        precondition(held == count)
        return store
    }
}
