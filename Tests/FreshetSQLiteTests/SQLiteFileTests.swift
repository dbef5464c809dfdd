#if SQLite
import Foundation
import FreshetCore
import FreshetSQLite
import FreshetTesting
import GRDB
import HTTPTypes
import Testing

/// The file of a store: kept, shared, damaged, full, and not to be written.
@Suite(.timeLimit(.minutes(30)))
struct SQLiteFileTests {
    private let folder: TemporaryFolder
    private let pattern = Self.pattern

    /// What `CacheWriter` cuts its bodies out of.
    private static let pattern = Data(
        (0..<300_000).map { number in UInt8(truncatingIfNeeded: number &* number >> 7 &+ number) })

    init() throws { folder = try TemporaryFolder() }

    private func entry(_ url: String = "https://a.example/1", bodyBytes: Int = 3) -> CacheEntry {
        let response = StoredResponse(status: 200, headers: [:], requestTime: .now, responseTime: .now)
        return CacheEntry(key: CacheKey(url: url), response: response, bodyBytes: bodyBytes)
    }

    private func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func responsesOutliveTheProcessAndOnlyTheOwnerMayReadThem() async throws {
        let entry = entry()
        try await SQLiteCacheStore(file: folder.file).insert(entry, body: Data("abc".utf8))
        let again = SQLiteCacheStore(file: folder.file)
        let body = try await again.body(of: entry)
        #expect(body == Data("abc".utf8))
        for ending in ["", "-wal", "-shm"] {
            let permissions = try permissions(of: folder.file.path + ending)
            #expect(permissions == 0o600)
        }
    }

    @Test func partsOutliveTheProcess() async throws {
        var entry = entry(bodyBytes: 3)
        entry.response.parts = StoredParts(2..<5, length: 10)
        try await SQLiteCacheStore(file: folder.file).insert(entry, body: Data("234".utf8))
        let again = try await SQLiteCacheStore(file: folder.file).entries(for: entry.key)
        #expect(again.map(\.response.parts) == [StoredParts(2..<5, length: 10)])
        #expect(again.map(\.response.isComplete) == [false])
    }

    @Test func noCookieIsWritten() async throws {
        var entry = entry()
        entry.response.headers = [.setCookie: "id=hush-hush", .cacheControl: "max-age=61"]
        let store = SQLiteCacheStore(file: folder.file)
        try await store.insert(entry, body: Data("abc".utf8))
        try await store.update(entry)
        let stored = try await store.entries(for: entry.key)
        #expect(stored.map(\.response.headers) == [[.cacheControl: "max-age=61"]])
        #expect(try isWritten("max-age=61"))
        #expect(try !isWritten("hush"))
    }

    @Test("RFC 9111 §3.1: all fields are written on request, and removed without a trace")
    func cookiesAreWrittenToAStoreThatKeepsThem() async throws {
        var entry = entry()
        entry.response.headers = [.setCookie: "id=hush-hush", .cacheControl: "max-age=61"]
        entry.response.headers.append(HTTPField(name: .setCookie, value: "tea=hush-green"))
        let store = SQLiteCacheStore(file: folder.file, storesCookies: true)
        try await store.insert(entry, body: Data("abc".utf8))
        try await store.update(entry)
        let read = try await SQLiteCacheStore(file: folder.file, storesCookies: true).entries(for: entry.key)
        #expect(read.map(\.response.headers) == [entry.response.headers])
        #expect(try permissions(of: folder.file.path) == 0o600)
        #expect(try isWritten("hush-green"))
        try await store.removeAll(withPrefix: "")
        let queue = try DatabaseQueue(path: folder.file.path)
        try await queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        try queue.close()
        #expect(try !isWritten("hush"))
    }

    /// Whether the files of the store contain a text.
    private func isWritten(_ text: String) throws -> Bool {
        try ["", "-wal"].contains { ending in
            try Data(contentsOf: URL(filePath: folder.file.path + ending)).range(of: Data(text.utf8)) != nil
        }
    }

    @Test func aMereHitWritesNothing() async throws {
        let entry = entry()
        let store = SQLiteCacheStore(file: folder.file)
        try await store.insert(entry, body: Data("abc".utf8))
        func written() throws -> [Int?] {
            try ["", "-wal"].map {
                try FileManager.default.attributesOfItem(atPath: folder.file.path + $0)[.size] as? Int
            }
        }
        let other = try DatabaseQueue(path: folder.file.path)
        let before = try await other.read { db in try Int.fetchOne(db, sql: "PRAGMA data_version") }
        let sizes = try written()
        for _ in 0..<100 { _ = try await store.body(of: entry) }
        let after = try await other.read { db in try Int.fetchOne(db, sql: "PRAGMA data_version") }
        #expect(before == after)
        #expect(try written() == sizes)
    }

