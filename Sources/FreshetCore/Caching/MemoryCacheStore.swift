public import Foundation
import HTTPTypes

/// A store that holds responses in memory until the process ends.
///
/// ```swift
/// let pictures = HTTPCache(store: MemoryCacheStore(byteLimit: 128 << 20))
/// let shop = Client(Shop(), cache: pictures)  // large pictures don't evict what other clients have stored
/// ```
public final class MemoryCacheStore: SynchronousCacheStore {
    /// The responses of a key.
    ///
    /// The bodies are in the order of the entries, so that a look-up returns the stored array of
    /// entries.
    private struct Kept: Sendable {
        private(set) var entries: [CacheEntry] = []
        private(set) var bodies: [Data] = []

        var memoryCost: Int { entries.reduce(CacheKey.memoryCost) { $0 + $1.memoryCost } }

        func index(of entry: CacheEntry) -> Int? { entries.firstIndex { $0.id == entry.id } }

        mutating func append(_ entry: CacheEntry, body: Data) {
            entries.append(entry)
            // A copy has no spare capacity, and doesn't retain the larger buffer in which the bytes were received.
            bodies.append(body.withUnsafeBytes { Data($0) })
        }

        mutating func update(_ entry: CacheEntry) {
            // Found by its ID: the entry may have been replaced while the server confirmed it, and the new response
            // must not get the fields of the old one.
            if let index = index(of: entry) { entries[index].response = entry.response }
        }

        mutating func remove(at index: Int) {
            entries.remove(at: index)
            bodies.remove(at: index)
        }
    }

    package let byteLimit: Int
    private let responses: Cache<CacheKey, Kept>
    /// The lock that is held while the entries of a key are changed.
    ///
    /// Its state isn't used, but without one Thread Sanitizer reports a race.
    private let changes = Lock(false)

    /// Makes an empty store.
    ///
    /// - Parameter byteLimit: The most bytes of memory that its entries occupy; 32 MiB by default. A
    ///   small response occupies about a kilobyte with its fields. The least recently used addresses
    ///   are evicted first.
    public init(byteLimit: Int = 32 << 20) {
        self.byteLimit = byteLimit
        responses = Cache(lifetime: nil, entryLimit: .max, costLimit: byteLimit)
    }

    package var isOnDisk: Bool { false }

    /// Returns the entries stored under a key.
    public func entries(for key: CacheKey) -> [CacheEntry] {
        responses.value(forKey: key)?.entries ?? []
    }

    package func storedResponse(
        for key: CacheKey, chosenFrom choose: ([CacheEntry]) -> Int?
    ) -> (entry: CacheEntry, body: Data)? {
        // No lock of changes: `Kept` is a value, so its entries and bodies belong together even while the key changes.
        guard let kept = responses.value(forKey: key), let index = choose(kept.entries) else { return nil }
        return (kept.entries[index], kept.bodies[index])
    }

    /// Returns the body of an entry; `nil` if it was removed or replaced.
    public func body(of entry: CacheEntry) -> Data? {
        guard let kept = responses.value(forKey: entry.key) else { return nil }
        return kept.index(of: entry).map { kept.bodies[$0] }
    }

    /// Stores a response.
    public func insert(_ entry: CacheEntry, body: Data) {
        change(entry.key) { kept in
            let older = kept.entries.firstIndex { $0.response.selectors == entry.response.selectors }
            if let older { kept.remove(at: older) }
            kept.append(entry, body: body)
            // Without a limit, a `Vary: User-Agent` or `Cookie` lets one address use the whole store.
            if kept.entries.count > CacheEntry.variantLimit { kept.remove(at: 0) }
        }
    }

    /// Replaces the fields and times of an entry.
    public func update(_ entry: CacheEntry) {
        change(entry.key) { $0.update(entry) }
    }

    /// Removes an entry.
    public func remove(_ entry: CacheEntry) {
        change(entry.key) { kept in
            if let index = kept.index(of: entry) { kept.remove(at: index) }
        }
    }

    /// Removes all responses from an address.
    public func removeAll(at url: String) {
        removeAll { $0.url == url }
    }

    /// Removes the responses from all addresses with a prefix.
    public func removeAll(withPrefix prefix: String) {
        removeAll { $0.url.hasPrefix(prefix) }
    }

    /// Removes the responses of an account.
    public func removeAll(identity: String) {
        removeAll { $0.belongs(to: identity) }
    }

    /// Returns the entries of all addresses with a prefix.
    public func entries(withPrefix prefix: String) -> [CacheEntry] {
        responses.contents.filter { $0.key.url.hasPrefix(prefix) }.flatMap(\.value.entries)
    }

    /// Returns how much is stored.
    public func usage() -> CacheUsage {
        responses.contents.reduce(into: CacheUsage()) { usage, kept in
            usage.entries += kept.value.entries.count
            usage.bytes += kept.value.memoryCost
        }
    }

    private func change(_ key: CacheKey, _ body: (inout Kept) -> Void) {
        // `Cache` locks each of its operations alone. Without this lock, two changes of a key could start from the same
        // entries, and one of them would be lost.
        changes.withLock { _ in
            var kept = responses.value(forKey: key) ?? Kept()
            body(&kept)
            if kept.entries.isEmpty {
                responses.removeValue(forKey: key)
            } else {
                responses.insert(kept, forKey: key, cost: kept.memoryCost)
            }
        }
    }

    private func removeAll(where isWanted: (CacheKey) -> Bool) {
        changes.withLock { _ in
            // Under the lock, or a change that has read the old entries would write them back after their removal.
            for (key, _) in responses.contents where isWanted(key) { responses.removeValue(forKey: key) }
        }
    }
}

extension CacheEntry {
    /// The most variants (RFC 9111 §4.1) that are stored per key.
    package static let variantLimit = 16

    /// The bytes that the entry counts towards the limit of a store on disk.
    package var cost: Int {
        let fields = response.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        // A damaged file may name any number of bytes.
        return min(bodyBytes, .max >> 1) + key.url.utf8.count + fields + 200
    }

    /// The bytes of memory that the entry and its body occupy, without those of its key
    /// (``CacheKey/memoryCost``).
    package var memoryCost: Int {
        let fields = response.headers.reduce(HeapBlock.array(of: HTTPField.self, count: response.headers.count)) {
            let (name, canonical) = ($1.name.rawName, $1.name.canonicalName)
            return $0 + HeapBlock.text($1.value) + HeapBlock.text(name)
                + (name == canonical ? 0 : HeapBlock.text(canonical))
        }
        let selectors = response.selectors.reduce(HeapBlock.dictionary(count: response.selectors.count)) {
            $0 + HeapBlock.text($1.key) + HeapBlock.text($1.value)
        }
        return Self.elements + HeapBlock.text(key.url) + HeapBlock.text(key.identity) + fields + selectors
            + HeapBlock.data(count: bodyBytes)
    }

    /// The bytes of an element in each of a key's two arrays, and of a response's parsed facts.
    private static let elements = MemoryLayout<CacheEntry>.stride + MemoryLayout<Data>.stride + 176
}

extension CacheKey {
    /// The bytes of memory that a stored key occupies without its entries.
    ///
    /// They are the headers of the two arrays, the object in the list of uses, and a place in the
    /// table of keys, of which up to half are free.
    package static let memoryCost = 2 * HeapBlock.bytes(32) + HeapBlock.bytes(104) + 72
}
