import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Streams that break off or are cancelled, and go on in the cache where they were: RFC 9111 §3.3.
@Suite(.timeLimit(.minutes(1)))
struct BrokenDownloadTests {
    private static let text = "0123456789"
    private let file = Request<Shop, Data>("file")

    /// A server whose first bodies end too early.
    private func shop(
        breaking: Int = 1, tag: String = "\"1\"", length: String? = "10"
    ) -> CachedShop {
        let counter = Counter()
        return CachedShop { request in
            var fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: tag]
            fields[.contentLength] = length
            let start = request.head.headerFields[.range].flatMap { Int($0.dropFirst(6).dropLast()) }
            let rest = Array(Self.text.utf8).dropFirst(start ?? 0)
            if let start {
                fields[.contentRange] = "bytes \(start)-9/10"
                fields[.contentLength] = "\(rest.count)"
            }
            var response = StubTransport.Response(
                status: start == nil ? 200 : 206, headers: fields, chunks: [Data(rest)])
            if counter.next <= breaking {
                response.chunks = [Data(rest.prefix(3))]
                response.failure = FetchError(.connectionLost)
            }
            return response
        }
    }

    private func read(_ shop: CachedShop) async -> FetchError? {
        await failure { () async throws(FetchError) in for try await _ in try await shop.client.stream(for: file) {} }
    }

    @Test func theNextStreamGoesOn() async throws {
        let shop = shop(breaking: 2)
        #expect(await read(shop)?.kind == .connectionLost)
        #expect(shop.steps.last == "stored: 3 of 10 bytes, as far as it was received")
        #expect(await read(shop)?.kind == .connectionLost)
        #expect(shop.steps.last == "stored: 6 of 10 bytes, as far as it was received")
        let stream = try await shop.client.stream(for: file)
        var chunks: [Data] = []
        for try await chunk in stream { chunks.append(chunk) }
        #expect(chunks.map(\.count) == [6, 4] && chunks.joined().elementsEqual(Self.text.utf8))
        #expect(stream.head.status == .ok && stream.expectedBytes == 10)
        #expect(shop.stub.requests.map { $0.head.headerFields[.range] } == [nil, "bytes=3-", "bytes=6-"])
        #expect(shop.stub.requests[1].head.headerFields[.ifRange] == "\"1\"")
        // Now it is there as a whole.
        #expect(try await shop.client.value(for: file) == Data(Self.text.utf8) && shop.sent == 3)
    }

    @Test func aStreamThatIsCancelledGoesOn() async throws {
        let shop = shop()
        let stream = try await shop.client.stream(for: file)
        for try await chunk in stream {
            #expect(chunk == Data("012".utf8))
            break
        }
        stream.cancel()
        // It is stored after the call, which reports nothing any more.
        try await tasksAtRest()
        #expect(try await shop.cache.usage().entries == 1)
        #expect(try await shop.client.value(for: file) == Data(Self.text.utf8))
        #expect(shop.stub.requests[1].head.headerFields[.range] == "bytes=3-")
    }

    @Test(
        "What can't be completed is not stored", arguments: [("W/\"1\"", "10"), ("\"1\"", nil), ("\"1\"", "99999999")])
    func notStored(tag: String, length: String?) async throws {
        let shop = shop(tag: tag, length: length)
        #expect(await read(shop)?.kind == .connectionLost)
        let usage = try await shop.cache.usage()
        #expect(usage.entries == 0)
    }

    @Test("A rest of another length than its range fails", arguments: ["34567", "34567890"])
    func wrongLength(rest: String) async throws {
        let counter = Counter()
        let shop = CachedShop { _ in
            let isFirst = counter.next == 1
            return StubTransport.Response(
                status: isFirst ? 200 : 206,
                headers: [
                    .cacheControl: "max-age=60", .eTag: "\"1\"", .contentLength: "10", .contentRange: "bytes 3-9/10",
                ], chunks: [Data((isFirst ? "012" : rest).utf8)],
                failure: isFirst ? FetchError(.connectionLost) : nil)
        }
        _ = await read(shop)
        #expect(await read(shop)?.kind == .protocolViolation("a part has another length than its range"))
    }
}
