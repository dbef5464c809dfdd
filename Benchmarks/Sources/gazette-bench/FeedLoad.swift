import AsyncHTTPClient
import BenchmarkKit
import Foundation
import NIOCore

/// Measures Gazette for a reader with hundreds of feeds: how long they take to be read, and the pages with them.
///
/// The sites are those of the emulator in the same process.
struct FeedLoad {
    let executable: String
    /// The address of a PostgreSQL server, at which a database is made and removed; `nil` for SQLite.
    let server: String?
    let feeds: Int
    let items: Int

    struct Outcome: Encodable {
        /// A page, with the times from the request to the end of the response in milliseconds.
        struct Page: Encodable {
            var what: String
            var p50, p99: Double
            var bytes: Int
        }

        var feeds: Int
        var items: Int
        var isPostgreSQL: Bool
        /// The seconds until all feeds were read for the first time.
        var firstRefresh: Double
        var pages: [Page] = []
        /// The milliseconds from the start of the process to the first list, with everything stored.
        var start: Double = 0
        /// In MiB.
        var memory: Double = 0
    }

    private static let repetitions = 200

    func measure() async throws -> Outcome {
        let name = "gazette_bench_feeds_\(getpid())"
        var options = ["serve", "--port", "0", "--emulator"]
        if let server {
            try psql("CREATE DATABASE \(name)", server)
            options += ["--database", server.replacing("/postgres?", with: "/\(name)?")]
        }
        defer { if let server { _ = try? psql("DROP DATABASE \(name) WITH (FORCE)", server) } }
        let home = FileManager.default.temporaryDirectory.appending(path: name).path
        defer { try? FileManager.default.removeItem(atPath: home) }

        var gazette = try Server(executable, options, home: home)
        let reader = FeedReader()
        _ = try await reader.get("/feeds", gazette.port)
        var outcome = Outcome(feeds: feeds, items: feeds * items, isPostgreSQL: server != nil, firstRefresh: 0)
        let begin = ContinuousClock.now
        try await reader.post(list: list, gazette.port)
        for page in 1...(feeds / 300 + 1) {
            while try await reader.get("/feeds/manage?page=\(page)", gazette.port).text.contains("not read yet") {
                try await Task.sleep(for: .milliseconds(500))
            }
        }
        outcome.firstRefresh = (.now - begin) / .seconds(1)

        let all = try await reader.get("/feeds?show=all", gazette.port).text
        guard let feed = all.firstMatch(of: /\/feeds\?feed=([0-9]+)/)?.1 else {
            throw Site.Failure(text: "There are no items.")
        }
        let views = [
            ("unread items", "/feeds"), ("all items", "/feeds?show=all"), ("a folder", "/feeds?folder=Folder%203"),
            ("all items of a folder", "/feeds?folder=Folder%203&show=all"),
            ("all items of a feed", "/feeds?feed=\(feed)&show=all"), ("a search of a common word", "/feeds?q=the"),
            ("a search of two words", "/feeds?q=tide%20harbour"),
            ("a search of a word that is nowhere", "/feeds?q=xylophones"),
        ]
        for (what, path) in views {
            var (times, bytes) = ([Double](), 0)
            for _ in 0..<Self.repetitions {
                let start = ContinuousClock.now
                bytes = try await reader.get(path, gazette.port).bytes
                times.append((.now - start) / .milliseconds(1))
            }
            times.sort()
            outcome.pages.append(
                .init(what: what, p50: times[times.count / 2], p99: times[times.count * 99 / 100], bytes: bytes))
        }
        outcome.memory = gazette.memory
        gazette.stop()

        let start = ContinuousClock.now
        gazette = try Server(executable, options, home: home)
        guard try await reader.get("/feeds", gazette.port).text.contains("/feeds/item/") else {
            throw Site.Failure(text: "The items were not stored.")
        }
        outcome.start = (.now - start) / .milliseconds(1)
        gazette.stop()
        return outcome
    }

    private var list: String {
        let outlines = (1...feeds).map {
            let address = "https://feeds.example/feeds/many/\($0).xml?items=\(items)"
            return "<outline text=\"Folder \(($0 - 1) / 50 + 1)\"><outline text=\"\" xmlUrl=\"\(address)\"/></outline>"
        }
        return "<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>"
    }

    static func table(_ outcome: Outcome) -> String {
        let database = outcome.isPostgreSQL ? "PostgreSQL" : "SQLite"
        let facts = [
            ["\(outcome.feeds) feeds, \(outcome.items) items, \(database)", "", "", ""],
            ["all feeds read for the first time", "\(outcome.firstRefresh.text(1)) s", "", ""],
            ["start to the first list", "\(outcome.start.text(0)) ms", "", ""],
            ["memory", "\(outcome.memory.text(0)) MiB", "", ""], ["page", "p50 ms", "p99 ms", "bytes"],
        ]
        return BenchmarkKit.table(
            facts + outcome.pages.map { [$0.what, $0.p50.text(1), $0.p99.text(1), "\($0.bytes)"] })
    }
}

/// A reader with a cookie.
private final class FeedReader {
    private var cookie = ""

    func get(_ path: String, _ port: Int) async throws -> (text: String, bytes: Int) {
        let response = try await HTTPClient.shared.execute(request(path, port), timeout: .seconds(60))
        if let field = response.headers.first(name: "Set-Cookie") { cookie = String(field.prefix { $0 != ";" }) }
        let body = try await response.body.collect(upTo: 1 << 24)
        guard response.status == .ok else { throw Site.Failure(text: "\(path): \(response.status)") }
        return (String(buffer: body), body.readableBytes)
    }

    func post(list: String, _ port: Int) async throws {
        var request = request("/feeds/import", port)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "text/x-opml")
        request.headers.add(name: "Sec-Fetch-Site", value: "same-origin")
        request.body = .bytes(ByteBuffer(string: list))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        guard response.status == .seeOther || response.status == .ok else {
            throw Site.Failure(text: "The list was not taken: \(response.status)")
        }
    }

    private func request(_ path: String, _ port: Int) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        if !cookie.isEmpty { request.headers.add(name: "Cookie", value: cookie) }
        return request
    }
}
