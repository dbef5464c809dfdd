import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// What caches on the way say: RFC 9211.
struct CacheStatusTests {
    private func list(_ text: String) -> [CacheStatus] { CacheStatus.list(in: [.init("Cache-Status")!: text]) }

    @Test("RFC 9211 §2: every parameter") func parameters() {
        var origin = CacheStatus(cache: "OriginCache")
        origin.isHit = true
        origin.timeToLive = .seconds(1100)
        var edge = CacheStatus(cache: "CDN Company Here")
        edge.forward = .uriMiss
        edge.forwardStatus = 304
        edge.isStored = true
        edge.isCollapsed = true
        edge.timeToLive = .seconds(-412)
        edge.detail = "why"
        #expect(
            list(
                #"OriginCache; hit; ttl=1100, "CDN Company Here"; fwd=uri-miss;fwd-status=304; stored;collapsed;"#
                    + #"ttl=-412; key="https://a.example/?token=1"; detail="why""#) == [origin, edge])
    }

    @Test func otherTypesAndNamesArePassedOver() {
        var cache = CacheStatus(cache: "a")
        cache.forward = .init(rawValue: "new-reason")
        cache.detail = "T1"
        #expect(list("a; hit=1; fwd=new-reason; ttl=1.5; stored=?0; x=y; detail=T1") == [cache])
        #expect(list("1;hit, (a b);hit, a") == [CacheStatus(cache: "a")])
        #expect(list("a; hit,").isEmpty && list("").isEmpty && list("a b").isEmpty)
        #expect(CacheStatus.list(in: [:]).isEmpty)
    }

    @Test func aResponseSaysIt() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60", [.init("Cache-Status")!: "Edge; hit"]) }
        let item = Request<Shop, Shop.Item>.item("tea")
        for _ in 0..<2 {
            let response = try await shop.client.response(for: item)
            #expect(response.caches.map(\.cache) == ["Edge"] && response.caches.last?.isHit == true)
        }
        let stream = try await shop.client.stream(for: item)
        #expect(stream.caches.map(\.cache) == ["Edge"])
    }
}
