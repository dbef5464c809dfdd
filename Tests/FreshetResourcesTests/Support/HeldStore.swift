import Foundation
import FreshetCore
import FreshetTesting

/// A store in memory whose search for outdated responses a test holds.
final class HeldStore: SynchronousCacheStore {
    private let store = MemoryCacheStore()
    private let gate = Lock<Gate?>(nil)

    /// Holds the searches from now on.
    func hold() -> Gate {
        let new = Gate()
        gate.withLock { $0 = new }
        return new
    }

    func entries(withPrefix prefix: String) async -> [CacheEntry] {
        await gate.withLock { $0 }?.wait()
        return store.entries(withPrefix: prefix)
    }

    var isOnDisk: Bool { store.isOnDisk }
    var byteLimit: Int { store.byteLimit }

    func storedResponse(
        for key: CacheKey, chosenFrom choose: ([CacheEntry]) -> Int?
    ) -> (entry: CacheEntry, body: Data)? {
        store.storedResponse(for: key, chosenFrom: choose)
    }

    func entries(for key: CacheKey) async -> [CacheEntry] { store.entries(for: key) }
    func body(of entry: CacheEntry) async -> Data? { store.body(of: entry) }
    func insert(_ entry: CacheEntry, body: Data) async { store.insert(entry, body: body) }
    func update(_ entry: CacheEntry) async { store.update(entry) }
    func remove(_ entry: CacheEntry) async { store.remove(entry) }
    func removeAll(at url: String) async { store.removeAll(at: url) }
    func removeAll(withPrefix prefix: String) async { store.removeAll(withPrefix: prefix) }
    func usage() async -> CacheUsage { store.usage() }
}
