/// A private HTTP cache that follows RFC 9111.
///
/// It stores responses, and serves them again for as long as the rules allow.
///
/// ```swift
/// let cache = HTTPCache(store: MemoryCacheStore(byteLimit: 64 << 20))
/// let news = Client(News(), cache: cache)
/// ```
///
/// One cache may serve any number of clients; callers with different credentials never share a
/// response. By default, the clients on the platform's transport share ``shared``. Each client
/// determines the age of a response by its own ``TimeSource``.
public final class HTTPCache: Sendable {
    /// The cache that the clients of a process share by default: 32 MiB in memory.
    public static let shared = HTTPCache()

    private struct State {
        var statistics = CacheStatistics()
        /// The number of removals. A response that was requested before a removal isn't stored after
        /// it.
        var removals = 0
        var removalsOfURLs: [String: Int] = [:]
        /// The count at the last removal of a whole origin, keyed by the beginning of its addresses.
        var removalsOfOrigins: [String: Int] = [:]
        var removalsOfGroups: [CacheGroup: Int] = [:]
        /// The count at the last removal of all addresses.
        var removalOfAll = 0
        var revalidations: Set<CacheKey> = []
        var sendings: [CacheKey: SentRequests] = [:]
        var lastSending: UInt64 = 0

        /// Treats all addresses as removed just now.
        mutating func removeAll() {
            removalOfAll = removals
            removalsOfURLs = [:]
            removalsOfOrigins = [:]
            removalsOfGroups = [:]
        }
    }

    /// The choices that the protocol leaves to a cache.
    public let rules: CacheRules
    let store: any CacheStore
    /// The store; `nil` if its operations may take long.
    let synchronousStore: (any SynchronousCacheStore)?
    let searches = SearchIndex()
    private let state = Lock(State())
    /// The changes of stored responses in progress: their number, and the last, which waits for the others.
    let outdatings = Lock<(count: Int, last: Task<Void, Never>?)>((0, nil))

    /// Makes a cache.
    ///
    /// - Parameters:
    ///   - store: The store of the responses. By default, 32 MiB in memory.
    ///   - rules: The choices that the protocol leaves to a cache.
    public init(
        store: any CacheStore = MemoryCacheStore(),
        rules: CacheRules = CacheRules()
    ) {
        self.store = store
        synchronousStore = store as? any SynchronousCacheStore
        self.rules = rules
    }

    // MARK: - Inspecting and clearing

    /// Whether the responses are stored on disk rather than in memory; `nil` for an app's own store.
    package var isOnDisk: Bool? { synchronousStore?.isOnDisk }

    /// The counts since the cache was made.
    ///
    /// ```swift
    /// let counts = cache.statistics
    /// let all = counts.hits + counts.confirmations + counts.misses
    /// print("\(counts.hits) of \(all) responses came from the cache alone")
    /// ```
    public var statistics: CacheStatistics { state.withLock { $0.statistics } }

