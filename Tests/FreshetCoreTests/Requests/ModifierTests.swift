import Foundation
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetCore

/// Every choice about a call has one modifier.
@Suite(.timeLimit(.minutes(1)))
struct ModifierTests {
    private typealias ItemRequest = Request<Shop, Shop.Item>

    struct NoPrice: Error {}

    @Test func modifiersChain() async throws {
        let request = ItemRequest("items", query: ["page": 1])
            .header(.acceptLanguage, "de").header(.acceptLanguage, "en").header(.referer, "r").header(.referer, nil)
            .query("tag", ["a", "b"]).query("none", nil)
            .caching(.reload)
            .retrying(.never)
            .sharing(.never)
            .access(.private)
            .timeout(.seconds(5))
            .idleTimeout(.seconds(2))
            .bodyLimit(100)
            .validating { if $0.price == nil { throw NoPrice() } }
        #expect(request.headers == [.acceptLanguage: "en"])
        #expect(request.query.encoded == "page=1&tag=a&tag=b")
        #expect(request.cache == .reload && request.sharing == .never && request.access == .private)
        #expect(request.retry.permission == .never && request.retry.policy == nil)
        #expect(request.timeout == .seconds(5) && request.idleTimeout == .seconds(2) && request.bodyLimit == 100)
        let sent = try await Shop.sent(request, by: Shop(privateCredentials: .bearer("token"))).head
        #expect(sent.path == "/v1/items?page=1&tag=a&tag=b")
        #expect(sent.headerFields[.authorization] == "Bearer token" && sent.headerFields[.acceptLanguage] == "en")
    }

    @Test func fieldsMayBeGivenWithTheRequest() async throws {
        let request = ItemRequest("items", method: .post, headers: [.acceptLanguage: "de"], body: .form(["a": 1]))
        #expect(request.headers == [.acceptLanguage: "de"])
        #expect(request.header(.acceptLanguage, "en").headers == [.acceptLanguage: "en"])
        let sent = try await Shop.sent(Request<Shop, Data>("items", headers: [.referer: "r"]), by: Shop()).head
        #expect(sent.headerFields[.referer] == "r")
    }

    @Test func aDictionaryIsSentInTheOrderOfItsNames() throws {
        let values = ["q": "salt & pepper", "page": "2", "a": "é"]
        #expect(Query(values).encoded == "a=%C3%A9&page=2&q=salt%20%26%20pepper")
        #expect(ItemRequest("items", query: Query(values)).query == ["a": "é", "page": 2, "q": "salt & pepper"])
    }

    @Test func aRequestIsLeftAsItWas() {
        let request = ItemRequest("items")
        _ = request.header(.referer, "r").caching(.reload).timeout(.seconds(1)).requiring(false, otherwise: "no")
        #expect(request.headers.isEmpty && request.cache == .automatic && request.timeout == nil)
        #expect(request.problem == nil)
    }

    @Test("What was chosen survives another value and another way of reading")
    func anotherValue() {
        let request = ItemRequest("items", method: .post, query: ["page": 1], body: .form(["a": 1]))
            .header(.referer, "r").caching(.cacheOnly).retrying(.always(RetryPolicy(attempts: 7))).sharing(.never)
            .access(.private).timeout(.seconds(5)).idleTimeout(.seconds(2)).bodyLimit(100).requiring(
                false, otherwise: "no")
        for other in [request.map(\.name), request.reading(.text), request.validating { _ in }.map { "\($0)" }] {
            #expect(other.method == .post && other.path == "items" && other.query == ["page": 1])
            #expect(other.headers == [.referer: "r"] && other.cache == .cacheOnly && other.sharing == .never)
            #expect(other.retry.permission == .always && other.retry.policy?.attempts == 7)
            #expect(other.access == .private && other.timeout == .seconds(5) && other.idleTimeout == .seconds(2))
            #expect(other.bodyLimit == 100 && other.problem == "no" && other.body != nil)
        }
    }