    @Test(arguments: ["garbage", "truncated", "scribbled"])
    func aDamagedFileIsSetAsideAndBegunAgain(kind: String) async throws {
        let path = folder.file.path
        var first: SQLiteCacheStore? = SQLiteCacheStore(file: folder.file)
        for number in 0..<20 {
            try await first?.insert(
                entry("https://a.example/\(number)", bodyBytes: 20_000), body: pattern.prefix(20_000))
        }
        first = nil
        // All of it into the one file.
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        try queue.close()
        var content = try Data(contentsOf: folder.file)
        switch kind {
        case "garbage": content = Data("this is no database, and never was".utf8)
        case "truncated": content = content.prefix(content.count / 2)
        default: content.replaceSubrange(4096..<content.count, with: Data(repeating: 0xA5, count: content.count - 4096))
        }
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
        try content.write(to: folder.file)

        // Calls succeed all the while, with the cache or without it.
        let count = Lock(0)
        let stub = StubTransport { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return StubTransport.Response(headers: [.cacheControl: "max-age=60"], chunks: [Data("\(number)".utf8)])
        }
        let cache = HTTPCache(store: SQLiteCacheStore(file: folder.file))
        let client = Client(Shelf(), transport: stub, cache: cache)
        for name in ["a", "b", "c", "d"] { _ = try await client.value(for: Request<Shelf, Data>(.init(name))) }
        let hits = cache.statistics.hits
        let last = try await client.value(for: Request<Shelf, Data>("d"))
        #expect(last == Data("4".utf8) && cache.statistics.hits == hits + 1)
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
    }

    @Test(
        "A damaged file may have any numbers",
        arguments: [
            "entry SET bodyBytes = 9223372036854775807", "entry SET bodyBytes = -1", "entry SET bodyBytes = 'x'",
            "entry SET cost = 9223372036854775807", "entry SET cost = -9223372036854775807 - 1", "entry SET cost = 'x'",
            "total SET bytes = 1e300", "total SET bytes = -1e300", "total SET bytes = 'x'",
        ])
    func numbers(change: String) async throws {
        let store = SQLiteCacheStore(file: folder.file, byteLimit: 100_000)
        let url = { (number: Int) in "https://a.example/\(number)" }
        for number in 1...3 {
            try await store.insert(entry(url(number), bodyBytes: 20_000), body: pattern.prefix(20_000))
        }
        let queue = try DatabaseQueue(path: folder.file.path)
        try await queue.write { db in try db.execute(sql: "UPDATE \(change)") }
        try queue.close()
        for entry in try await store.entries(for: entry(url(1)).key) {
            _ = try await store.body(of: entry)
            try await store.update(entry)
        }
        _ = try await store.usage()
        for number in 4...20 {
            let new = entry(url(number), bodyBytes: 20_000)
            try await store.insert(new, body: pattern.prefix(20_000))
        }
        let usage = try await store.usage()
        #expect(usage.entries <= 20 && usage.bytes >= 0)
    }

    @Test func aFileOfAnotherVersionIsEmptied() async throws {
        try FileManager.default.createDirectory(
            at: folder.file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: folder.file.path)
        try await queue.write { db in
            try db.execute(sql: "CREATE TABLE entry (old); CREATE TABLE \"odd name\" (x); PRAGMA user_version = 99")
        }
        try queue.close()
        let store = SQLiteCacheStore(file: folder.file)
        try await store.insert(entry(), body: Data("abc".utf8))
        let usage = try await store.usage()
        #expect(usage.entries == 1)
    }

    @Test func aFullDiskFailsNoCall() async throws {
        let store = SQLiteCacheStore(file: folder.file, pageLimit: 40)
        let recorder = EventRecorder()
        let pattern = pattern
        let stub = StubTransport { _ in
            StubTransport.Response(headers: [.cacheControl: "max-age=60"], chunks: [pattern.prefix(50_000)])
        }
        let client = Client(Shelf(), transport: stub, cache: HTTPCache(store: store), observers: [recorder])
        for name in ["a", "b", "c", "d", "e", "f"] {
            let body = try await client.value(for: Request<Shelf, Data>(.init(name)))
            #expect(body == pattern.prefix(50_000))
        }
        let failures = recorder.events.filter {
            if case .cache(let step) = $0.step {
                step.action == .storeFailed && step.reason.contains("full")
            } else {
                false
            }
        }
        #expect(!failures.isEmpty)
        // What was there before is whole, and its place can be used again.
        for entry in try await store.entries(withPrefix: "") {
            let body = try await store.body(of: entry)
            #expect(body == pattern.prefix(50_000))
        }
        try await store.removeAll(withPrefix: "")
        try await store.insert(entry(bodyBytes: 50_000), body: pattern.prefix(50_000))
    }

