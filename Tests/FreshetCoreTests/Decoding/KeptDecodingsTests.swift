import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// A stored response that is served again is not decoded again.
struct KeptDecodingsTests {
    /// A service that counts how often it decodes.
    private struct Words: Service {
        let baseURL = "https://words.example"
        let decodings = Lock(0)

        func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
            decodings.withLock { $0 += 1 }
            return try decoder.decode(type, from: body)
        }

        var count: Int { decodings.withLock { $0 } }
    }

    private let clock = ManualClock()
    private let cache: HTTPCache
    private let stub: StubTransport
    private let request = Request<Words, [String]>("all")

    init() {
        cache = HTTPCache()
        stub = StubTransport { _ in
            StubTransport.Response(
                headers: [.contentType: "application/json", .cacheControl: "max-age=60"],
                chunks: [Data(#"["a","b"]"#.utf8)])
        }
    }

    private func client(_ words: Words) -> Client<Words> {
        Client(words, transport: stub, cache: cache, time: clock.time)
    }

    @Test func severalHitsDecodeOnce() async throws {
        let words = Words()
        let client = client(words)
        // Once for the response of the server, which may never be asked for again, and once for all that are served
        // from the cache.
        for _ in 0..<5 { #expect(try await client.value(for: request) == ["a", "b"]) }
        #expect(stub.requests.count == 1)
        #expect(words.count == 2)
    }

    @Test func anotherClientDecodesByItself() async throws {
        let (first, second) = (Words(), Words())
        for words in [first, second, second] { _ = try await client(words).value(for: request) }
        #expect(stub.requests.count == 1)
        #expect(first.count == 1)
        #expect(second.count == 2)
    }

    @Test func anotherTypeIsDecodedByItself() async throws {
        let words = Words()
        let client = client(words)
        let set = Request<Words, Set<String>>("all")
        for _ in 0..<3 {
            #expect(try await client.value(for: request) == ["a", "b"])
            #expect(try await client.value(for: set) == ["a", "b"])
        }
        #expect(words.count == 3)
    }

    @Test func aNewResponseIsDecodedAgain() async throws {
        let words = Words()
        let client = client(words)
        for _ in 0..<3 { _ = try await client.value(for: request) }
        clock.advance(by: .seconds(61))
        for _ in 0..<3 { _ = try await client.value(for: request) }
        #expect(stub.requests.count == 2)
        #expect(words.count == 4)
    }
}
