import Foundation
import FreshetCore
import FreshetSQLite
import HTTPTypes

// Stores responses in a file until it is killed, or as many as an argument says: CacheWriter FILE SEED [COUNT]. It
// prints a dot before each. Their bodies are cut out of one pattern; the field X-Cut says where, for the tests that
// look.
#if SQLite
let arguments = CommandLine.arguments
let store = SQLiteCacheStore(file: URL(filePath: arguments[1]), byteLimit: 4 << 20)
let seed = Int(arguments[2]) ?? 0
let count = arguments.count > 3 ? Int(arguments[3]) ?? 0 : .max
// In a loop, which takes a twentieth of the time of a closure in a debug build: a test starts hundreds of writers.
var bytes: [UInt8] = []
for number in 0..<300_000 { bytes.append(UInt8(truncatingIfNeeded: number &* number >> 7 &+ number)) }
let pattern = Data(bytes)

for number in 0..<count {
    FileHandle.standardOutput.write(Data(".".utf8))
    // Few addresses, so that most responses replace another one; lengths up to four chunks.
    let start = (seed &* 31 &+ number &* 17) % 50_000
    let length = (seed &* 7919 &+ number &* 104_729) % 250_000
    var headers: HTTPFields = [.cacheControl: "max-age=60"]
    headers[.init("X-Cut")!] = "\(start) \(length)"
    let response = StoredResponse(status: 200, headers: headers, requestTime: .now, responseTime: .now)
    let key = CacheKey(url: "https://shop.example/\((seed &+ number) % 20)")
    try await store.insert(
        CacheEntry(key: key, response: response, bodyBytes: length), body: pattern[start..<start + length])
}
#endif
