import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Parts of bodies in the cache: RFC 9111 §3.3 and §3.4.
@Suite(.timeLimit(.minutes(1)))
struct PartialContentTests {
    private static let text = "0123456789"
    private let file = Request<Shop, Data>("file")
    private let clock = ManualClock()

    /// A server that serves ranges of a text.
    private struct Origin: Sendable {
        var tag: String? = "\"1\""
        var text = PartialContentTests.text
        var control: String? = "max-age=60"

        func response(to request: TransportRequest) -> StubTransport.Response {
            var fields: HTTPFields = [.contentLength: "\(text.utf8.count)"]
            fields[.cacheControl] = control
            fields[.eTag] = tag
            let whole = StubTransport.Response(headers: fields, chunks: [Data(text.utf8)])
            let condition = request.head.headerFields[.ifRange]
            guard let range = request.head.headerFields[.range], condition == nil || condition == tag,
                let outcome = ByteRange.outcome(of: range, length: text.utf8.count)
            else { return whole }
            var part = whole
            part.head = ByteRange.head(of: whole.head, outcome, length: text.utf8.count)
            part.chunks = []
            if case .part(let range) = outcome { part.chunks = [Data(Array(text.utf8)[range])] }
            return part
        }
    }

    private func shop(_ origin: Origin = Origin()) -> (CachedShop, Lock<Origin>) {
        let current = Lock(origin)
        return (CachedShop { request in current.withLock { $0 }.response(to: request) }, current)
    }

    private func part(_ range: String) -> Request<Shop, Data> { file.header(.range, "bytes=\(range)") }

    private func text(_ shop: CachedShop, _ request: Request<Shop, Data>) async throws -> String {
        String(decoding: try await shop.client.value(for: request), as: UTF8.self)
    }

    @Test func aPartServesTheRangesInIt() async throws {
        let (shop, _) = shop()
        #expect(try await text(shop, part("2-6")) == "23456")
        shop.clock.advance(by: .seconds(12))
        let inside = try await shop.client.response(for: part("3-4"))
        #expect(inside.value == Data("34".utf8) && inside.source == .fresh(age: .seconds(12)))
        #expect(inside.head.status == .partialContent)
        #expect(inside.head.headerFields[.contentRange] == "bytes 3-4/10")
        #expect(inside.head.headerFields[.contentLength] == "2")
        #expect(shop.sent == 1)
        let past = await failure { () async throws(FetchError) in try await shop.client.value(for: part("10-")) }
        #expect(past?.kind == .status(.rangeNotSatisfiable) && shop.sent == 1)
        // What lies outside is asked for, and joins what is there.
        #expect(try await text(shop, part("5-8")) == "5678")
        #expect(try await text(shop, part("2-8")) == "2345678" && shop.sent == 2)
        #expect(shop.steps.contains("stored: 5 of 10 bytes, the response allows it"))
        #expect(shop.steps.contains("stored: 7 of 10 bytes, the response allows it"))
        shop.clock.advance(by: .seconds(60))
        #expect(try await text(shop, part("2-3")) == "23" && shop.sent == 3)
    }

    @Test func aPartIsCompletedForTheWhole() async throws {
        let (shop, _) = shop()
        _ = try await text(shop, part("0-3"))
        let whole = try await shop.client.response(for: file)
        #expect(whole.value == Data(Self.text.utf8) && whole.head.status == .ok && whole.source == .network)
        #expect(whole.head.headerFields[.contentRange] == nil && whole.head.headerFields[.contentLength] == "10")
        let sent = shop.stub.requests[1].head.headerFields
        #expect(sent[.range] == "bytes=4-" && sent[.ifRange] == "\"1\"")
        #expect(shop.steps.contains("asks for the rest: a part is stored"))
        #expect(try await shop.client.response(for: file).source == .fresh(age: .zero))
        #expect(try await text(shop, part("-2")) == "89" && shop.sent == 2)
    }

