import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Responses that say which address they belong to: RFC 9110 §8.7 and §9.3.3.
struct ContentLocationTests {
    private let item = Request<Shop, Shop.Item>.item("tea")
    private let post = Request<Shop, Shop.Item>("items/tea", method: .post)

    @Test("RFC 9110 §9.3.3: a POST that returns what a GET would is stored for GET and HEAD")
    func postForLaterGets() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60", [.contentLocation: "/v1/items/tea"]) }
        _ = try await shop.client.value(for: item)
        #expect(try await shop.client.value(for: post).price == 2)
        let stored = try await shop.client.response(for: item)
        #expect(stored.value.price == 2 && stored.source == .fresh(age: .zero))
        let head = Request<Shop, Void>("items/tea", method: .head, reading: .nothing)
        #expect(try await shop.client.response(for: head).source == .fresh(age: .zero))
        // Another POST is sent.
        #expect(try await shop.client.value(for: post).price == 3)
        #expect(shop.sent == 3)
    }

    @Test(
        "A POST that returns something else is not stored",
        arguments: [
            (nil, "max-age=60"), ("/v1/items/other", "max-age=60"),
            ("https://other.example/v1/items/tea", "max-age=60"),
            ("/v1/items/tea", "public"), ("/v1/items/tea", "no-store, max-age=60"),
        ] as [(String?, String)])
    func otherPosts(location: String?, control: String) async throws {
        let counter = Counter()
        let shop = CachedShop { _ in
            var fields: HTTPFields = [:]
            fields[.contentLocation] = location
            return counter.item(control, fields)
        }
        _ = try await shop.client.value(for: post)
        #expect(try await shop.client.value(for: item).price == 2)
    }

    @Test func aPostThatWasOvertakenIsNotStored() async throws {
        let counter = Counter()
        let gate = Gate()
        let shop = CachedShop { request in
            guard request.head.method == .post else { return .status(204) }
            let response = counter.item("max-age=60", [.contentLocation: "/v1/items/tea"])
            await gate.wait()
            return response
        }
        async let posted = shop.client.value(for: post)
        try await gate.waitUntilWaiting()
        _ = try await shop.client.data(for: Request<Shop, Void>("items/tea", method: .delete, reading: .nothing))
        gate.open()
        _ = try await posted
        let usage = try await shop.cache.usage()
        #expect(usage.entries == 0)
    }

    @Test("A GET that is a newer version of another address removes the older one", arguments: [true, false])
    func newerVersion(isNewer: Bool) async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            let isToday = request.head.path == "/v1/items/today"
            return counter.item(
                "max-age=60",
                isToday ? [.eTag: isNewer ? "\"2\"" : "W/\"1\"", .contentLocation: "tea"] : [.eTag: "\"1\""])
        }
        _ = try await shop.client.value(for: item)
        _ = try await shop.client.value(for: .item("today"))
        // It is not stored for the other address: HTTP does not show whether both have one owner.
        #expect(try await shop.client.value(for: item).price == (isNewer ? 3 : 1))
        #expect(try await shop.client.value(for: .item("today")).price == 2)
    }
}
