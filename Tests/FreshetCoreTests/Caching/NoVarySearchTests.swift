import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Responses whose query matters only in part, on the way of a call.
struct NoVarySearchTests {
    private static let field: HTTPFields = [.noVarySearch: #"params=("utm")"#]

    private func item(_ query: Query) -> Request<Shop, Shop.Item> { Request("items", query: query) }

    @Test func aResponseServesEveryQueryThatMattersTheSame() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60", Self.field) }
        #expect(try await shop.client.value(for: item(["id": 1, "utm": "mail"])).price == 1)
        let second = try await shop.client.response(for: item(["id": 1, "utm": "feed"]))
        #expect(second.value.price == 1 && second.source == .fresh(age: .zero))
        #expect(second.url == "https://shop.example/v1/items?id=1&utm=feed")
        #expect(try await shop.client.value(for: item(["id": 1])).price == 1)
        #expect(try await shop.client.value(for: item(["id": 2, "utm": "mail"])).price == 2)
        #expect(shop.sent == 2)
    }

    @Test func aStaleResponseIsConfirmedForEveryQuery() async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            request.head.headerFields[.ifNoneMatch] == nil
                ? counter.item("max-age=60", Self.field + [.eTag: "\"1\""])
                : .status(304, headers: Self.field + [.cacheControl: "max-age=60"])
        }
        _ = try await shop.client.value(for: item(["id": 1, "utm": "mail"]))
        shop.clock.advance(by: .seconds(61))
        #expect(try await shop.client.response(for: item(["id": 1])).source == .confirmed)
        #expect(try await shop.client.response(for: item(["id": 1, "utm": "mail"])).source == .fresh(age: .zero))
        #expect(shop.sent == 2)
    }

    @Test func theLastResponseCounts() async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            let isPlain = request.head.path?.contains("plain") == true
            return counter.item("max-age=60", isPlain ? [:] : Self.field)
        }
        _ = try await shop.client.value(for: item(["id": 1, "utm": "a"]))
        _ = try await shop.client.value(for: item(["id": 1, "utm": "b"]).caching(.reload))
        #expect(try await shop.client.value(for: item(["id": 1, "utm": "a"])).price == 2)
        // A response that says nothing of the kind is one to its own query.
        _ = try await shop.client.value(for: item(["id": 1, "plain": 1]))
        #expect(try await shop.client.value(for: item(["id": 1, "plain": 1, "utm": "a"])).price == 4)
    }

    @Test func aChangeRemovesThemAll() async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            request.head.method == .get ? counter.item("max-age=60", Self.field) : .status(204)
        }
        _ = try await shop.client.value(for: item(["id": 1, "utm": "a"]))
        _ = try await shop.client.data(
            for: Request<Shop, Void>("items", method: .put, query: ["utm": "c", "id": 1], reading: .nothing))
        #expect(try await shop.client.value(for: item(["id": 1, "utm": "a"])).price == 2)
        try await shop.cache.removeAll()
        #expect(try await shop.client.value(for: item(["id": 1])).price == 3)
    }

    @Test func callersNeverMeet() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60", [.noVarySearch: "params"]) }
        #expect(try await shop.client.value(for: item(["token": "hush-1"])).price == 1)
        #expect(try await shop.client.value(for: item(["token": "hush-2"])).price == 2)
        #expect(try await shop.client.value(for: item(["token": "hush-1", "x": 1])).price == 1)
    }
}

private func + (first: HTTPFields, second: HTTPFields) -> HTTPFields { HTTPFields(Array(first) + Array(second)) }
