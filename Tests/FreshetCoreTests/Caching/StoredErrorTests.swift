import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Errors that a service allows to be stored: RFC 9111 §3, §4.
struct StoredErrorTests {
    private let item = Request<Shop, Shop.Item>.item("tea")

    private func error(_ shop: CachedShop) async -> FetchError? {
        await failure { () async throws(FetchError) in try await shop.client.value(for: item) }
    }

    @Test(
        "A status with a lifetime is stored, and comes again as the same error",
        arguments: [400, 404, 410, 499, 500, 503, 599])
    func sameError(status: Int) async throws {
        let shop = CachedShop { _ in
            StubTransport.Response(
                status: status, headers: [.cacheControl: "max-age=60", .contentType: "application/json"],
                chunks: [Data(#"{"code":"gone","message":"No tea."}"#.utf8)])
        }
        let first = try #require(await error(shop))
        shop.clock.advance(by: .seconds(59))
        let second = try #require(await error(shop))
        #expect(shop.sent == 1)
        #expect(first.kind == second.kind && first.code == "service.gone")
        #expect(second.localizedDescription == first.localizedDescription)
        #expect(second.response?.head.status.code == status && second.response?.body == first.response?.body)
        #expect(first.source == .network && second.source == .fresh(age: .seconds(59)))
        shop.clock.advance(by: .seconds(1))
        #expect(await error(shop)?.source == .network)
    }

    @Test("RFC 9111 §4.2.2: an error without a lifetime is fresh for a tenth of the time since its last change")
    func heuristics() async throws {
        let shop = CachedShop { _ in
            .status(410, headers: [.lastModified: "Wed, 31 Dec 2025 23:00:00 GMT"])
        }
        #expect(await error(shop)?.source == .network)
        shop.clock.advance(by: .seconds(359))
        #expect(await error(shop)?.source == .fresh(age: .seconds(359)))
        shop.clock.advance(by: .seconds(1))
        #expect(await error(shop)?.source == .network)
    }

    @Test func theWaitThatWasAskedForGoesOn() async throws {
        let shop = CachedShop { _ in
            .status(503, headers: [.cacheControl: "max-age=60", .retryAfter: "50"])
        }
        #expect(await error(shop)?.retryAfter == .seconds(50))
        shop.clock.advance(by: .seconds(20))
        let stored = await error(shop)
        #expect(stored?.source == .fresh(age: .seconds(20)) && stored?.retryAfter == .seconds(30))
        shop.clock.advance(by: .seconds(39))
        #expect(await error(shop)?.retryAfter == .zero)
    }

    @Test func aValueThatCannotBeReadSaysWhereItsBodyCameFrom() async throws {
        let shop = CachedShop { _ in
            StubTransport.Response(
                headers: [.cacheControl: "max-age=60", .contentType: "application/json"], chunks: [Data("[]".utf8)])
        }
        #expect(await error(shop)?.source == .network)
        #expect(await error(shop)?.source == .fresh(age: .zero))
        #expect(shop.sent == 1)
    }
}
