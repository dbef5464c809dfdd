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

    @Test func aFreshResponseServesThem() async throws {
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

    @Test func aDateNamesWhatHasNoTag() async throws {
        let (counter, date) = (Counter(), "Thu, 01 Jan 2026 00:00:00 GMT")
        let shop = CachedShop { request in
            request.head.headerFields[.ifModifiedSince] == nil
                ? counter.item("max-age=60", [.lastModified: date])
                : .status(304, headers: [.lastModified: date, .cacheControl: "max-age=600"])
        }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        #expect(await status(shop, item.header(.ifModifiedSince, date))?.kind == .status(.notModified))
        #expect(try await shop.client.response(for: item).source == .fresh(age: .zero))
        #expect(shop.sent == 2)
    }

    @Test(
        "What the server alone may judge fails without it",
        arguments: [
            [.ifMatch: "\"2\""], [.ifUnmodifiedSince: "Thu, 01 Jan 2026 00:00:00 GMT"],
            [.range: "bytes=0-3", .ifRange: "\"2\""],
        ] as [HTTPFields])
    func withoutTheServer(conditions: HTTPFields) async throws {
        let (counter, isDown) = (Counter(), Lock(false))
        let shop = CachedShop { _ async throws(FetchError) in
            if isDown.withLock({ $0 }) { throw FetchError(.connectionLost) }
            let tea = counter.item("max-age=60, stale-if-error=600", [.eTag: "\"1\"", .contentLength: "24"])
            return tea
        }
        _ = try await shop.client.value(for: item)
        isDown.withLock { $0 = true }
        shop.clock.advance(by: .seconds(61))
        var request = item
        for field in conditions { request = request.header(field.name, field.value) }
        #expect(await status(shop, request)?.kind == .connectionLost)
        #expect(try await shop.client.response(for: item).source.isStale)
    }

    @Test("What a later response says of a stored one", arguments: [true, false])
    func whatALaterResponseSays(asksNoStore: Bool) async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            request.head.method == .head
                ? StubTransport.Response(
                    headers: [.eTag: "\"1\"", .cacheControl: asksNoStore ? "max-age=600" : "no-store"], chunks: [])
                : counter.item("max-age=60", [.eTag: "\"1\""])
        }
        _ = try await shop.client.value(for: item)
        let head = Request<Shop, Void>("items/tea", method: .head, reading: .nothing).caching(.reload)
        _ = try await shop.client.value(for: asksNoStore ? head.header(.cacheControl, "no-store") : head)
        // `no-store` of the response removes what is stored, that of the request changes nothing.
        if asksNoStore { shop.clock.advance(by: .seconds(30)) }
        let source: ResponseSource = asksNoStore ? .fresh(age: .seconds(30)) : .network
        #expect(try await shop.client.response(for: item).source == source)
    }

    @Test func aConfirmationThatDependsOnOtherFieldsServesNobodyElse() async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            request.head.headerFields[.ifNoneMatch] == nil
                ? counter.item("max-age=60", [.eTag: "\"1\""])
                : .status(
                    304, headers: [.eTag: "\"1\"", .cacheControl: "max-age=600", .vary: "Accept-Language"])
        }
        _ = try await shop.client.value(for: item.header(.acceptLanguage, "de"))
        shop.clock.advance(by: .seconds(61))
        #expect(try await shop.client.value(for: item.header(.acceptLanguage, "de")).price == 1)
        #expect(try await shop.client.value(for: item.header(.acceptLanguage, "fr")).price == 2)
    }

    @Test("A status about one request is not served to others", arguments: [412, 416])
    func aStatusAboutTheRequest(code: Int) async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            request.head.headerFields[.range] == nil && request.head.headerFields[.ifMatch] == nil
                ? counter.item("max-age=60", [.eTag: "\"1\""]) : .status(code, headers: [.cacheControl: "max-age=60"])
        }
        _ = try await shop.client.value(for: item)
        let request = code == 412 ? item.header(.ifMatch, "\"2\"") : item.header(.range, "bytes=999-").caching(.reload)
        #expect(await status(shop, request)?.response?.head.status.code == code)
        #expect(try await shop.client.response(for: item).source == .fresh(age: .zero))
    }
}
