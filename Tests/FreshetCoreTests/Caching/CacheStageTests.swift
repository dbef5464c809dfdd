import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// The cache stage of a call. T68: nothing is requested repeatedly, and what was seen stays readable.
struct CacheStageTests {
    private let item = Request<Shop, Shop.Item>.item("tea")

    @Test func aFreshResponseIsServedWithoutARequest() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60") }
        let first = try await shop.client.response(for: item)
        shop.clock.advance(by: .seconds(12))
        let second = try await shop.client.response(for: item)
        #expect(shop.sent == 1)
        #expect(first.source == .network && first.head.headerFields[.age] == nil)
        #expect(second.value == first.value && second.source == .fresh(age: .seconds(12)))
        #expect(second.head.headerFields[.age] == "12")
        #expect(
            shop.steps == [
                "not served: nothing is stored", "stored: 24 bytes, the response allows it",
                "served fresh: max-age=60, age 12 s",
            ])
        let statistics = shop.cache.statistics
        #expect(statistics.hits == 1 && statistics.misses == 1 && statistics.stores == 1 && statistics.staleHits == 0)
    }

    @Test func aStaleResponseIsConfirmedWithBothValidators() async throws {
        let counter = Counter()
        let modified = "Wed, 31 Dec 2025 00:00:00 GMT"
        let shop = CachedShop { request in
            request.head.headerFields[.ifNoneMatch] == nil
                ? counter.item("max-age=60", [.eTag: "\"1\"", .lastModified: modified])
                : .status(304, headers: [.cacheControl: "max-age=600", .init("X-New")!: "1"])
        }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(60))
        let confirmed = try await shop.client.response(for: item)
        #expect(shop.stub.requests[1].head.headerFields[.ifNoneMatch] == "\"1\"")
        #expect(shop.stub.requests[1].head.headerFields[.ifModifiedSince] == modified)
        #expect(confirmed.source == .confirmed && confirmed.head.status == .ok && confirmed.value.price == 1)
        #expect(confirmed.head.headerFields[.init("X-New")!] == "1")
        // The fields of the 304 count from now on.
        shop.clock.advance(by: .seconds(599))
        #expect(try await shop.client.response(for: item).source == .fresh(age: .seconds(599)))
        #expect(shop.sent == 2 && shop.cache.statistics.confirmations == 1)
    }

    @Test func aChangedResponseReplacesTheStoredOne() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60", [.eTag: "\"1\""]) }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        let second = try await shop.client.value(for: item)
        let third = try await shop.client.value(for: item)
        #expect(second.price == 2 && third.price == 2 && shop.sent == 2)
        let usage = try await shop.cache.usage()
        #expect(usage.entries == 1)
    }

    @Test("RFC 9111 §4.3.4: a 304 for another response is ignored")
    func aForeign304IsNotBelieved() async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            request.head.headerFields[.ifNoneMatch] == nil
                ? counter.item("no-cache", [.eTag: "\"1\""]) : .status(304, headers: [.eTag: "\"2\""])
        }
        _ = try await shop.client.value(for: item)
        let second = try await shop.client.value(for: item)
        #expect(second.price == 2 && shop.sent == 3)
        #expect(shop.stub.requests[2].head.headerFields[.ifNoneMatch] == nil)
    }

    @Test func a304ThatForbidsStoringIsTheLastUse() async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            request.head.headerFields[.ifNoneMatch] == nil
                ? counter.item("no-cache", [.eTag: "\"1\""]) : .status(304, headers: [.cacheControl: "no-store"])
        }
        _ = try await shop.client.value(for: item)
        #expect(try await shop.client.value(for: item).price == 1)
        let usage = try await shop.cache.usage()
        #expect(usage.entries == 0)
    }

    @Test("RFC 9111 §4.1: variants live side by side") func variants() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60", [.vary: "Accept-Language"]) }
        let german = item.header(.acceptLanguage, "de")
        for _ in 0..<2 {
            #expect(try await shop.client.value(for: item).price == 1)
            #expect(try await shop.client.value(for: german).price == 2)
        }
        #expect(shop.sent == 2)
    }

    @Test("RFC 9111 §4: a stored GET serves HEAD, which updates it") func head() async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            request.head.method == .get
                ? counter.item("max-age=60", [.eTag: "\"1\"", .contentLength: "24"])
                : .status(200, headers: [.eTag: "\"2\""])
        }
        _ = try await shop.client.value(for: item)
        let head = Request<Shop, Void>("items/tea", method: .head, reading: .nothing)
        let response = try await shop.client.response(for: head)
        #expect(shop.sent == 1 && response.source.age == .zero && response.head.headerFields[.contentLength] == "24")
        // The server's word on a changed response removes the stored one.
        _ = try await shop.client.response(for: head.caching(.reload))
        #expect(try await shop.client.value(for: item).price == 2)
    }

    @Test func aHeadThatAgreesMakesTheStoredResponseFresh() async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            request.head.method == .get
                ? counter.item("max-age=60", [.eTag: "\"1\""])
                : .status(200, headers: [.eTag: "\"1\"", .cacheControl: "max-age=60"])
        }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        _ = try await shop.client.response(for: Request<Shop, Void>("items/tea", method: .head, reading: .nothing))
        #expect(try await shop.client.response(for: item).source.age == .zero)
    }

    @Test func aHeadThatFailsChangesNothing() async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            request.head.method == .get ? counter.item("max-age=60") : .status(503)
        }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        _ = await failure { () async throws(FetchError) in
            try await shop.client.value(for: Request<Shop, Void>("items/tea", method: .head, reading: .nothing))
        }
        let usage = try await shop.cache.usage()
        #expect(usage.entries == 1)
    }

    @Test("RFC 9111 §4.4: an unsafe method removes what it may have changed") func invalidation() async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            switch request.head.method {
            case .get: counter.item("max-age=60")
            default: .status(201, headers: [.location: "/v1/items/new"])
            }
        }
        for name in ["tea", "new", "other"] { _ = try await shop.client.value(for: .item(name)) }
        _ = try await shop.client.data(for: Request<Shop, Void>("items/tea", method: .post, reading: .nothing))
        for name in ["tea", "new", "other"] { _ = try await shop.client.value(for: .item(name)) }
        let paths = shop.stub.requests.map(\.head.path)
        #expect(paths.suffix(2) == ["/v1/items/tea", "/v1/items/new"])
        #expect(shop.steps.contains("removed: POST may have changed https://shop.example/v1/items/new"))
    }

    @Test func aResponseRequestedBeforeAChangeIsNotStored() async throws {
        let counter = Counter()
        let gate = Gate()
        let shop = CachedShop { request in
            guard request.head.method == .get else { return .status(204) }
            let response = counter.item("max-age=60")
            await gate.wait()
            return response
        }
        async let old = shop.client.value(for: item)
        try await gate.waitUntilWaiting()
        _ = try await shop.client.data(for: Request<Shop, Void>("items/tea", method: .delete, reading: .nothing))
        gate.open()
        #expect(try await old.price == 1)
        #expect(try await shop.client.value(for: item).price == 2)
        #expect(shop.steps.contains("not stored: it was requested before a change"))
    }

    @Test("RFC 9110 §14: parts come out of a complete body") func parts() async throws {
        let shop = CachedShop { request in
            request.head.headerFields[.range] == nil
                ? StubTransport.Response(
                    headers: [.cacheControl: "max-age=60", .contentLength: "10"],
                    chunks: [Data("01234".utf8), Data("56789".utf8)])
                : StubTransport.Response(
                    status: 206, headers: [.cacheControl: "max-age=60", .contentRange: "bytes 0-1/10"],
                    chunks: [Data("01".utf8)])
        }
        let part = Request<Shop, Data>("file").header(.range, "bytes=2-3")
        // A part is never served as the whole, nor for another range.
        #expect(try await shop.client.value(for: part) == Data("01".utf8))
        let whole = try await shop.client.value(for: Request<Shop, Data>("file"))
        #expect(whole == Data("0123456789".utf8) && shop.sent == 2)
        let response = try await shop.client.response(for: part)
        #expect(response.value == Data("23".utf8) && response.head.status == .partialContent && shop.sent == 2)
        #expect(response.head.headerFields[.contentRange] == "bytes 2-3/10")
        let late = part.header(.range, "bytes=20-")
        let error = await failure { () async throws(FetchError) in try await shop.client.value(for: late) }
        #expect(error?.kind == .status(.rangeNotSatisfiable) && shop.sent == 2)
        // Several parts are left to the server.
        let parts = part.header(.range, "bytes=0-1,4-5")
        #expect(try await shop.client.value(for: parts) == Data("01".utf8))
        #expect(shop.sent == 3)
    }

    @Test func aPartOfADecodedBodyIsLeftToTheServer() async throws {
        let shop = CachedShop { request in
            StubTransport.Response(
                status: request.head.headerFields[.range] == nil ? 200 : 206, headers: [.cacheControl: "max-age=60"],
                chunks: [Data("0123456789".utf8)])
        }
        _ = try await shop.client.value(for: Request<Shop, Data>("file"))
        let part = Request<Shop, Data>("file").header(.range, "bytes=2-3")
        _ = try await shop.client.value(for: part)
        #expect(shop.sent == 2)
    }

    @Test("RFC 9111 §4: redirects are stored hop by hop") func redirects() async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            guard request.head.path == "/v1/items/tea" else { return counter.item("no-store") }
            return .status(301, headers: [.location: "/v1/items/green", .cacheControl: "max-age=60"])
        }
        #expect(try await shop.client.value(for: item).price == 1)
        let second = try await shop.client.response(for: item)
        #expect(second.value.price == 2 && second.source == .network && second.metrics.redirects == 1)
        #expect(shop.stub.requests.map(\.head.path) == ["/v1/items/tea", "/v1/items/green", "/v1/items/green"])
    }

    @Test func whatBreaksOffOrIsTooLargeIsNotStored() async throws {
        let counter = Counter()
        var rules = CacheRules()
        rules.bodyBytes = 30
        let shop = CachedShop(rules: rules) { _ in
            var response = counter.item("max-age=60")
            switch counter.next {
            case 2: response.failure = FetchError(.connectionLost)
            case 4: response.chunks.append(Data(repeating: 32, count: 30))
            case 6: response.head.headerFields[.contentLength] = "31"
            default: break
            }
            return response
        }
        _ = await failure { () async throws(FetchError) in try await shop.client.value(for: item) }
        _ = try await shop.client.value(for: item)
        _ = try await shop.client.value(for: item)
        #expect(shop.cache.statistics.stores == 0)
        #expect(shop.steps.count { $0 == "not stored: the body is larger than 30 bytes" } == 2)
        _ = try await shop.client.value(for: item)
        #expect(shop.cache.statistics.stores == 1)
    }

    @Test func aStaleResponseHasTheWholeErrorForWhichItIsServed() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in
            let response = counter.item("max-age=60, stale-if-error=600")
            guard counter.next > 2 else { return response }
            return StubTransport.Response(
                status: 503, headers: [.retryAfter: "Thu, 01 Jan 2026 00:01:30 GMT", .contentType: "application/json"],
                chunks: [Data(#"{"code":"busy","message":"Come back later"}"#.utf8)])
        }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        let response = try await shop.client.response(for: item)
        #expect(response.value.price == 1)
        let error = try #require(response.source.failure)
        #expect(error.kind == .service(ServiceError(code: "busy", message: "Come back later")))
        #expect(error.retryAfter == .seconds(29))
        #expect(error.response?.head.status == .serviceUnavailable && error.response?.text.contains("busy") == true)
    }

    @Test func aNewerResponseThatIsNotStoredRemovesTheOldOne() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in
            let response = counter.item("no-store")
            if counter.next == 2 { return counter.item("max-age=60") }
            return response
        }
        _ = try await shop.client.value(for: item)
        _ = try await shop.client.value(for: item.caching(.reload))
        let error = await failure { () async throws(FetchError) in
            try await shop.client.value(for: item.caching(.cacheOnly))
        }
        #expect(error?.kind == .notInCache("nothing is stored"))
        #expect(shop.sent == 2)
    }
}