    @Test func aRequestWhoseConditionFailsIsNotSent() async {
        let (client, stub) = Shop.client { _ in .json(#"{"name":"tea"}"#) }
        let request = ItemRequest("items").requiring(true, otherwise: "never").requiring(false, otherwise: "first")
            .requiring(false, otherwise: "second")
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.kind == .invalidRequest("first"))
        #expect(stub.requests.isEmpty)
    }

    @Test func anAbsoluteAddressTakesTheQueryOfTheRequest() async throws {
        let request = ItemRequest(.absolute("https://other.example/x?a=1"), query: ["page": 1]).query("b", 2)
        #expect(try await Shop.url(request) == "https://other.example/x?a=1&page=1&b=2")
        #expect(request.path != "" && request.path == .absolute("https://other.example/x?a=1"))
    }

    // MARK: - Limits

    @Test(
        "A request has a limit of its own for its body", arguments: [(13, 10, false), (13, 14, true), (20, nil, false)])
    func bodyLimit(ofClient: Int, ofRequest: Int?, fits: Bool) async throws {
        var limits = Limits()
        limits.bodyBytes = ofClient
        let (client, stub) = Shop.client(limits: limits) { _ in
            .json(#"{"name":"tea"}"# + String(repeating: " ", count: ofClient == 20 ? 10 : 0))
        }
        let request = ItemRequest("items").bodyLimit(ofRequest)
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.kind == (fits ? nil : .tooLarge(.body(limit: ofRequest ?? ofClient))))
        #expect(stub.requests.count == 1)
        // Streams are not limited.
        var count = 0
        for try await chunk in try await client.stream(for: request) { count += chunk.count }
        #expect(count >= 14)
    }

    @Test func theLimitHoldsForAStoredBody() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in counter.item("max-age=60") }
        #expect(try await shop.client.value(for: .item("tea")).price == 1)
        let small = ItemRequest.item("tea").bodyLimit(5)
        let error = await failure { () async throws(FetchError) in try await shop.client.value(for: small) }
        #expect(error?.kind == .tooLarge(.body(limit: 5)))
        #expect(try await shop.client.value(for: ItemRequest.item("tea").bodyLimit(500)).price == 1)
        #expect(shop.sent == 1)
    }

    @Test("A request has a limit of its own for each wait", arguments: [Duration.seconds(2), .seconds(50)])
    func idleTimeout(limit: Duration) async throws {
        let (clock, gate) = (ManualClock(), Gate())
        var limits = Limits()
        limits.callTimeout = nil
        limits.idleTimeout = .seconds(10)
        let (client, _) = Shop.client(limits: limits, time: clock.time) { _ async throws(FetchError) in
            await gate.wait()
            return .status(200)
        }
        let request = ItemRequest("items").idleTimeout(limit)
        let call = Task { await failure { () async throws(FetchError) in try await client.value(for: request) } }
        try await gate.waitUntilWaiting()
        try await clock.waitForSleepers()
        clock.advance(by: limit - .milliseconds(1))
        #expect(gate.waiterCount == 1)
        clock.advance(by: .milliseconds(1))
        let error = await call.value
        #expect(error?.kind == .timedOut(.idle(limit)))
    }

    // MARK: - Streamed bodies

    /// Reads what a transport would send.
    private func sent(_ body: RequestBody) async throws -> (length: Int?, chunks: [Data]) {
        let request = Request<Shop, Void>("items", method: .post, body: body, reading: .nothing)
        guard case .stream(let length, let stream)? = try await Shop.sent(request).body else {
            throw CocoaError(.featureUnsupported)
        }
        var chunks: [Data] = []
        for try await chunk in stream { chunks.append(chunk) }
        return (length, chunks)
    }

    /// A sequence that counts up to a number, whose failure has a type of its own.
    private struct Numbers: AsyncSequence, Sendable {
        typealias Failure = NoPrice

        let count: Int
        var fails = false

        struct AsyncIterator: AsyncIteratorProtocol {
            var rest: Int
            let fails: Bool

            mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(NoPrice) -> UInt8? {
                guard rest > 0 else {
                    if fails { throw NoPrice() }
                    return nil
                }
                rest -= 1
                return UInt8(truncatingIfNeeded: rest)
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: count, fails: fails) }
    }

    @Test func aBodyOfChunksKeepsThem() async throws {
        let (stream, continuation) = AsyncStream<Data>.makeStream()
        for text in ["one", "", "two"] { continuation.yield(Data(text.utf8)) }
        continuation.finish()
        let body = try await sent(.stream(stream, length: 6))
        #expect(body.length == 6 && body.chunks == ["one", "", "two"].map { Data($0.utf8) })
        let mapped = try await sent(.stream(Numbers(count: 2).map { Data([$0, $0]) }))
        #expect(mapped.length == nil && mapped.chunks == [Data([1, 1]), Data([0, 0])])
    }

    @Test func aStreamMadeInPlaceIsOneOfChunks() async throws {
        let chunks = [Data("one".utf8), Data("two".utf8)]
        let throwing = try await sent(
            .stream(
                AsyncThrowingStream { continuation in
                    for chunk in chunks { continuation.yield(chunk) }
                    continuation.finish()
                }, length: 6))
        #expect(throwing.length == 6 && throwing.chunks == chunks)
        let plain = try await sent(
            .stream(
                AsyncStream { continuation in
                    for chunk in chunks { continuation.yield(chunk) }
                    continuation.finish()
                }))
        #expect(plain.length == nil && plain.chunks == chunks)
        await #expect(throws: NoPrice.self) {
            try await sent(.stream(AsyncThrowingStream { $0.finish(throwing: NoPrice()) }))
        }
        #expect(try await sent(.stream(AsyncThrowingStream { nil })).chunks.isEmpty)
    }

    @Test(
        "A body of bytes goes in chunks",
        arguments: [(0, []), (1, [1]), (16_384, [16_384]), (40_000, [16_384, 16_384, 7232])])
    func bytes(count: Int, chunks: [Int]) async throws {
        let body = try await sent(.stream(Numbers(count: count)))
        #expect(body.chunks.map(\.count) == chunks)
        #expect(body.chunks.reduce(Data(), +) == Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: $0) }))
    }

    @Test func aBodyThatFailsThrowsItsError() async throws {
        await #expect(throws: NoPrice.self) { try await sent(.stream(Numbers(count: 3, fails: true))) }
        await #expect(throws: NoPrice.self) {
            try await sent(.stream(Numbers(count: 3, fails: true).map { Data([$0]) }))
        }
    }
}
