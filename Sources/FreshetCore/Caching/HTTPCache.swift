/// A private HTTP cache after RFC 9111: answers that were seen before, and the rules of when they may be seen again.
///
/// ```swift
/// let cache = HTTPCache(store: MemoryCacheStore(byteLimit: 64 << 20))
/// let news = Client(NewsAPI(apiKey: key), cache: cache)
/// ```
///
/// One cache may serve any number of clients; answers to different credentials never meet. By default the
/// clients on the platform's transport share ``shared``. How old a response is, each client judges by its own
/// ``TimeSource``.
public final class HTTPCache: Sendable {
    /// The cache of the process, in memory: 32 MiB.
    public static let shared = HTTPCache()

    private struct State {
        var statistics = CacheStatistics()
        /// Counts what was removed because it is wrong; answers that were asked for before are not stored after.
        var removals = 0
        var removalsOfURLs: [String: Int] = [:]
        /// The same for all addresses of an origin, by how they begin.
        var removalsOfOrigins: [String: Int] = [:]
        /// The last removal that may concern any address.
        var removalOfAll = 0
        var revalidations: Set<CacheKey> = []

        /// Counts all addresses as removed just now.
        mutating func removeAll() {
            removalOfAll = removals
            removalsOfURLs = [:]
            removalsOfOrigins = [:]
        }
    }

    public let rules: CacheRules
    let store: any CacheStore
    /// The store, if it is one that never keeps a call waiting.
    let promptStore: (any PromptCacheStore)?
    let searches = SearchIndex()
    private let state = Lock(State())

    /// Makes a cache.
    ///
    /// - Parameters:
    ///   - store: Where answers are kept: in memory unless told.
    ///   - rules: What is chosen where the protocol leaves a choice.
    public init(
        store: any CacheStore = MemoryCacheStore(),
        rules: CacheRules = CacheRules()
    ) {
        self.store = store
        promptStore = store as? any PromptCacheStore
        self.rules = rules
    }

    // MARK: - Looking and emptying

    /// What the cache has done since it was made.
    public var statistics: CacheStatistics { state.withLock { $0.statistics } }

    /// Returns how much is stored.
    public func usage() async throws(CacheStoreError) -> CacheUsage {
        try await store.usage()
    }

    /// Returns what is stored of the addresses that begin with a text: of all, unless told.
    public func entries(withPrefix prefix: String = "") async throws(CacheStoreError) -> [CacheEntry] {
        try await store.entries(withPrefix: prefix)
    }

    /// Removes what is stored of the addresses that begin with a text: everything, unless told.
    ///
    /// Calls under way store nothing of what they were told before, so that after a sign-out nothing comes back. End an
    /// origin with a slash, or others that begin alike go, too.
    public func removeAll(withPrefix prefix: String = "") async throws(CacheStoreError) {
        noteRemoval(of: nil)
        searches.removeAll()
        try await store.removeAll(withPrefix: prefix)
    }

    // MARK: - For the pipeline

    func count(_ change: (inout CacheStatistics) -> Void) {
        state.withLock { change(&$0.statistics) }
    }

    /// The present count of removals, to be compared when an answer is to be stored.
    var removals: Int { state.withLock { $0.removals } }

    /// Notes that what is stored of an address, or of any, is wrong from now on.
    ///
    /// - Returns: The count of removals with this one.
    @discardableResult
    func noteRemoval(of url: String?) -> Int {
        state.withLock { state in
            state.removals += 1
            // Past the bound all addresses count as removed: at worst an answer is not stored.
            if let url, state.removalsOfURLs.count < 256 {
                state.removalsOfURLs[url] = state.removals
            } else {
                state.removeAll()
            }
            return state.removals
        }
    }

    /// Notes that what is stored of an origin is wrong from now on.
    ///
    /// - Parameter origin: How its addresses begin, with the slash after the host.
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

    /// Whether an answer may be stored that was asked for when the count of removals was such.
    func isCurrent(_ url: String, since removals: Int) -> Bool {
        state.withLock { state in
            guard max(state.removalOfAll, state.removalsOfURLs[url] ?? 0) <= removals else { return false }
            return state.removalsOfOrigins.allSatisfy { $0.value <= removals || !url.hasPrefix($0.key) }
        }
    }

    /// Notes that an answer is being confirmed behind a stale one; `false` when it is already, or too many are.
    func beginRevalidation(of key: CacheKey) -> Bool {
        state.withLock { $0.revalidations.count < 64 && $0.revalidations.insert(key).inserted }
    }

    func endRevalidation(of key: CacheKey) {
        state.withLock { _ = $0.revalidations.remove(key) }
    }
}

/// What a cache has done.
public struct CacheStatistics: Sendable, Hashable {
    /// Requests that were answered out of the store without asking the server, fresh or stale.
    public var hits = 0
    /// Those of them that got a stale answer, also because the server gave none.
    public var staleHits = 0
    /// Requests after which the server confirmed what was stored.
    public var confirmations = 0
    /// Requests that the server had to answer.
    public var misses = 0
    /// Answers that were stored.
    public var stores = 0
    /// How often the store could not do what it was asked.
    public var storeFailures = 0

    public init() {}
}