    /// Returns how much is stored.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    public func usage() async throws(CacheStoreError) -> CacheUsage {
        try await store.usage()
    }

    /// Returns the stored entries of all addresses with a prefix; by default, all entries.
    ///
    /// ```swift
    /// for entry in try await cache.entries(withPrefix: "https://news.example/") {
    ///     print(entry.key.url, entry.response.status, "\(entry.bodyBytes) bytes")
    /// }
    /// ```
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    public func entries(withPrefix prefix: String = "") async throws(CacheStoreError) -> [CacheEntry] {
        try await store.entries(withPrefix: prefix)
    }

    /// Removes the stored responses of all addresses with a prefix; by default, all responses.
    ///
    /// ```swift
    /// if let cache = news.cache {
    ///     try await cache.removeAll(withPrefix: "https://news.example/")  // with a slash after the host
    /// }
    /// ```
    ///
    /// Calls in flight don't store responses that they requested before, so that nothing reappears
    /// after a sign-out. End an origin with a slash; without one, `https://news.example` also matches
    /// `https://news.example.org`.
    ///
    /// - Throws: ``CacheStoreError`` when the store fails.
    public func removeAll(withPrefix prefix: String = "") async throws(CacheStoreError) {
        noteRemoval(of: nil)
        // Counted before the store is cleared: a response that arrives in between is removed again by its own call.
        searches.removeAll()
        try await store.removeAll(withPrefix: prefix)
    }

    /// Removes the stored responses of an account from all addresses.
    ///
    /// `AuthenticationSession/signOut(awaitingRevocation:)` calls it. Calls in flight don't store
    /// responses that they requested before.
    ///
    /// - Parameter identity: The first part of ``CacheKey/identity``.
    /// - Throws: ``CacheStoreError`` when the store fails.
    public func removeAll(identity: String) async throws(CacheStoreError) {
        noteRemoval(of: nil)
        // As above, the count comes first. It covers all addresses, since those of the account aren't known.
        try await store.removeAll(identity: identity)
    }

    // MARK: - For the stages

    func count(_ change: (inout CacheStatistics) -> Void) {
        state.withLock { change(&$0.statistics) }
    }

    func countHit(isStale: Bool) {
        count {
            $0.hits += 1
            if isStale { $0.staleHits += 1 }
        }
    }

    /// Records that a request is being sent, and returns its number and the current count of
    /// removals.
    func beginSending(of key: CacheKey) -> (number: UInt64, removals: Int) {
        state.withLock { state in
            // The number and the count are taken under one lock, so that each removal is either before this request or
            // after it.
            state.sendings[key, default: SentRequests()].begin()
            state.lastSending += 1
            return (state.lastSending, state.removals)
        }
    }

    func endSending(of key: CacheKey) {
        state.withLock { state in
            state.sendings[key]?.end()
            if state.sendings[key]?.isEmpty == true { state.sendings[key] = nil }
        }
    }

    /// Records that the response to a request is used. Returns `false` if the response to a later
    /// request with the same key was used before.
    func isNewest(_ number: UInt64, of key: CacheKey, _ selectors: [String: String]) -> Bool {
        state.withLock { $0.sendings[key]?.isNewest(number, selectors) ?? true }
    }

    /// The number of keys with a request on its way to the server.
    var sendingCount: Int { state.withLock { $0.sendings.count } }

    /// The current number of removals, which is compared when a response is about to be stored.
    var removals: Int { state.withLock { $0.removals } }

    /// Records that the stored responses of an address, or of all addresses, are invalid from now on.
    ///
    /// - Returns: The count of removals with this one.
    @discardableResult
    package func noteRemoval(of url: String?) -> Int {
        state.withLock { state in
            state.removals += 1
            // Beyond the bound all addresses count as removed: at worst a response is not stored.
            if let url, state.removalsOfURLs.count < 256 {
                state.removalsOfURLs[url] = state.removals
            } else {
                state.removeAll()
            }
            return state.removals
        }
    }

    /// Records that the stored responses of an origin are invalid from now on.
    ///
    /// - Parameter origin: The beginning of its addresses, with the slash after the host.
    func noteRemoval(ofOrigin origin: String) {
        state.withLock { state in
            state.removals += 1
            if state.removalsOfOrigins.count < 256 {
                state.removalsOfOrigins[origin] = state.removals
            } else {
                state.removeAll()
            }
        }
    }

    /// Records that the stored responses in some groups are invalid from now on.
    ///
    /// - Returns: The count of removals with this one.
    func noteRemoval(of groups: Set<CacheGroup>) -> Int {
        state.withLock { state in
            state.removals += 1
            if state.removalsOfGroups.count + groups.count <= 256 {
                for group in groups { state.removalsOfGroups[group] = state.removals }
            } else {
                state.removeAll()
            }
            return state.removals
        }
    }

    /// Returns whether a response may still be stored, or was requested before a removal.
    ///
    /// - Parameters:
    ///   - groups: The groups to which the response belongs.
    ///   - removals: The number of removals when the response was requested.
    func isCurrent(_ url: String, in groups: Set<CacheGroup>, since removals: Int) -> Bool {
        state.withLock { state in
            guard max(state.removalOfAll, state.removalsOfURLs[url] ?? 0) <= removals,
                groups.allSatisfy({ state.removalsOfGroups[$0] ?? 0 <= removals })
            else { return false }
            return state.removalsOfOrigins.allSatisfy { $0.value <= removals || !url.hasPrefix($0.key) }
        }
    }

    /// Records that a background revalidation of a key begins. Returns `false` if one is already
    /// running for the key, or 64 are running in all.
    func beginRevalidation(of key: CacheKey) -> Bool {
        // Callers don't wait for revalidations, so nothing else slows down a screen that starts hundreds of them.
        state.withLock { $0.revalidations.count < 64 && $0.revalidations.insert(key).inserted }
    }

    func endRevalidation(of key: CacheKey) {
        state.withLock { _ = $0.revalidations.remove(key) }
    }
}

/// The counts of a cache's hits, misses and stored responses.
public struct CacheStatistics: Sendable, Hashable {
    /// The number of requests served from the store, fresh or stale, without being confirmed first.
    public var hits = 0
    /// The number of hits that served a stale response, including those after a server failure.
    public var staleHits = 0
    /// The number of requests for which the server confirmed the stored response.
    public var confirmations = 0
    /// The number of requests that needed a response from the server.
    public var misses = 0
    /// The number of responses that were stored.
    public var stores = 0
    /// The number of store operations that failed.
    public var storeFailures = 0

    /// Makes statistics in which every count is zero.
    public init() {}
}
