public import Foundation
import HTTPTypes

/// Keeps responses in memory, as long as the process runs.
public final class MemoryCacheStore: PromptCacheStore {
    private final class Kept: Sendable {
        let entry: CacheEntry
        let body: Data

        init(_ entry: CacheEntry, body: Data) {
            self.entry = entry
            self.body = body
        }

        var cost: Int { entry.cost }
    }

    private let responses: Cache<CacheKey, [Kept]>
    /// Held while the entries of a key are changed. Its state is not used: without one, Thread Sanitizer reports a race.
    private let changes = Lock(false)

    /// Makes an empty store.
    ///
    /// - Parameter byteLimit: The most it holds, 32 MiB by default. The least recently used addresses are evicted
    ///   first.
    public init(byteLimit: Int = 32 << 20) {
        responses = Cache(lifetime: .seconds(1 << 40), entryLimit: .max, costLimit: byteLimit)
    }

    /// Returns the entries stored under a key.
    public func entries(for key: CacheKey) -> [CacheEntry] {
        kept(for: key).map(\.entry)
    }

    package func storedResponse(
        for key: CacheKey, chosenFrom choose: ([CacheEntry]) -> CacheEntry?
    ) -> (entry: CacheEntry, body: Data)? {
        let kept = kept(for: key)
        guard let chosen = choose(kept.map(\.entry)) else { return nil }
        return kept.first { $0.entry.id == chosen.id }.map { ($0.entry, $0.body) }
    }

    /// Returns the body of an entry; `nil` if it was removed or replaced.
    public func body(of entry: CacheEntry) -> Data? {
        kept(for: entry.key).first { $0.entry.id == entry.id }?.body
    }

    /// Stores a response.
    public func insert(_ entry: CacheEntry, body: Data) {
        change(entry.key) { kept in
            kept.removeAll { $0.entry.response.selectors == entry.response.selectors }
            kept.append(Kept(entry, body: body))
            kept.removeFirst(max(0, kept.count - CacheEntry.variantLimit))
        }
    }

    /// Replaces the fields and times of an entry.
    public func update(_ entry: CacheEntry) {
        change(entry.key) { kept in
            guard let index = kept.firstIndex(where: { $0.entry.id == entry.id }) else { return }
            var updated = kept[index].entry
            updated.response = entry.response
            kept[index] = Kept(updated, body: kept[index].body)
        }
    }

    /// Removes an entry.
    public func remove(_ entry: CacheEntry) {
        change(entry.key) { kept in kept.removeAll { $0.entry.id == entry.id } }
    }

    /// Removes all responses of an address.
    public func removeAll(at url: String) {
        removeAll { $0.url == url }
    }

    /// Removes the responses of all addresses with a prefix.
    public func removeAll(withPrefix prefix: String) {
        removeAll { $0.url.hasPrefix(prefix) }
    }

    /// Removes the responses of an account.
    public func removeAll(identity: String) {
        removeAll { $0.belongs(to: identity) }
    }

    /// Returns the entries of all addresses with a prefix.
    public func entries(withPrefix prefix: String) -> [CacheEntry] {
        responses.contents.filter { $0.key.url.hasPrefix(prefix) }.flatMap { $0.value.map(\.entry) }
    }

    /// Returns how much is stored.
    public func usage() -> CacheUsage {
        let kept = responses.contents.flatMap(\.value)
        return CacheUsage(entries: kept.count, bytes: kept.reduce(0) { $0 + $1.cost })
    }

    private func kept(for key: CacheKey) -> [Kept] { responses.value(forKey: key) ?? [] }

    private func change(_ key: CacheKey, _ body: (inout [Kept]) -> Void) {
        changes.withLock { _ in
            var kept = responses.value(forKey: key) ?? []
            body(&kept)
            if kept.isEmpty {
                responses.removeValue(forKey: key)
            } else {
                responses.insert(kept, forKey: key, cost: kept.reduce(0) { $0 + $1.cost })
            }
        }
    }

    private func removeAll(where isWanted: (CacheKey) -> Bool) {
        changes.withLock { _ in
            for (key, _) in responses.contents where isWanted(key) { responses.removeValue(forKey: key) }
        }
    }
}

extension CacheEntry {
    /// The most variants (RFC 9111 §4.1) that are stored of one key.
    package static let variantLimit = 16

    /// The bytes by which the entry counts towards the limit of a store.
    package var cost: Int {
        let fields = response.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        return bodyBytes + key.url.utf8.count + fields + 200
    }
}
