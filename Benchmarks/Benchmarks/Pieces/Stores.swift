import Benchmark
import Foundation
import Freshet
import FreshetSQLite
import HTTPTypes

/// Measures cache stores by the number of stored responses, with which the time must not grow.
func stores() {
    for count in [10, 1000, 100_000] {
        measure(Kind(name: "memory", isOnDisk: false) { limit, _ in MemoryCacheStore(byteLimit: limit) }, count)
    }
    // Storing a response in a file is a transaction, which takes milliseconds on a busy machine: 100,000 take twenty
    // minutes.
    for count in [10, 1000] {
        measure(Kind(name: "SQLite", isOnDisk: true) { SQLiteCacheStore(file: $1, byteLimit: $0) }, count)
    }
}

/// A kind of store.
private struct Kind {
    let name: String
    let isOnDisk: Bool
    let make: (_ byteLimit: Int, _ file: URL) -> any CacheStore
}

private func measure(_ kind: Kind, _ count: Int) {
    measure("find and read", count, kind) { store, number in
        let found = try await store.entries(for: Filled.key(number))
        blackHole(try await store.body(of: found[0]))
    }
    measure("store instead of another", count, kind) { store, number in
        try await store.insert(Filled.entry(number), body: Filled.body)
    }
    measure("confirm", count, kind) { store, number in
        let found = try await store.entries(for: Filled.key(number))
        try await store.update(found[0])
    }
    // The store is full, so that each stored response evicts another one.
    measure("store and evict", count, kind, next: { $0 + count }) { store, number in
        try await store.insert(Filled.entry(number), body: Filled.body)
    }
}

/// Measures an operation, on a different entry in each iteration, so that no entry was used by the iteration before.
private func measure(
    _ name: String,
    _ count: Int,
    _ kind: Kind,
    next: @escaping (_ turn: Int) -> Int = { _ in -1 },
    _ operation: @escaping (_ store: any CacheStore, _ number: Int) async throws -> Void
) {
    let file = URL.temporaryStore()
    var turn = 0
    Benchmark("\(kind.name), \(count) held: \(name)") { (benchmark, store: any CacheStore) in
        let number = next(turn) >= 0 ? next(turn) : turn * 7919 % count
        turn += 1
        try await benchmark.timed { try await operation(store, number) }
    } setup: {
        try await Filled.store(count, kind, file)
    } teardown: {
        file.removeFolder()
    }
}

extension URL {
    /// A file in a folder of its own, for a store on disk.
    static func temporaryStore(_ name: String = UUID().uuidString) -> URL {
        FileManager.default.temporaryDirectory.appending(path: "freshet-pieces-\(name)/responses.sqlite")
    }

    func removeFolder() { try? FileManager.default.removeItem(at: deletingLastPathComponent()) }
}

/// Makes stores that are full: all entries have the same cost, and no further entry fits.
private enum Filled {
    static let body = Data(repeating: 0x61, count: 256)

    static func key(_ number: Int) -> CacheKey { CacheKey(url: "https://words.example/\(1_000_000 + number)") }

    static func entry(_ number: Int) -> CacheEntry {
        let response = StoredResponse(
            status: 200, headers: [.cacheControl: "max-age=3600", .eTag: "\"\(1_000_000 + number)\""],
            requestTime: .now, responseTime: .now)
        return CacheEntry(key: key(number), response: response, bodyBytes: body.count)
    }

    static func store(_ count: Int, _ kind: Kind, _ file: URL) async throws -> any CacheStore {
        let probe = MemoryCacheStore()
        probe.insert(entry(0), body: body)
        let limit = probe.usage().bytes * count
        if kind.isOnDisk {
            // The processes of all rows of a run have the same parent, so its id identifies the run.
            let original = URL.temporaryStore("\(getppid())-\(count)")
            if !FileManager.default.fileExists(atPath: original.path) { try await fill(original, count, kind, limit) }
            try FileManager.default.copyFolder(of: original, to: file)
        }
        let store = kind.make(limit, file)
        if !kind.isOnDisk { try await fill(store, count) }
        let held = try await store.usage().entries
        precondition(held == count)
        return store
    }

    /// Fills a file that each row copies, since each row runs in its own process.
    private static func fill(_ original: URL, _ count: Int, _ kind: Kind, _ limit: Int) async throws {
        // The file is filled at another path, so that an incomplete file is never used as the original.
        let file = URL.temporaryStore()
        try await fill(kind.make(limit, file), count)
        try FileManager.default.copyFolder(of: file, to: original)
        file.removeFolder()
    }

    /// Stores 100 entries at once, so that the queue of a store on disk does not sleep between two of them.
    private static func fill(_ store: any CacheStore, _ count: Int) async throws {
        for start in stride(from: 0, to: count, by: 100) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in start..<min(start + 100, count) {
                    group.addTask { try await store.insert(entry(number), body: body) }
                }
                try await group.waitForAll()
            }
        }
    }
}

extension FileManager {
    /// Copies the folder of a file with all files in it.
    fileprivate func copyFolder(of file: URL, to copy: URL) throws {
        try copyItem(at: file.deletingLastPathComponent(), to: copy.deletingLastPathComponent())
    }
}
