import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Responses to different credentials never meet, and nothing secret is stored.
struct CacheSecretTests {
    private static let item = Request<Shop, Shop.Item>.item("tea")

    /// What a store was given, in words.
    private func stored(_ cache: HTTPCache) async throws -> String {
        let entries = try await cache.entries()
        return "\(entries)" + String(decoding: try JSONEncoder().encode(entries), as: UTF8.self)
    }

    @Test(
        arguments: [
            { .bearer($0) }, { .header(.init("X-Shop-Key")!, $0) }, { .query("shop", $0) }, { .path($0) },
        ] as [@Sendable (String) -> Credentials])
    func credentialsNeverMeet(make: @Sendable (String) -> Credentials) async throws {
        let counter = Counter()
        let store = MemoryCacheStore()
        let response: @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response = { _ in
            counter.item("public, max-age=60")
        }
        let shops = ["hush-hush-1", "hush-hush-2", nil].map { secret in
            CachedShop(Shop(credentials: secret.map(make)), store: store, response: response)
        }
        for _ in 0..<2 {
            for (index, shop) in shops.enumerated() {
                #expect(try await shop.client.value(for: Self.item).price == index + 1)
            }
        }
        let text = try await stored(shops[0].cache)
        #expect(!text.contains("hush") && text.contains("https:"))
        let entries = try await shops[0].cache.entries(withPrefix: "https://shop.example/v1/items/tea")
        let identities = Set(entries.map(\.key.identity))
        #expect(identities.count == 3)
    }

    @Test(arguments: [HTTPField.Name.authorization, .cookie, .init("X-Api-Key")!])
    func fieldsThatIdentifyTheCallerNeverMeet(name: HTTPField.Name) async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60", [.vary: name.rawName]) }
        let mine = Self.item.header(name, "hush-mine")
        let yours = Self.item.header(name, "hush-yours")
        for _ in 0..<2 {
            #expect(try await shop.client.value(for: mine).price == 1)
            #expect(try await shop.client.value(for: yours).price == 2)
        }
        let text = try await stored(shop.cache)
        #expect(!text.contains("hush"))
    }

    @Test func whatAServiceNamesSecretIsNotDescribed() async throws {
        let fields: HTTPFields = [.init("X-Loyalty-Card")!: "hush", .setCookie: "hush=1"]
        let shop = CachedShop(Shop(secretNames: .standard.adding("X-Loyalty-Card"))) { [counter = Counter()] _ in
            counter.item("max-age=60", fields)
        }
        _ = try await shop.client.value(for: Self.item)
        let text = "\(try await shop.cache.entries())"
        #expect(!text.contains("hush") && text.contains("X-Loyalty-Card") && text.contains("max-age=60"))
    }

    @Test func aFieldOfTracingIsNoSecret() async throws {
        let trace: HTTPField.Name = .init("X-Session-Trace")!
        #expect(SecretNames.standard.contains(trace))
        let counter = Counter()
        let (client, stub) = Shop.client(cache: HTTPCache(store: MemoryCacheStore()), tracingFields: [trace]) { _ in
            counter.item("max-age=60")
        }
        #expect(try await client.value(for: Self.item.header(trace, "1")).price == 1)
        #expect(try await client.value(for: Self.item.header(trace, "2")).price == 1)
        #expect(stub.requests.count == 1)
    }

    @Test func secretItemsOfAQueryAreDigested() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60", [.setCookie: "hush=1"]) }
        for _ in 0..<2 {
            for (index, token) in ["hush-1", "hush-2"].enumerated() {
                let request = Request<Shop, Shop.Item>("items", query: ["token": .init(token), "page": 1])
                #expect(try await shop.client.value(for: request).price == index + 1)
            }
        }
        let text = try await stored(shop.cache)
        #expect(!text.contains("hush") && text.contains("token=REDACTED&page=1"))
    }

    @Test("RFC 9111 §7.3: cookies are stored in memory, and never written or described") func cookies() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60", [.setCookie: "hush=1"]) }
        _ = try await shop.client.value(for: Self.item)
        let again = try await shop.client.response(for: Self.item)
        #expect(again.source == .fresh(age: .zero) && again.head.headerFields[.setCookie] == "hush=1")
        let text = try await stored(shop.cache)
        #expect(!text.contains("hush") && text.contains("max-age=60"))
        let entries = try await shop.cache.entries()
        let read = try JSONDecoder().decode([CacheEntry].self, from: JSONEncoder().encode(entries))
        #expect(read[0].response.headers[.setCookie] == nil)
        #expect(read[0].response.headers[.cacheControl] == "max-age=60")
    }

    @Test func aResponseThatRepeatsTheSecretIsNotStored() async throws {
        let secret = "hush hush"
        let shop = CachedShop(Shop(credentials: .query("key", secret))) { request in
            request.head.path?.hasPrefix("/v1/items/echo") == true
                ? StubTransport.Response(
                    headers: [.cacheControl: "max-age=60"], chunks: [Data(#"{"name":"hush hush"}"#.utf8)])
                : .status(
                    301, headers: [.location: "/v1/items/echo?key=hush%20hush", .cacheControl: "max-age=60"])
        }
        _ = try await shop.client.value(for: Self.item)
        let usage = try await shop.cache.usage()
        #expect(usage.entries == 0)
        #expect(shop.steps.contains("not stored: its fields repeat a secret"))
        #expect(shop.steps.contains("not stored: its body repeats a secret"))
    }

    @Test func theShortKeysThatServicesGiveToEverybodyAreNoSecret() async throws {
        let counter = Counter()
        let shop = CachedShop(Shop(credentials: .path("1"))) { _ in counter.item("max-age=60") }
        #expect(try await shop.client.value(for: Self.item).price == 1)
        #expect(try await shop.client.value(for: Self.item).price == 1)
    }
}
