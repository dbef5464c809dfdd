import Benchmark
import Foundation
import Freshet
import FreshetSQLite
import FreshetTesting
import HTTPTypes

/// What the cache costs, by the number of answers that it holds: it must not grow with them.
func stores() {
    for count in [10, 1000, 100_000] {
        measure("memory", MemoryCacheStore(byteLimit: 1 << 30), holding: count)
        let file = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString).sqlite")
        measure("SQLite", SQLiteCacheStore(file: file, byteLimit: 1 << 30), holding: count)
    }
    calls()
}

private let body = Data(repeating: 0x61, count: 256)

private func entry(_ number: Int) -> CacheEntry {
    let response = StoredResponse(
        status: 200, headers: [.cacheControl: "max-age=3600", .eTag: "\"\(number)\""], requestTime: .now,
        responseTime: .now)
    return CacheEntry(key: CacheKey(url: "https://words.example/\(number)"), response: response, bodyBytes: body.count)
}

private func measure(_ name: String, _ store: some CacheStore, holding count: Int) {
    let filling = Filling(store, count: count)
    Benchmark("\(name), \(count) held: find and read") { benchmark in
        try await filling.fill()
        let key = CacheKey(url: "https://words.example/\(count / 2)")
        benchmark.startMeasurement()
        let found = try await store.entries(for: key)
        blackHole(try await store.body(of: found[0]))
        benchmark.stopMeasurement()
    }
    Benchmark("\(name), \(count) held: store in place of another") { benchmark in
        try await filling.fill()
        let replacement = entry(count / 2)
        benchmark.startMeasurement()
        try await store.insert(replacement, body: body)
        benchmark.stopMeasurement()
    }
}

/// Fills a store with its first use.
private actor Filling {
    private let store: any CacheStore
    private var count: Int

    init(_ store: some CacheStore, count: Int) {
        self.store = store
        self.count = count
    }

    func fill() async throws {
        while count > 0 {
            count -= 1
            try await store.insert(entry(count), body: body)
        }
    }
}

/// Whole calls that the cache answers.
private func calls() {
    let request = Request<Words, [String]>("all")
    let fresh = client("max-age=3600")
    Benchmark("a call answered from memory") { benchmark in
        _ = try await fresh.value(for: request)
        benchmark.startMeasurement()
        for _ in 0..<100 { blackHole(try await fresh.value(for: request)) }
        benchmark.stopMeasurement()
    }
    let stale = client("no-cache")
    Benchmark("a call confirmed by the server (stub)") { benchmark in
        _ = try await stale.value(for: request)
        benchmark.startMeasurement()
        for _ in 0..<100 { blackHole(try await stale.value(for: request)) }
        benchmark.stopMeasurement()
    }
}

private func client(_ control: String) -> Client<Words> {
    Client(Words(), transport: Echo(control: control), cache: HTTPCache(store: MemoryCacheStore()))
}

/// Answers at once, and confirms what is asked for with a condition.
struct Echo: Transport {
    var control = "no-store"

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let isKnown = request.head.headerFields[.ifNoneMatch] == "\"1\""
        var answer = isKnown ? StubTransport.Answer.status(304) : .json(#"["a","b"]"#)
        answer.head.headerFields[.cacheControl] = control
        answer.head.headerFields[.eTag] = "\"1\""
        let final = answer
        return try await StubTransport { _ in final }.send(request)
    }
}

struct Words: Service {
    let baseURL = "https://words.example"
}
