public import Foundation

/// A bounded in-memory cache of values that expire.
///
/// An entry older than the lifetime is removed when it is read, and the least recently used entries
/// are removed when there are too many. The cache can be used from any thread. If its keys and
/// values are `Codable`, it can be saved to a file and loaded again.
///
/// ```swift
/// let forecasts = Cache<String, Forecast>(lifetime: .seconds(600), entryLimit: 100)
/// if let forecast = forecasts["Oslo"] { return forecast }
/// let forecast = try await weather.value(for: .forecast(for: "Oslo"))
/// forecasts["Oslo"] = forecast
/// ```
public final class Cache<Key: Hashable, Value> {
    /// The default lifetime of an entry: 12 hours.
    public static var defaultLifetime: Duration { .seconds(12 * 60 * 60) }

    private final class Entry {
        let key: Key
        var value: Value
        var cost: Int
        /// The date at which the entry expires; `nil` if it never does.
        var expires: Date?
        var newer: Entry?
        // Each entry owns its newer neighbour. A second strong link would make the list a cycle
        // that is never released.
        unowned var older: Entry?

        init(key: Key, value: Value, cost: Int, expires: Date?) {
            self.key = key
            self.value = value
            self.cost = cost
            self.expires = expires
        }

        func hasExpired(at now: Date?) -> Bool {
            guard let expires, let now else { return false }
            return expires <= now
        }
    }

    /// The entries, which also form a linked list from the least to the most recently used. Each
    /// entry owns the next newer one.
    private struct State {
        var entries: [Key: Entry] = [:]
        var oldest: Entry?
        var newest: Entry?
        var cost = 0

        mutating func append(_ entry: Entry) {
            link(entry)
            entries[entry.key] = entry
            cost += entry.cost
        }

        @discardableResult
        mutating func remove(_ entry: Entry) -> Entry {
            unlink(entry)
            entries[entry.key] = nil
            cost -= entry.cost
            return entry
        }

        /// Marks an entry as the most recently used.
        mutating func touch(_ entry: Entry) {
            guard entry !== newest else { return }
            unlink(entry)
            link(entry)
        }

        private mutating func link(_ entry: Entry) {
            entry.older = newest
            entry.newer = nil
            if let newest { newest.newer = entry } else { oldest = entry }
            newest = entry
        }

        private mutating func unlink(_ entry: Entry) {
            if let older = entry.older { older.newer = entry.newer } else { oldest = entry.newer }
            if let newer = entry.newer { newer.older = entry.older } else { newest = entry.older }
            entry.newer = nil
            entry.older = nil
        }
    }

    /// The entries. Code that runs under the lock returns the entries that it removes, so that they
    /// are released afterwards: releasing a value may take long or use the cache.
    private let state = Lock<State>(ofUnchecked: State())
    private let lifetime: Duration?
    private let entryLimit: Int
    private let costLimit: Int
    private let time: TimeSource

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - lifetime: How long an entry lives: 12 hours by default; `nil` if entries never expire.
    ///   - entryLimit: The maximum number of entries: 50 by default.
    ///   - costLimit: The maximum total cost of all entries: unlimited by default.
    ///   - time: The source of the dates by which entries expire: the system by default.
    public init(
        lifetime: Duration? = Cache.defaultLifetime,
        entryLimit: Int = 50,
        costLimit: Int = .max,
        time: TimeSource = .system
    ) {
        self.lifetime = lifetime
        self.entryLimit = entryLimit
        self.costLimit = costLimit
        self.time = time
    }

    deinit {
        // Released one by one: releasing a long list at once would recurse too deeply.
        removeAll()
    }

    /// The number of entries, including expired ones that have not been removed yet.
    public var count: Int { state.withLock { $0.entries.count } }

    /// Returns the value of a key; `nil` if it is missing or has expired. This counts as a use.
    public func value(forKey key: Key) -> Value? {
        let now = lifetime == nil ? nil : time.date()
        // An expired entry leaves the closure as well, so that its value is released without the
        // lock: the `deinit` of a value may use this cache.
        let (entry, isExpired) = state.withLock { state in
            guard let entry = state.entries[key] else { return (Entry?.none, false) }
            let isExpired = entry.hasExpired(at: now)
            if isExpired { state.remove(entry) } else { state.touch(entry) }
            return (entry, isExpired)
        }
        return isExpired ? nil : entry?.value
    }

    /// Stores a value under a key, replacing any existing value.
    ///
    /// - Parameter cost: The cost of the entry, such as its size in bytes: 0 by default. An entry
    ///   that costs more than the limit isn't stored.
    public func insert(_ value: Value, forKey key: Key, cost: Int = 0) {
        insert(entry(value, key, cost))
    }

    /// Returns the value of a key, making and storing it if it is missing.
    ///
    /// - Parameter make: Makes the value, without the lock being held. If two threads do so at the
    ///   same time, both get the value that is stored first.
    func value(forKey key: Key, cost: Int, orInsert make: () -> Value) -> Value {
        if let value = value(forKey: key) { return value }
        let new = entry(make(), key, cost)
        let (entry, removed) = state.withLock { state in
            // Another thread may have stored a value since the lookup above.
            if let other = state.entries[key] { return (other, [Entry]()) }
            return (new, insert(new, into: &state))
        }
        withExtendedLifetime(removed) {}
        return entry.value
    }