    @Test func partsInTheMiddleAndAtTheEndAreCompleted() async throws {
        let (shop, _) = shop()
        for range in ["0-1", "4-5", "8-9"] { _ = try await text(shop, part(range)) }
        #expect(try await text(shop, file) == Self.text)
        #expect(shop.stub.requests[3].head.headerFields[.range] == "bytes=2-7")
    }

    @Test(
        "RFC 9111 §3.4: a part without a strong validator is served again, and joined with none",
        arguments: [
            nil, "W/\"1\"",
        ])
    func withoutAStrongValidator(tag: String?) async throws {
        let (shop, _) = shop(Origin(tag: tag))
        #expect(try await text(shop, part("2-6")) == "23456")
        #expect(try await shop.client.response(for: part("2-6")).source == .fresh(age: .zero))
        #expect(try await text(shop, part("3-4")) == "34" && shop.sent == 1)
        #expect(try await text(shop, part("5-8")) == "5678" && shop.sent == 2)
        // The later part has taken the place of the first one.
        #expect(try await text(shop, part("2-6")) == "23456" && shop.sent == 3)
        #expect(try await text(shop, file) == Self.text)
        let sent = shop.stub.requests[3].head.headerFields
        #expect(shop.sent == 4 && sent[.range] == nil && sent[.ifRange] == nil)
    }

    /// A server that sends five bytes, says so, and names a range of six.
    private func contradictoryShop() -> CachedShop {
        CachedShop { request in
            guard request.head.headerFields[.range] != nil else { return Origin().response(to: request) }
            let fields: HTTPFields = [
                .contentRange: "bytes 4-9/10", .contentLength: "5", .cacheControl: "max-age=60",
            ]
            var response = StubTransport.Response(headers: fields, chunks: [Data("45678".utf8)])
            response.head.status = .partialContent
            return response
        }
    }

    @Test("RFC 9111 §3.4: a part whose length contradicts its range serves the same range alone")
    func aPartOfContradictoryLength() async throws {
        let shop = contradictoryShop()
        #expect(try await text(shop, part("-5")) == "45678")
        shop.clock.advance(by: .seconds(12))
        let again = try await shop.client.response(for: part("-5"))
        #expect(again.value == Data("45678".utf8) && again.source == .fresh(age: .seconds(12)))
        #expect(again.head.status == .partialContent && again.head.headerFields[.contentRange] == "bytes 4-9/10")
        #expect(again.head.headerFields[.contentLength] == "5" && shop.sent == 1)
        // It is used for no other range, and not joined.
        for range in ["6-8", "6-", "-1"] { _ = try await text(shop, part(range)) }
        #expect(shop.sent == 4)
        #expect(try await text(shop, file) == Self.text)
        #expect(shop.sent == 5 && shop.stub.requests[4].head.headerFields[.range] == nil)
        // The whole is newer.
        shop.clock.advance(by: .seconds(1))
        #expect(try await text(shop, part("-5")) == "56789" && shop.sent == 5)
    }

    @Test func allPartsAreTheWhole() async throws {
        let (shop, _) = shop()
        for range in ["5-9", "0-4"] { _ = try await text(shop, part(range)) }
        #expect(try await text(shop, file) == Self.text && shop.sent == 2)
    }

    @Test("RFC 9110 §13.1.5: another version comes as a whole") func anotherVersion() async throws {
        let (shop, origin) = shop()
        _ = try await text(shop, part("0-3"))
        origin.withLock { $0 = Origin(tag: "\"2\"", text: "abcdefghij") }
        #expect(try await text(shop, file) == "abcdefghij" && shop.sent == 2)
        #expect(try await text(shop, part("0-1")) == "ab" && shop.sent == 2)
    }

    @Test("RFC 9111 §3.4: parts with other validators are not joined") func otherValidators() async throws {
        let (shop, origin) = shop()
        _ = try await text(shop, part("0-3"))
        origin.withLock { $0 = Origin(tag: "\"2\"", text: "abcdefghij") }
        _ = try await text(shop, part("4-9"))
        #expect(try await text(shop, file) == "abcdefghij")
    }

