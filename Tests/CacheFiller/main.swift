import Foundation
import FreshetCore
import FreshetHTTP
import HTTPTypes

// Fills a store in memory with three times what it holds: CacheFiller LIMIT FIELDS BODY. Prints the memory that has
// become resident, as Linux counts it, and the bytes that the store counts.

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let (limit, fieldCount, bodyBytes) = (numbers[0], numbers[1], numbers[2])

/// Fields as servers send them. The texts are made again for each response, as by a transport.
let examples = [
    ("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "public, max-age=3600"),
    ("Date", "Sat, 28 Nov 2026 18:43:20 GMT"), ("ETag", "\"33a64df551425fcc55e4d42a148795d9f25f89d4\""),
    ("Server", "nginx"), ("Strict-Transport-Security", "max-age=63072000; includeSubDomains; preload"),
    ("Vary", "Accept-Encoding"), ("X-Content-Type-Options", "nosniff"), ("Age", "12"),
    ("Content-Security-Policy", "default-src 'self'; object-src 'none'"), ("Via", "1.1 cache"),
    ("X-Request-ID", "7b1c5a52-9c1f-4c6b-a1d6-6f1f7b0c2f11"),
]

func text(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }

func fill(_ store: MemoryCacheStore, with count: Int) {
    for number in 0..<count {
        let fields = examples.prefix(fieldCount).compactMap { name, value in
            HTTPField.Name(text(name)).map { HTTPField(name: $0, value: text(value)) }
        }
        let date = Date(timeIntervalSince1970: 1_767_225_600)
        let response = StoredResponse(
            status: 200, headers: HTTPFields(fields), requestTime: date, responseTime: date,
            selectors: number % 2 == 0 ? [:] : [text("accept-encoding"): text("gzip, deflate, br, zstd")])
        // A cache reads them before it stores a response.
        _ = response.directives
        let key = CacheKey(url: "https://api.example/3/movies/\(number)?language=en")
        let body = Data(repeating: UInt8(truncatingIfNeeded: number), count: bodyBytes)
        store.insert(CacheEntry(key: key, response: response, bodyBytes: bodyBytes), body: body)
    }
}

var resident: Int {
    let numbers = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (numbers.flatMap { Int($0[1]) } ?? 0) * sysconf(Int32(_SC_PAGESIZE))
}

// What the first responses load into the process does not count.
fill(MemoryCacheStore(byteLimit: 100_000), with: 200)
let before = resident
let store = MemoryCacheStore(byteLimit: limit)
fill(store, with: 3 * limit / (700 + bodyBytes))
print(resident - before, store.usage().bytes)
