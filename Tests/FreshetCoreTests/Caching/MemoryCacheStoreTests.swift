import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

struct MemoryCacheStoreTests {
    #if os(Linux)
    /// A response with a number of fields, and a body of a number of bytes.
    struct Example: CustomTestStringConvertible {
        let fields: Int
        let body: Int

        var testDescription: String { "\(fields) fields and \(body) bytes" }
    }

    /// The memory of a process is that of all its tests: so another one fills the store.
    @Test(
        "A full store takes the memory of its limit, within a tenth",
        arguments: [
            Example(fields: 6, body: 300), Example(fields: 8, body: 20_000), Example(fields: 2, body: 0),
            Example(fields: 4, body: 20), Example(fields: 12, body: 1_000),
        ].prefix(TestLength.count(2, long: 5)))
    func limit(example: Example) async throws {
        let limit = TestLength.count(8, long: 32) << 20
        let process = Process()
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        process.executableURL = (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
            .appending(path: "CacheFiller")
        process.arguments = ["\(limit)", "\(example.fields)", "\(example.body)"]
        let output = Pipe()
        process.standardOutput = output
        let ended = Gate()
        process.terminationHandler = { _ in ended.open() }
        try process.run()
        let printed = try #require(try output.fileHandleForReading.readToEnd())
        await ended.wait()
        let numbers = String(decoding: printed, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .compactMap { Double($0) }
        try #require(numbers.count == 2)
        let (resident, counted) = (numbers[0] / Double(limit), numbers[1] / Double(limit))
        #expect((0.95...1).contains(counted) && (0.9...1.1).contains(resident), "\(resident) of \(counted)")
    }
    #endif

    @Test("The body of a slice of a larger buffer is stored without the rest") func slices() throws {
        let store = MemoryCacheStore()
        let buffer = Data(repeating: 7, count: 1 << 20)
        let date = Date(timeIntervalSince1970: 0)
        let response = StoredResponse(status: 200, headers: [:], requestTime: date, responseTime: date)
        let entry = CacheEntry(key: CacheKey(url: "https://a.example/"), response: response, bodyBytes: 100)
        let slice = buffer[1_000..<1_100]
        store.insert(entry, body: slice)
        let body = try #require(store.body(of: entry))
        #expect(body == slice && body.startIndex == 0)
        #expect(store.usage().bytes < 2_000)
    }
}
