#if SQLite
import Foundation
import FreshetCore
import FreshetSQLite
import FreshetTesting
import HTTPTypes
import Testing

/// Groups of stored responses (RFC 9875) in a file.
@Suite(.timeLimit(.minutes(1)))
struct GroupInvalidationTests {
    private struct Shop: Service {
        let baseURL = "https://shop.example/v1"
        var token: String?

        var credentials: Credentials? { token.map { .bearer($0) } }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func client(_ token: String? = nil) -> Client<Shop> {
        let stub = StubTransport { request in
            guard request.head.method == .get else {
                return .status(204, headers: [HTTPField.Name("Cache-Group-Invalidation")!: #""drinks""#])
            }
            let group = request.head.path == "/v1/tea" ? "drinks" : "food"
            return .json(
                "1", headers: [.cacheControl: "max-age=60", HTTPField.Name("Cache-Groups")!: "\"\(group)\""])
        }
        let cache = HTTPCache(store: SQLiteCacheStore(file: folder.file))
        return Client(Shop(token: token), transport: stub, cache: cache, retry: .never)
    }

    @Test func theResponsesInTheGroupAreRemovedForAllCallersThoughAnEarlierProcessStoredThem() async throws {
        for client in [client(), client("secret of ada")] {
            for path in ["tea", "soup"] as [RequestPath] { _ = try await client.value(for: Request<Shop, Int>(path)) }
        }
        let later = client()
        _ = try await later.data(for: Request<Shop, Void>("orders", method: .post, reading: .nothing))
        let entries = try await later.cache?.entries() ?? []
        #expect(entries.map(\.key.url) == Array(repeating: "https://shop.example/v1/soup", count: 2))
    }
}
#endif
