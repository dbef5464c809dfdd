import Foundation
import Freshet
import FreshetSQLite
import FreshetTesting
import Testing

// The code of the guide "HTTP caching".

struct Kitchen: Service {
    let baseURL = "https://kitchen.example"
}

extension Request where API == Kitchen, Value == Data {
    static var menu: Self { Request("menu") }
}

struct Bank: Service {
    let baseURL = "https://bank.example/v1"
    var secretNames: SecretNames {
        .standard.adding("account", "X-Customer").removing("pageToken", "max-keys")
    }
}

#if SQLite
func newsClients() -> [Client<News>] {
    let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
    let stored = HTTPCache(store: SQLiteCacheStore(file: folder.appending(path: "news/responses.sqlite")))
    return [
        Client(News()),  // in memory, shared
        Client(News(), cache: stored),  // on disk, for the next start too
        Client(News(), cache: nil),  // nowhere
    ]
}
#endif

func refreshed(_ news: Client<News>) async throws -> News.Page {
    let headlines = Request<News, News.Page>.headlines
    _ = try await news.value(for: headlines.caching(.cacheOnly))
    _ = try await news.value(for: headlines.caching(.lifetime(.seconds(900))))
    return try await news.value(for: headlines.caching(.revalidate))
}

func follow(_ news: Client<News>, show: (FetchState<News.Page>) -> Void) async {
    for await state in news.states(for: .headlines) {
        show(state)
    }
}

func signOut(_ news: Client<News>) async throws {
    guard let cache = news.cache else { return }
    print(cache.statistics.hits, cache.statistics.misses, try await cache.usage().bytes)
    for entry in try await cache.entries(withPrefix: "https://news.example/") { print(entry.key.url) }
    try await cache.removeAll(withPrefix: "https://news.example/")
}

func fiveMinutesLater() async throws {
    let clock = ManualClock()
    let stub = StubTransport { _ in
        StubTransport.Response(headers: [.cacheControl: "max-age=60"], chunks: [Data("tea".utf8)])
    }
    let client = Client(Kitchen(), transport: stub, cache: HTTPCache(), time: clock.time)
    _ = try await client.data(for: .menu)
    clock.advance(by: .seconds(300))
    _ = try await client.data(for: .menu)
    #expect(stub.requests.count == 2)
}

struct CachingSnippets {
    @Test func theSnippetWithATestHolds() async throws {
        try await fiveMinutesLater()
    }
}
