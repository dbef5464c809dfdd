import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Requests that come with conditions of their own: RFC 9111 §4.3.2.
struct OwnConditionTests {
    private let item = Request<Shop, Shop.Item>.item("tea")

    /// The status with which a call fails.
    private func status(_ shop: CachedShop, _ request: Request<Shop, Shop.Item>) async -> FetchError? {
        await failure { () async throws(FetchError) in try await shop.client.value(for: request) }
    }

    @Test func aFreshResponseAnswersThem() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60", [.eTag: "\"1\""]) }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(12))
        let same = await status(shop, item.header(.ifNoneMatch, "\"0\", W/\"1\""))
        #expect(same?.kind == .status(.notModified))
        #expect(same?.response?.head.headerFields[.eTag] == "\"1\"")
        #expect(same?.response?.head.headerFields[.age] == "12")
        #expect(same?.response?.head.headerFields[.contentType] == nil && same?.response?.body.isEmpty == true)
        let other = try await shop.client.response(for: item.header(.ifNoneMatch, "\"2\""))
        #expect(other.value.price == 1 && other.source == .fresh(age: .seconds(12)))
        #expect(shop.sent == 1)
    }

    @Test func aStaleResponseSendsThem() async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            request.head.headerFields[.ifNoneMatch] == nil
                ? counter.item("max-age=60", [.eTag: "\"1\""])
                : .status(304, headers: [.eTag: "\"1\"", .cacheControl: "max-age=600"])
        }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        #expect(await status(shop, item.header(.ifNoneMatch, "\"7\", \"1\""))?.kind == .status(.notModified))
        #expect(shop.sent == 2)
        #expect(shop.stub.requests[1].head.headerFields[.ifNoneMatch] == "\"7\", \"1\"")
        // RFC 9111 §4.3.4: it names what is stored, which is fresh again.
        shop.clock.advance(by: .seconds(599))
        #expect(try await shop.client.response(for: item).source == .fresh(age: .seconds(599)))
        #expect(shop.sent == 2)
    }

    @Test func a304OfAnotherVersionRefreshesNothing() async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            request.head.headerFields[.ifNoneMatch] == "\"7\""
                ? .status(304, headers: [.eTag: "\"7\"", .cacheControl: "max-age=600"])
                : counter.item("max-age=60", [.eTag: "\"1\""])
        }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        #expect(await status(shop, item.header(.ifNoneMatch, "\"7\""))?.kind == .status(.notModified))
        #expect(try await shop.client.value(for: item).price == 2)
    }

    @Test func conditionsForTheServerAreSent() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60", [.eTag: "\"1\""]) }
        _ = try await shop.client.value(for: item)
        #expect(try await shop.client.value(for: item.header(.ifMatch, "\"1\"")).price == 2)
    }
}
