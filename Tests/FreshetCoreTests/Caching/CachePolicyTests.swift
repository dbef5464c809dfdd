import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// What the caller chooses, and what stands in when the server gives nothing. T68.
struct CachePolicyTests {
    private let item = Request<Shop, Shop.Item>.item("tea")

    @Test func reloadAsksAsIfNothingWereStored() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60", [.eTag: "\"1\""]) }
        _ = try await shop.client.value(for: item)
        #expect(try await shop.client.value(for: item.caching(.reload)).price == 2)
        #expect(shop.stub.requests[1].head.headerFields[.ifNoneMatch] == nil)
        #expect(shop.stub.requests[1].head.headerFields[.cacheControl] == "no-cache")
        #expect(try await shop.client.value(for: item).price == 2)
    }

    @Test func bypassNeitherUsesNorStores() async throws {
        let counter = Counter()
        let shop = CachedShop { _ throws(FetchError) in
            let response = counter.item("max-age=60, stale-if-error=600", [.eTag: "\"1\""])
            if counter.next > 8 { throw FetchError(.cannotConnect(.offline)) }
            return response
        }
        let bypassing = item.caching(.bypass)
        #expect(try await shop.client.value(for: bypassing).price == 1)
        #expect(shop.cache.statistics.stores == 0)
        #expect(try await shop.client.value(for: item).price == 3)
        let response = try await shop.client.response(for: bypassing)
        #expect(response.value.price == 5 && response.source == .network)
        #expect(shop.stub.requests[2].head.headerFields[.ifNoneMatch] == nil)
        #expect(shop.stub.requests[2].head.headerFields[.cacheControl] == nil)
        // What was stored before is as it was.
        #expect(try await shop.client.value(for: item).price == 3)
        #expect(shop.cache.statistics.stores == 1)
        let head = Request<Shop, Void>("items/tea", method: .head, reading: .nothing).caching(.bypass)
        _ = try await shop.client.value(for: head)
        #expect(try await shop.client.value(for: item).price == 3 && shop.sent == 4)
        // No stored response stands in for one that does not come.
        let error = await failure { () async throws(FetchError) in try await shop.client.value(for: bypassing) }
        #expect(error?.kind == .cannotConnect(.offline))
        #expect(shop.steps.contains("not stored: the caller bypasses the cache"))
    }

    @Test(
        "RFC 9111 §5.2.1: what is refreshed comes from the origin, whatever caches are on the way",
        arguments: [true, false])
    func refreshingReachesTheOrigin(hasCache: Bool) async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60") }
        let (bare, stub) = Shop.client { _ in counter.item("max-age=60") }
        let (client, sent) = hasCache ? (shop.client, shop.stub) : (bare, stub)
        let field = HTTPField.Name.cacheControl
        _ = try await client.value(for: item)
        _ = try await client.value(for: item.caching(.revalidate))
        _ = try await client.value(for: item.caching(.reload))
        // What the policy does not speak of stays.
        _ = try await client.value(for: item.header(field, "no-store, max-age=60, X=1").caching(.revalidate))
        _ = try await client.value(for: item.header(field, "Max-Stale, no-cache, max-age=\u{301}1").caching(.reload))
        // A text without an end does not hide what the policy asks for.
        _ = try await client.value(for: item.header(field, #"no-store, a="b"#).caching(.reload))
        _ = try await client.data(for: Request<Shop, Void>("items", method: .post, reading: .nothing).caching(.reload))
        #expect(
            sent.requests.map { $0.head.headerFields[field] } == [
                nil, "max-age=0", "no-cache", "max-age=0, no-store, X=1", "no-cache", #"no-cache, no-store, a="b"#, nil,
            ])
    }

    @Test func aClientThatRefreshesAsksForWhatIsFresh() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60") }
        let refreshing = shop.client.caching(.revalidate)
        _ = try await shop.client.value(for: item)
        #expect(try await refreshing.value(for: item).price == 2)
        // Both use the same cache, and the request's own policy takes precedence.
        #expect(try await shop.client.value(for: item).price == 2)
        #expect(try await refreshing.value(for: item.caching(.cacheOnly)).price == 2)
        #expect(try await refreshing.caching(.automatic).value(for: item).price == 2)
        #expect(shop.sent == 2)
        // So it is in the other faces.
        var prices: [Int?] = []
        for await state in refreshing.states(for: item) { prices.append(state.value?.price) }
        #expect(prices.last == 3)
        let called = await withCheckedContinuation { continuation in
            refreshing.start(item) { continuation.resume(returning: $0) }
        }
        #expect(try called.get().value.price == 4)
        for try await _ in try await refreshing.stream(for: item) {}
        #expect(shop.sent == 5)
    }

    @Test func aClientThatReadsOfflineStaysOffline() async throws {
        var rules = CacheRules()
        rules.policy = .cacheOnly
        let shop = CachedShop(rules: rules) { _ in .status(200) }
        let error = await failure { () async throws(FetchError) in
            try await shop.client.caching(.reload).value(for: item)
        }
        #expect(error?.code == "not_in_cache" && shop.sent == 0)
    }

    @Test func cacheOnlySendsNothing() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item(nil) }
        let error = await failure { () async throws(FetchError) in
            try await shop.client.value(for: item.caching(.cacheOnly))
        }
        #expect(error?.code == "not_in_cache" && error?.isRetryable == false)
        #expect(error?.localizedDescription == "No response from shop.example is stored for this request.")
        #expect(shop.sent == 0 && shop.steps == ["refused: nothing is stored"])
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(86_400))
        let stored = try await shop.client.response(for: item.caching(.cacheOnly))
        #expect(stored.source == .stale(age: .seconds(86_400), .accepted) && shop.sent == 1)
        #expect(try await shop.client.value(for: item.caching(.cacheElseLoad)).price == 1)
        #expect(try await shop.client.value(for: .item("other").caching(.cacheElseLoad)).price == 2)
    }

    @Test func cacheOnlySendsNothingWithoutACacheEither() async throws {
        let (client, stub) = Shop.client { _ in .status(200) }
        let error = await failure { () async throws(FetchError) in
            try await client.value(for: item.caching(.cacheOnly))
        }
        #expect(error?.kind == .notInCache("the client has no cache") && stub.requests.isEmpty)
    }

    @Test func aLifetimeOfTheCallersOverridesNoCache() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("no-cache") }
        let request = item.caching(.lifetime(.seconds(900)))
        _ = try await shop.client.value(for: request)
        shop.clock.advance(by: .seconds(899))
        #expect(try await shop.client.response(for: request).source == .fresh(age: .seconds(899)))
        #expect(shop.sent == 1)
        shop.clock.advance(by: .seconds(1))
        #expect(try await shop.client.value(for: request).price == 2)
    }

    @Test("RFC 9111 §4.2.4: without a connection the stale response is served, marked") func disconnected() async throws
    {
        let counter = Counter()
        let shop = CachedShop { _ throws(FetchError) in
            let response = counter.item("max-age=60")
            if counter.next > 2 { throw FetchError(.cannotConnect(.offline)) }
            return response
        }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(3600))
        let stale = try await shop.client.response(for: item)
        #expect(stale.value.price == 1 && stale.source.isStale && stale.source.age == .seconds(3600))
        #expect(stale.source.failure?.kind == .cannotConnect(.offline))
        #expect(stale.source.failure?.request?.host == "shop.example")
        #expect(shop.steps.last == "served stale: no connection, max-age=60, age 3600 s")
        #expect(shop.cache.statistics.staleHits == 1)
        // What was never seen fails as it does without a cache.
        let error = await failure { () async throws(FetchError) in try await shop.client.value(for: .item("other")) }
        #expect(error?.kind == .cannotConnect(.offline))
    }

    @Test("RFC 5861 §4: after an error, where the service allows it", arguments: [true, false])
    func staleIfError(isAllowed: Bool) async throws {
        let counter = Counter()
        let shop = CachedShop { _ in
            let isFirst = counter.next == 1
            return counter.item(
                isAllowed ? "max-age=60, stale-if-error=600" : "max-age=60", status: isFirst ? 200 : 503)
        }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        guard isAllowed else {
            let error = await failure { () async throws(FetchError) in try await shop.client.value(for: item) }
            #expect(error?.kind == .status(.serviceUnavailable))
            return
        }
        let stale = try await shop.client.response(for: item)
        #expect(stale.source.failure?.kind == .status(.serviceUnavailable) && stale.value.price == 2)
    }

    @Test func whatMayNotBeHiddenIsNot() async throws {
        let counter = Counter()
        let shop = CachedShop { _ throws(FetchError) in
            let response = counter.item("max-age=60, stale-if-error=600")
            if counter.next > 2 { throw FetchError(.tls("expired")) }
            return response
        }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        let error = await failure { () async throws(FetchError) in try await shop.client.value(for: item) }
        #expect(error?.kind == .tls("expired"))
    }

    @Test func theCacheIsEmptiedByPrefix() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60") }
        let names = ["green/1", "green/2", "black/1"]
        for name in names {
            _ = try await shop.client.value(for: Request<Shop, Shop.Item>("teas", query: ["q": .init(name)]))
        }
        let prefix = "https://shop.example/v1/teas?q=green"
        let entries = try await shop.client.cache?.entries(withPrefix: prefix)
        #expect(entries?.count == 2 && entries?.first?.bodyBytes == 24)
        try await shop.client.cache?.removeAll(withPrefix: prefix)
        let left = try await shop.cache.usage()
        #expect(left.entries == 1 && left.bytes > 24)
        try await shop.cache.removeAll()
        let none = try await shop.cache.usage()
        #expect(none == CacheUsage())
    }

    @Test func aStoreThatFailsFailsNoCall() async throws {
        let counter = Counter()
        let shop = CachedShop(store: FailingStore()) { _ in counter.item("max-age=60", [.eTag: "\"1\""]) }
        #expect(try await shop.client.value(for: item).price == 1)
        #expect(try await shop.client.value(for: item).price == 2)
        _ = try await shop.client.data(for: Request<Shop, Void>("items/tea", method: .put, reading: .nothing))
        #expect(shop.steps.contains("store failed: the disk is full"))
        #expect(shop.cache.statistics.storeFailures == 5 && shop.cache.statistics.stores == 0)
    }
}

/// A store on a disk that is full.
private struct FailingStore: CacheStore {
    private static let full = CacheStoreError("the disk is full")

    func entries(for key: CacheKey) throws(CacheStoreError) -> [CacheEntry] { throw Self.full }
    func body(of entry: CacheEntry) throws(CacheStoreError) -> Data? { throw Self.full }
    func insert(_ entry: CacheEntry, body: Data) throws(CacheStoreError) { throw Self.full }
    func update(_ entry: CacheEntry) throws(CacheStoreError) { throw Self.full }
    func remove(_ entry: CacheEntry) throws(CacheStoreError) { throw Self.full }
    func removeAll(at url: String) throws(CacheStoreError) { throw Self.full }
    func removeAll(withPrefix prefix: String) throws(CacheStoreError) { throw Self.full }
    func entries(withPrefix prefix: String) throws(CacheStoreError) -> [CacheEntry] { throw Self.full }
    func usage() throws(CacheStoreError) -> CacheUsage { throw Self.full }
}