    private func entry(_ value: Value, _ key: Key, _ cost: Int) -> Entry {
        let expires = lifetime.map { time.date().addingTimeInterval($0 / .seconds(1)) }
        return Entry(key: key, value: value, cost: cost, expires: expires)
    }

    private func insert(_ entry: Entry) {
        let removed = state.withLock { insert(entry, into: &$0) }
        withExtendedLifetime(removed) {}
    }

    /// Inserts an entry, and returns the entries that were replaced or evicted.
    private func insert(_ entry: Entry, into state: inout State) -> [Entry] {
        var removed: [Entry] = []
        if let old = state.entries[entry.key] { removed.append(state.remove(old)) }
        // Below the removal of the old value: it is outdated even if the new one is too large to be
        // stored.
        guard entry.cost <= costLimit, entryLimit > 0 else { return removed }
        state.append(entry)
        while state.entries.count > entryLimit || state.cost > costLimit, let oldest = state.oldest {
            removed.append(state.remove(oldest))
        }
        return removed
    }

    /// Removes the value of a key.
    public func removeValue(forKey key: Key) {
        let removed = state.withLock { state in state.entries[key].map { state.remove($0) } }
        withExtendedLifetime(removed) {}
    }

    /// Removes all values.
    public func removeAll() {
        let removed = state.withLock { state in
            var removed: [Entry] = []
            while let oldest = state.oldest { removed.append(state.remove(oldest)) }
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    /// All keys and values, the least recently used first. Reading them doesn't count as a use.
    var contents: [(key: Key, value: Value)] {
        state.withLock { state in
            var contents: [(key: Key, value: Value)] = []
            var next = state.oldest
            while let entry = next {
                contents.append((entry.key, entry.value))
                next = entry.newer
            }
            return contents
        }
    }

    /// The value of a key; assigning `nil` removes it.
    public subscript(key: Key) -> Value? {
        get { value(forKey: key) }
        set {
            if let newValue { insert(newValue, forKey: key) } else { removeValue(forKey: key) }
        }
    }
}

// `@unchecked`: a lock guards the entries.
extension Cache: @unchecked Sendable where Key: Sendable, Value: Sendable {}

// MARK: - On file

/// The error that is thrown when a cache's file can't be read or written.
public struct CacheFileError: LocalizedError, Sendable {
    /// The path of the file.
    public let path: String
    /// The underlying error.
    public let underlying: any Error

    /// A sentence for people.
    public var errorDescription: String? {
        "The cache file \(path) could not be used: \(underlying.localizedDescription)"
    }
}

extension Cache where Key: Codable, Value: Codable {
    private struct StoredEntry: Codable {
        let key: Key
        let value: Value
        let cost: Int
        let expires: Date?
    }

    /// Saves the entries that haven't expired to a file that only its owner can read.
    ///
    /// The file is replaced atomically.
    ///
    /// - Parameters:
    ///   - name: The name of the file, without its extension.
    ///   - folder: The folder of the file: the user's caches folder by default.
    /// - Throws: ``CacheFileError``.
    public func save(as name: String, in folder: URL? = nil) throws {
        let now = time.date()
        let entries = state.withLock { state in
            var entries: [StoredEntry] = []
            var next = state.oldest
            while let entry = next {
                if !entry.hasExpired(at: now) {
                    entries.append(
                        StoredEntry(key: entry.key, value: entry.value, cost: entry.cost, expires: entry.expires))
                }
                next = entry.newer
            }
            return entries
        }
        try Self.usingFile(name, in: folder) { file in
            try PrivateFile.replace(file, with: JSONEncoder().encode(entries))
        }
    }

    /// Adds the entries of a saved file that haven't expired. They keep their expiry dates.
    ///
    /// If the file is missing, nothing is added.
    ///
    /// - Throws: ``CacheFileError`` if the file can't be read; the cache is then unchanged.
    public func load(from name: String, in folder: URL? = nil) throws {
        let now = time.date()
        let entries = try Self.usingFile(name, in: folder) { file in
            guard FileManager.default.fileExists(atPath: file.path) else { return [] as [StoredEntry] }
            return try JSONDecoder().decode([StoredEntry].self, from: Data(contentsOf: file))
        }
        for entry in entries {
            // The file may have been written by a cache with a lifetime; this one lets nothing
            // expire.
            let expires = lifetime == nil ? nil : entry.expires
            let entry = Entry(key: entry.key, value: entry.value, cost: entry.cost, expires: expires)
            if !entry.hasExpired(at: now) { insert(entry) }
        }
    }

    private static func usingFile<Result>(
        _ name: String,
        in folder: URL?,
        _ body: (URL) throws -> Result
    ) throws -> Result {
        // A name must not lead out of its folder.
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_ "))
        let safe = name.addingPercentEncoding(withAllowedCharacters: allowed) ?? name
        let folder =
            folder
            ?? FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
            ?? FileManager.default.temporaryDirectory
        let file = folder.appendingPathComponent("\(safe).cache")
        do {
            return try body(file)
        } catch {
            throw CacheFileError(path: file.path, underlying: error)
        }
    }
}
