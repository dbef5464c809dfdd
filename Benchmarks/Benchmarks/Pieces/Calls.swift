import Benchmark
import BenchmarkKit
import Foundation
import Freshet
import FreshetSQLite
import FreshetTesting
import NewsAPI

/// Measures complete calls for a page of twenty articles, 12 KB, on a transport that responds at once.
func calls() {
    measure("fetched, nothing kept", "no-store") { _ in nil }
    // A client keeps the decoded values of 64 responses, so 100 addresses make it decode again.
    for (addresses, value) in [(1, "value kept"), (100, "decoded again")] {
        measure("served from memory, \(value)", "max-age=3600", addresses) { _ in MemoryCacheStore() }
        measure("served from SQLite, \(value)", "max-age=3600", addresses) { SQLiteCacheStore(file: $0) }
    }
    measure("confirmed in memory by 304", "no-cache") { _ in MemoryCacheStore() }
    measure("confirmed in SQLite by 304", "no-cache") { SQLiteCacheStore(file: $0) }
}

private func measure(
    _ name: String, _ control: String, _ addresses: Int = 1, _ makeStore: @escaping (URL) -> (any CacheStore)?
) {
    let requests = (0..<addresses).map { Request<Words, NewsAPI.ArticlePage>("\($0)") }
    let file = URL.temporaryStore()
    var turn = 0
    Benchmark("a call of 12 KB \(name)") { (benchmark, client: Client<Words>) in
        let request = requests[turn % addresses]
        turn += 1
        let page = try await benchmark.timed { try await client.value(for: request) }
        precondition(page.articles.count == 20)
    } setup: {
        let transport = Echo(body: Bodies.news(articles: 20), control: control)
        let client = Client(Words(), transport: transport, cache: makeStore(file).map { HTTPCache(store: $0) })
        for request in requests { _ = try await client.value(for: request) }
        return client
    } teardown: {
        file.removeFolder()
    }
}

/// Responds at once, and confirms conditional requests.
struct Echo: Transport {
    var body = Data(#"["a","b"]"#.utf8)
    var control = "no-store"

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let isKnown = request.head.headerFields[.ifNoneMatch] == "\"1\""
        let response = StubTransport.Response(
            status: isKnown ? 304 : 200,
            headers: [.contentType: "application/json", .cacheControl: control, .eTag: "\"1\""],
            chunks: isKnown ? [] : [body])
        return try await StubTransport { _ in response }.send(request)
    }
}

struct Words: Service {
    let baseURL = "https://words.example"
    var credentials: Credentials?
}