    @Test func aFolderThatCanNotBeWrittenFailsNoCall() async throws {
        // A file stands where the folder should be, which stops root, too.
        let blocked = folder.url.appending(path: "blocked")
        try Data().write(to: blocked)
        let cache = HTTPCache(store: SQLiteCacheStore(file: blocked.appending(path: "answers.sqlite")))
        let stub = StubTransport { _ in .text("1") }
        let client = Client(Shelf(), transport: stub, cache: cache)
        for _ in 0..<2 { #expect(try await client.value(for: Request<Shelf, Data>("a")) == Data("1".utf8)) }
        #expect(cache.statistics.storeFailures > 0 && stub.requests.count == 2)
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func aReadOnlyFolderFailsNoCall() async throws {
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path) }
        let cache = HTTPCache(store: SQLiteCacheStore(file: folder.url.appending(path: "answers.sqlite")))
        let client = Client(Shelf(), transport: StubTransport { _ in .text("1") }, cache: cache)
        #expect(try await client.value(for: Request<Shelf, Data>("a")) == Data("1".utf8))
        #expect(cache.statistics.storeFailures > 0)
    }

    // MARK: - Several processes

    /// A process that stores responses in the file.
    private struct Writer {
        let process = Process()
        let output = Pipe()
        let ended = Gate()

        init(file: URL, seed: Int, count: Int? = nil) throws {
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            process.executableURL = (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
                .appending(path: "CacheWriter")
            process.arguments = [file.path, "\(seed)"] + (count.map { ["\($0)"] } ?? [])
            process.standardOutput = output
            process.terminationHandler = { [ended] _ in ended.open() }
            try process.run()
        }

        /// Waits until the process has stored as many responses as it was started for.
        func succeed() async throws {
            _ = try output.fileHandleForReading.readToEnd()
            await ended.wait()
            #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        }
    }

    private func writer(seed: Int, count: Int? = nil) throws -> Writer {
        try Writer(file: folder.file, seed: seed, count: count)
    }

    /// Sees that each response has the body that it was stored with; returns how many there are.
    private func checkEveryResponse() async throws -> Int {
        let store = SQLiteCacheStore(file: folder.file)
        let entries = try await store.entries(withPrefix: "")
        for entry in entries {
            let cut = (entry.response.headers[.init("X-Cut")!] ?? "").split(separator: " ").compactMap { Int($0) }
            let body = try await store.body(of: entry)
            #expect(body == pattern[cut[0]..<cut[0] + cut[1]])
        }
        return entries.count
    }

    /// Each kill comes at another point of the writing: between a dot and the next, the writer goes on meanwhile.
    @Test func killedWritersTearNoBody() async throws {
        var seen = 0
        for round in 0..<TestLength.count(20, long: 1000) {
            let writer = try writer(seed: round)
            var dots = 0
            while dots < 1 + round % 7 {
                let read = writer.output.fileHandleForReading.availableData.count
                if read == 0 { break }
                dots += read
            }
            kill(writer.process.processIdentifier, SIGKILL)
            await writer.ended.wait()
            #expect(writer.process.terminationReason == .uncaughtSignal)
            seen = try await checkEveryResponse()
        }
        #expect(seen > 10)
        #expect(!FileManager.default.fileExists(atPath: folder.file.path + ".damaged"))
    }

    /// Whichever comes first makes the file; those beside it find it whole.
    @Test func manyProcessesBeginAFileAtOnce() async throws {
        for _ in 0..<TestLength.count(2, long: 5) {
            let writers = try (1...8).map { try writer(seed: $0 * 1000, count: 3) }
            for writer in writers { try await writer.succeed() }
            _ = try await checkEveryResponse()
            let names = try FileManager.default.contentsOfDirectory(
                atPath: folder.file.deletingLastPathComponent().path)
            #expect(names.allSatisfy { !$0.contains(".new-") && !$0.hasSuffix(".damaged") }, "\(names)")
            for name in names {
                try FileManager.default.removeItem(at: folder.file.deletingLastPathComponent().appending(path: name))
            }
        }
    }

    @Test func twoProcessesShareAFile() async throws {
        let writers = try (1...2).map { try writer(seed: $0 * 1000, count: 60) }
        for writer in writers { try await writer.succeed() }
        let count = try await checkEveryResponse()
        #expect(count == 20)
    }
}

/// A service for bytes.
struct Shelf: Service {
    let baseURL = "https://shelf.example"
}
#endif
