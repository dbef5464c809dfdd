#if SQLite
import Foundation
import FreshetCore
import FreshetSQLite
import FreshetTesting
import HTTPTypes
import Testing

/// The same operations, by chance but by the same chance, on the store in memory and the one on disk.
@Suite(.timeLimit(.minutes(5)))
struct StoreDifferenceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("Both stores keep the same", arguments: 1...TestLength.count(4, long: 40))
    func sameContents(seed: Int) async throws {
        var random = SeededRandom(seed: UInt64(seed))
        let stores: [any CacheStore] = [MemoryCacheStore(), SQLiteCacheStore(file: folder.file)]
        var known: [CacheEntry] = []
        for number in 0..<60 {
            let entry = entry(number, by: &random)
            let old = known.randomElement(using: &random)
            let choice = Int.random(in: 0..<21, using: &random)
            for store in stores {
                switch choice {
                case 0..<10: try await store.insert(entry, body: Self.body(of: entry))
                case 10..<13:
                    if var old {
                        old.response.headers[.age] = "\(number)"
                        try await store.update(old)
                    }
                case 13..<16: if let old { try await store.remove(old) }
                case 16..<18: try await store.removeAll(at: entry.key.url)
                case 18: try await store.removeAll(withPrefix: String(entry.key.url.dropLast()))
                case 19: try await store.removeAll(identity: entry.key.identity)
                default: _ = try await store.entries(for: entry.key)
                }
            }
            if choice < 10 { known.append(entry) }
            let recent = known.suffix(8)
            let contents = try await [contents(of: stores[0], recent), contents(of: stores[1], recent)]
            #expect(contents[0] == contents[1], "operation \(number): \(choice)")
        }
    }

    private func entry(_ number: Int, by random: inout SeededRandom) -> CacheEntry {
        let host = ["a", "b"].randomElement(using: &random)!
        let key = CacheKey(
            url: "https://\(host).example/\(Int.random(in: 0..<4, using: &random))",
            identity: ["", "me"].randomElement(using: &random)!)
        let date = Date(timeIntervalSince1970: 1_767_225_600 + Double(number))
        let response = StoredResponse(
            status: 200, headers: [.eTag: "\"\(number)\""], requestTime: date, responseTime: date,
            selectors: ["accept": ["x", "y", ""].randomElement(using: &random)!])
        return CacheEntry(key: key, response: response, bodyBytes: Int.random(in: 0..<100_000, using: &random))
    }

    private static func body(of entry: CacheEntry) -> Data {
        Data(repeating: UInt8(truncatingIfNeeded: entry.bodyBytes), count: entry.bodyBytes)
    }

    /// All contents of a store, in the order of its addresses, and whether the bodies belong to them.
    private func contents(of store: any CacheStore, _ known: ArraySlice<CacheEntry>) async throws -> [String] {
        let entries = try await store.entries(withPrefix: "https://")
        let usage = try await store.usage()
        // The identities on the disk have a salt.
        var texts = entries.map { entry in
            "\(entry.id) \(entry.key.url) \(entry.key.identity.isEmpty) \(entry.response) \(entry.bodyBytes)"
        }
        texts.sort()
        texts.append("\(usage.entries)")
        for entry in known {
            let body = try await store.body(of: entry)
            texts.append("\(body.map { $0 == Self.body(of: entry) }.map { "\($0)" } ?? "gone")")
        }
        return texts
    }

    @Test("Calls get the same responses from both", arguments: 1...TestLength.count(5, long: 50))
    func sameResponses(seed: Int) async throws {
        var records: [[String]] = []
        for store in [MemoryCacheStore(), SQLiteCacheStore(file: folder.file)] as [any CacheStore] {
            records.append(try await record(with: store, seed: UInt64(seed)))
        }
        #expect(records[0] == records[1])
    }

    private func record(with store: any CacheStore, seed: UInt64) async throws -> [String] {
        let random = Lock(SeededRandom(seed: seed))
        let (clock, events) = (ManualClock(), EventRecorder())
        let stub = StubTransport { request async throws(FetchError) in
            let (number, failure) = random.withLock { random in
                (Int.random(in: 0..<5, using: &random), Int.random(in: 0..<6, using: &random))
            }
            if failure == 0 { throw FetchError(.connectionLost) }
            if failure == 1, request.head.headerFields[.ifNoneMatch] != nil { return .status(304) }
            return StubTransport.Response(
                headers: [
                    .cacheControl: "max-age=\(number * 10), stale-if-error=20", .eTag: "\"\(number)\"",
                    .vary: number % 2 == 0 ? "Accept-Language" : "Accept",
                ], chunks: [Data("\(number)".utf8)])
        }
        let cache = HTTPCache(store: store)
        let client = Client(
            Shelf(), transport: stub, cache: cache, retry: .never, observers: [events], time: clock.time)
        var record: [String] = []
        for _ in 0..<40 {
            let (path, language, method, passing) = random.withLock { random in
                (
                    Int.random(in: 0..<3, using: &random), ["de", "en"].randomElement(using: &random)!,
                    ([.get, .get, .get, .put] as [HTTPRequest.Method]).randomElement(using: &random)!,
                    Int.random(in: 0..<20, using: &random)
                )
            }
            let request = Request<Shelf, Data>(.init(stringLiteral: "\(path)"), method: method)
                .header(.acceptLanguage, language)
            do throws(FetchError) {
                let response = try await client.response(for: request)
                record.append("\(String(decoding: response.value, as: UTF8.self)) \(response.source)")
            } catch {
                record.append(error.code)
            }
            clock.advance(by: .seconds(passing))
        }
        let steps = events.events.compactMap { if case .cache(let step) = $0.step { "\(step)" } else { nil } }
        #expect(cache.statistics.storeFailures == 0)
        return record + steps + ["\(cache.statistics)"]
    }

    @Test("A disk that is full at any moment fails no call and spoils nothing")
    func fullAtAnyMoment() async throws {
        let body = Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) })
        var isRoomy = false
        var pages = 1
        while !isRoomy {
            let file = folder.url.appending(path: "\(pages).sqlite")
            let cache = HTTPCache(store: SQLiteCacheStore(file: file, pageLimit: pages))
            let stub = StubTransport { _ in
                StubTransport.Response(headers: [.cacheControl: "max-age=60"], chunks: [body])
            }
            let client = Client(Shelf(), transport: stub, cache: cache)
            for name in ["a", "b", "a", "c", "d", "b"] {
                let value = try await client.value(for: Request<Shelf, Data>(.init(stringLiteral: name)))
                #expect(value == body)
            }
            isRoomy = cache.statistics.storeFailures == 0
            // Opened on a disk with room, it contains nothing broken and stores more.
            let later = HTTPCache(store: SQLiteCacheStore(file: file))
            let next = Client(Shelf(), transport: stub, cache: later)
            for _ in 1...2 { #expect(try await next.value(for: Request<Shelf, Data>("a")) == body) }
            #expect(later.statistics.storeFailures == 0 && later.statistics.hits > 0)
            pages += 1
        }
        #expect(pages > 15)
    }
}
#endif
