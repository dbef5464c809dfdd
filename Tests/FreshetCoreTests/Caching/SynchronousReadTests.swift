import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// What is stored is read without waiting where that is possible, and is then the same as what a call would return.
struct SynchronousReadTests {
    private typealias Item = Request<Shop, Shop.Item>

    private let request = Item.item("tea").caching(.cacheOnly)

    private func shop(_ control: String = "max-age=60", store: any CacheStore = MemoryCacheStore()) -> CachedShop {
        CachedShop(store: store) { _ in Counter().item(control, [.eTag: "\"1\""]) }
    }

    @Test("Fresh or stale, it is what a call returns", arguments: [5, 3600])
    func sameAsACall(age: Int) async throws {
        let shop = shop()
        let stored = try await shop.client.response(for: .item("tea"))
        shop.clock.advance(by: .seconds(age))
        let read = try #require(shop.client.storedResponse(to: request, bodyLimit: 1 << 10))
        let awaited = try await shop.client.response(for: request)
        #expect(read.value == stored.value)
        #expect(read.value == awaited.value)
        #expect(read.head == awaited.head)
        #expect(read.source == awaited.source)
        #expect(read.source.age == .seconds(age))
        #expect(read.url == awaited.url)
        #expect(read.storedID == awaited.storedID)
        #expect(shop.cache.statistics.hits == 2)
        #expect(shop.cache.statistics.staleHits == (age > 60 ? 2 : 0))
        #expect(shop.sent == 1)
    }

    @Test func aStaleResponseOfTheMemoryIsServedToARequestThatMayNotBeSentAndReported() async throws {
        let shop = shop()
        _ = try await shop.client.value(for: .item("tea"))
        shop.clock.advance(by: .seconds(3600))
        _ = try await shop.client.value(for: request)
        #expect(shop.steps.last == "served stale: the caller accepts any stored response, max-age=60, age 3600 s")
    }

    @Test func partsAndTextsAreReadToo() async throws {
        let shop = shop()
        _ = try await shop.client.value(for: .item("tea"))
        #expect(shop.client.storedResponse(to: request.map(\.name), bodyLimit: 1 << 10)?.value == "tea")
        let text = shop.client.storedResponse(to: request.reading(.text), bodyLimit: 1 << 10)?.value
        #expect(text == #"{"name":"tea","price":1}"#)
        #expect(shop.client.storedResponse(to: request.reading(.data), bodyLimit: 1 << 10)?.value.count == 24)
    }

    private struct Passing: Interceptor {
        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse { try await next(request) }
    }

    @Test func aClosureOfTheAppOrAnInterceptorIsNotRunOnTheThreadOfTheCaller() async throws {
        let shop = shop()
        _ = try await shop.client.value(for: .item("tea"))
        let closure: Request<Shop, String> = request.map { item in
            Issue.record("the closure runs")
            return item.name
        }
        #expect(shop.client.storedResponse(to: closure.named("name"), bodyLimit: 1 << 10) == nil)
        #expect(shop.client.storedResponse(to: request.intercepting(call: Passing()), bodyLimit: 1 << 10) == nil)
        #expect(shop.client.storedResponse(to: request, bodyLimit: 1 << 10) != nil)
    }

    @Test func aLongBodyIsNotRead() async throws {
        let shop = shop()
        _ = try await shop.client.value(for: .item("tea"))
        #expect(shop.client.storedResponse(to: request, bodyLimit: 23) == nil)
        #expect(shop.client.storedResponse(to: request, bodyLimit: 24) != nil)
    }

    @Test func whatIsNotStoredOrCannotBeReadIsNone() async throws {
        let shop = shop()
        #expect(shop.client.storedResponse(to: request, bodyLimit: 1 << 10) == nil)
        _ = try await shop.client.value(for: .item("tea"))
        let numbers = Request<Shop, [Int]>("items/tea").caching(.cacheOnly)
        #expect(shop.client.storedResponse(to: numbers, bodyLimit: 1 << 10) == nil)
        #expect(shop.client.storedResponse(to: request, bodyLimit: 1 << 10) != nil)
    }
}