    @Test("A server that sends another part than the rest is asked for the whole", arguments: ["other", "tag", "416"])
    func wrongRest(kind: String) async throws {
        let counter = Counter()
        let shop = CachedShop { request in
            guard counter.next == 2 else { return Origin().response(to: request) }
            if kind == "416" { return .status(416, headers: [.contentRange: "bytes */10"]) }
            var response = Origin().response(to: request)
            if kind == "tag" { response.head.headerFields[.eTag] = "\"2\"" }
            if kind == "other" { response.head.headerFields[.contentRange] = "bytes 3-8/10" }
            return response
        }
        _ = try await text(shop, part("0-3"))
        #expect(try await text(shop, file) == Self.text && shop.sent == 3)
        #expect(shop.stub.requests[2].head.headerFields[.range] == nil)
        #expect(shop.steps.contains("removed: the rest belongs to another version"))
    }

    @Test("RFC 9111 §3.3: a part responds to nothing but ranges") func nothingElse() async throws {
        let (shop, _) = shop()
        _ = try await text(shop, part("0-3"))
        let error = await failure { () async throws(FetchError) in
            try await shop.client.value(for: file.caching(.cacheOnly))
        }
        #expect(error?.kind == .notInCache("only a part is stored") && shop.sent == 1)
        _ = try await shop.client.value(for: Request<Shop, Void>("file", method: .head, reading: .nothing))
        #expect(shop.sent == 2)
    }

    @Test func aPartStandsInForNoWhole() async throws {
        let counter = Counter()
        let shop = CachedShop { request throws(FetchError) in
            if counter.next > 1 { throw FetchError(.cannotConnect(.offline)) }
            return Origin().response(to: request)
        }
        _ = try await text(shop, part("0-3"))
        shop.clock.advance(by: .seconds(61))
        let error = await failure { () async throws(FetchError) in try await shop.client.value(for: file) }
        #expect(error?.kind == .cannotConnect(.offline))
        let inside = try await shop.client.response(for: part("1-2"))
        #expect(inside.value == Data("12".utf8) && inside.source.isStale)
    }

    @Test func aPartOfAStoredWholeMakesThatFreshAgain() async throws {
        let (shop, _) = shop()
        _ = try await text(shop, file)
        shop.clock.advance(by: .seconds(61))
        _ = try await text(shop, part("0-3"))
        #expect(try await shop.client.response(for: file).source == .fresh(age: .zero) && shop.sent == 2)
    }

    @Test func aPartOfAnotherVersionLeavesAStoredWhole() async throws {
        let (shop, origin) = shop()
        _ = try await text(shop, file)
        shop.clock.advance(by: .seconds(61))
        origin.withLock { $0 = Origin(tag: "\"2\"", text: "abcdefghij") }
        #expect(try await text(shop, part("0-3")) == "abcd")
        #expect(shop.steps.contains("not stored: another version is stored completely"))
        #expect(try await text(shop, file.caching(.cacheOnly)) == Self.text)
    }

    @Test("RFC 9111 §4.3.2: If-Range that names the stored version is served from it") func ifRange() async throws {
        let (shop, _) = shop()
        _ = try await text(shop, file)
        #expect(try await text(shop, part("0-1").header(.ifRange, "\"1\"")) == "01" && shop.sent == 1)
        #expect(try await text(shop, part("0-1").header(.ifRange, "\"0\"")) == Self.text && shop.sent == 2)
    }

    @Test func otherAccountsBytesAreNotJoined() async throws {
        let account = Lock("mine")
        let counter = Counter()
        let shop = CachedShop(
            Shop(credentials: .bearer(account.withLock { $0 }))
        ) { request in
            if counter.next == 2 { return Origin(tag: "\"1\"", text: "abcdefghij").response(to: request) }
            return Origin().response(to: request)
        }
        _ = try await text(shop, part("0-3"))
        let switching = file.intercepting(call: Switching(account: account))
        #expect(try await text(shop, switching) == Self.text && shop.sent == 3)
    }

    /// Signs another user in once the call has begun.
    private struct Switching: Interceptor {
        let account: Lock<String>

        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            account.withLock { $0 = "yours" }
            return try await next(request)
        }
    }
}
