import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

// The code of the comments about caches and decoders.

enum CacheComments {
    static func pictures() -> Client<Shop> {
        let pictures = HTTPCache(store: MemoryCacheStore(byteLimit: 128 << 20))
        let shop = Client(Shop(), cache: pictures)  // large pictures don't evict what other clients have stored
        return shop
    }

    static func share(of cache: HTTPCache) {
        let counts = cache.statistics
        let all = counts.hits + counts.confirmations + counts.misses
        print("\(counts.hits) of \(all) responses came from the cache alone")
    }

    static func list(_ cache: HTTPCache) async throws(CacheStoreError) {
        for entry in try await cache.entries(withPrefix: "https://news.example/") {
            print(entry.key.url, entry.response.status, "\(entry.bodyBytes) bytes")
        }
    }

    static func clear(_ news: Client<News>) async throws(CacheStoreError) {
        if let cache = news.cache {
            try await cache.removeAll(withPrefix: "https://news.example/")  // with a slash after the host
        }
    }

    struct KeepingPreviewsOut: Interceptor {
        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            var response = try await next(request)
            if request.path.hasSuffix("/preview") {
                response.restrictCaching { $0.storageObstacle = "it is a preview" }
            }
            return response
        }
    }

    // MARK: - Decoders

    struct GuardedJSONDecoder: BodyDecoder {
        func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
            let guarding = Data(")]}'\n".utf8)  // keeps browsers from running the JSON as a script
            let json = body.starts(with: guarding) ? body.dropFirst(guarding.count) : body
            return try FreshetJSONDecoder.freshet.decode(type, from: json)
        }
    }

    struct Archive: Service {
        let baseURL = "https://archive.example/v1"
        var decoder: any BodyDecoder { JSONDecoder.freshet }
    }

    static func report(_ error: FetchError) {
        if case .decoding(let failure) = error.kind {
            print("\(failure.codingPath): \(failure.reason)")  // articles[3].publishedAt: …
        }
    }
}

@Suite(.timeLimit(.minutes(1)))
struct CacheCommentTests {
    @Test func previewsAreNotStored() async throws {
        let stub = StubTransport { _ in
            .json(#""tea""#, headers: [.cacheControl: "max-age=60"])
        }
        var configuration = ClientConfiguration(transport: stub, cache: HTTPCache())
        configuration.attemptInterceptors = [CacheComments.KeepingPreviewsOut()]
        let shop = Client(Shop(), configuration)
        for item in [Request<Shop, String>("items/preview"), Request<Shop, String>("items/tea")] {
            for _ in 1...2 { #expect(try await shop.value(for: item) == "tea") }
        }
        #expect(stub.requests.count == 3)
    }

    @Test func aGuardIsSkipped() throws {
        let body = Data(")]}'\n[1, 2]".utf8)
        #expect(try CacheComments.GuardedJSONDecoder().decode([Int].self, from: body) == [1, 2])
        #expect(try CacheComments.GuardedJSONDecoder().decode([Int].self, from: Data("[3]".utf8)) == [3])
    }
}
