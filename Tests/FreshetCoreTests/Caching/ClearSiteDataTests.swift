import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Services that want their caches emptied: `Clear-Site-Data`.
struct ClearSiteDataTests {
    @Test(
        arguments: [
            (#""cache""#, true), (#""*""#, true), (#""cookies", "cache""#, true), (#" "x" ,"cache""#, true),
            (#""cookies""#, false), ("cache", false), ("*", false), (#""Cache""#, false), ("", false),
            (#""cookies, cache""#, false),
        ])
    func fields(text: String, empties: Bool) {
        #expect(ClearSiteData.emptiesCache([.clearSiteData: text]) == empties)
    }

    private func item(_ name: String) -> Request<Shop, Shop.Item> { .item(name) }

    private func shop(_ baseURL: String, status: Int = 200) -> CachedShop {
        let counter = Counter()
        return CachedShop(Shop(baseURL: baseURL)) { request in
            let clears = request.head.path?.hasSuffix("out") == true
            return counter.item(
                "max-age=60", clears ? [.clearSiteData: #""cache""#] : [:], status: clears ? status : 200)
        }
    }

    @Test("What is stored of the origin is removed, whatever the status", arguments: [200, 401, 503])
    func ofTheOrigin(status: Int) async throws {
        let shop = shop("https://shop.example/v1", status: status)
        let other = Request<Shop, Shop.Item>(.absolute("https://shop.example.org/tea"))
        for _ in 0..<2 {
            _ = try await shop.client.value(for: item("tea"))
            _ = try await shop.client.value(for: other)
        }
        #expect(shop.sent == 2)
        _ = await failure { () async throws(FetchError) in try await shop.client.value(for: item("out")) }
        // What asks for it is not stored itself.
        let entries = try await shop.cache.entries()
        #expect(entries.map(\.key.url) == ["https://shop.example.org/tea"])
        #expect(shop.steps.contains("removed: the server asked to remove everything at https://shop.example/"))
        _ = try await shop.client.value(for: item("tea"))
        _ = try await shop.client.value(for: other)
        #expect(shop.sent == 4)
    }

    @Test("So it is by a response that is followed by another attempt", arguments: [true, false])
    func ofARetriedAttempt(breaksOff: Bool) async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            guard request.head.path?.hasSuffix("out") == true else { return counter.item("max-age=60") }
            guard counter.next == 2 else { return counter.item("no-store") }
            let fields: HTTPFields = [.clearSiteData: #""cache""#]
            return breaksOff
                ? StubTransport.Response(headers: fields, failure: FetchError(.connectionLost))
                : .status(503, headers: fields)
        }
        let again = RetryRule.policy(RetryPolicy(attempts: 2, base: .zero))
        _ = try await shop.client.value(for: item("tea"))
        #expect(try await shop.client.value(for: item("out").retrying(again)).price == 4)
        let usage = try await shop.cache.usage()
        #expect(usage.entries == 0)
    }

    @Test func anybodyOnTheWayCouldAskOverHTTP() async throws {
        let shop = shop("http://shop.example/v1")
        _ = try await shop.client.value(for: item("tea"))
        _ = try await shop.client.value(for: item("out"))
        _ = try await shop.client.value(for: item("tea"))
        #expect(shop.sent == 2)
    }

    @Test func whatWasAskedForBeforeIsNotStoredAfter() async throws {
        let counter = Counter()
        let gate = Gate()
        let shop = CachedShop { request in
            let response = counter.item("max-age=60")
            if request.head.path?.hasSuffix("out") == true {
                return .status(204, headers: [.clearSiteData: #""cache""#])
            }
            if request.head.path?.hasSuffix("tea") == true { await gate.wait() }
            return response
        }
        async let tea = shop.client.value(for: item("tea"))
        try await gate.waitUntilWaiting()
        _ = try await shop.client.data(for: Request<Shop, Void>("items/out", method: .post, reading: .nothing))
        gate.open()
        _ = try await tea
        let usage = try await shop.cache.usage()
        #expect(usage.entries == 0)
    }
}
