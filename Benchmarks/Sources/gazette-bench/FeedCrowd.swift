import BenchmarkKit
import Foundation

/// Measures Gazette for many accounts with feeds that they have in common, in PostgreSQL and on several processes: how
/// often each feed is requested, and the pages of readers.
///
/// The sites are those of the emulator in each process.
struct FeedCrowd {
    /// The address of a PostgreSQL server, at which a database is made and removed.
    let server: String
    let executable: String
    let accounts: Int
    let processes: Int
    /// All feeds, and those of each account.
    var feeds = 1000, feedsOfEach = 100
    var items = 100

    struct Outcome: Encodable {
        var accounts, processes, feeds, feedsOfEach: Int
        /// The requests for feeds by all processes.
        var requests = 0
        /// The feeds that were read, and the rows of items, subscriptions and unread items.
        var read = 0, items = 0, subscriptions = 0, unread = 0
        /// The seconds until the lists of all accounts were taken, and until all feeds were read.
        var imports: Double, firstRefresh: Double
        /// Pages that all readers open, eight at a time, with the times of one page in milliseconds.
        var pages: [Report.Time] = []
        /// The pages that were made in a second.
        var rates: [Double] = []
        /// In MiB, of all processes together.
        var memory = 0.0
        /// In bytes.
        var database = 0
    }

    func measure() async throws -> Outcome {
        raiseFileLimit()
        return try await withDatabase(at: server, measure)
    }

    private func measure(in database: String, _ home: URL) async throws -> Outcome {
        let servers = try (0..<processes).map { number in
            try Server(
                executable,
                [
                    "serve", "--port", "0", "--emulator", "--database", database, "--accounts", "open",
                    "--process", "\(number)", "--trusted-proxies", "127.0.0.1", "--max-pages", "100000",
                    "--telemetry", "127.0.0.1:0",
                ], home: home.appending(path: "\(number)").path)
        }
        defer { for server in servers { server.stop() } }
        let clients = MemberClients()
        let outcome = try await measure(servers, clients) { Int(try psql($0, database)) ?? 0 }
        try await clients.shutdown()
        return outcome
    }

    private func measure(
        _ servers: [Server], _ clients: MemberClients, _ number: (String) throws -> Int
    ) async throws -> Outcome {
        let ports = servers.map(\.port)
        let members = try await each(Array(0..<accounts), width: 8) { try await Member($0, clients, ports: ports) }
        let start = ContinuousClock.now
        _ = try await each(Array(0..<accounts), width: 8) { try await members[$0].add(feeds: list(of: $0)) }
        let imports = (ContinuousClock.now - start) / .seconds(1)
        while try number("SELECT count(*) FROM gazette.feed WHERE checked IS NULL AND failures = 0") > 0 {
            try await Task.sleep(for: .milliseconds(500))
        }
        let firstRefresh = (ContinuousClock.now - start) / .seconds(1)
        var outcome = Outcome(
            accounts: accounts, processes: processes, feeds: feeds, feedsOfEach: feedsOfEach, imports: imports,
            firstRefresh: firstRefresh)
        for (what, path) in [
            ("unread items", "/feeds"), ("all items", "/feeds?show=all"), ("a folder", "/feeds?folder=Folder%203"),
            ("a search", "/feeds?q=harbour"),
        ] {
            let start = ContinuousClock.now
            let times = try await each(members, width: 8) { member in
                let start = ContinuousClock.now
                _ = try await member.page(path)
                return ContinuousClock.now - start
            }
            outcome.rates.append(Double(times.count) / ((.now - start) / .seconds(1)))
            outcome.pages.append(Report.Time(what, times))
        }
        for server in servers {
            outcome.requests += try await server.metric(
                "http_client_request_duration_seconds_count", with: "server_address=\"feeds.example\"")
        }
        outcome.read = try number("SELECT count(*) FROM gazette.feed WHERE checked IS NOT NULL")
        outcome.items = try number("SELECT count(*) FROM gazette.feed_item")
        outcome.subscriptions = try number("SELECT count(*) FROM gazette.subscription")
        outcome.unread = try number("SELECT count(*) FROM gazette.unread")
        outcome.memory = servers.map(\.memory).reduce(0, +)
        outcome.database = try number("SELECT pg_database_size(current_database())")
        return outcome
    }

    /// The list of an account: feeds that follow each other, so that each feed has as many readers as any other.
    private func list(of account: Int) -> String {
        let outlines = (0..<feedsOfEach).map { index in
            let address = "https://feeds.example/feeds/many/\((account * 7 + index) % feeds + 1).xml?items=\(items)"
            return "<outline text=\"Folder \(index / 10 + 1)\"><outline text=\"\" xmlUrl=\"\(address)\"/></outline>"
        }
        return "<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>"
    }
}

extension FeedCrowd.Outcome {
    var tables: String {
        let facts = [
            ["\(accounts) accounts with \(feedsOfEach) of \(feeds) feeds each, \(processes) processes", ""],
            ["feeds that were read", "\(read)"], ["requests for feeds", "\(requests)"], ["items", "\(items)"],
            ["subscriptions", "\(subscriptions)"], ["unread items of all accounts", "\(unread)"],
            ["lists of all accounts taken, s", imports.text(1)], ["all feeds read, s", firstRefresh.text(1)],
            ["memory, MiB", memory.text(0)], ["database, MiB", (Double(database) / 1_048_576).text(0)],
        ]
        let rows = zip(pages, rates).map { page, rate in
            [page.what, page.p50.text(1), page.p95.text(1), page.p99.text(1), rate.text(0)]
        }
        return [table(facts), table([["page", "p50 ms", "p95", "p99", "pages/s"]] + rows)].joined(separator: "\n\n")
    }
}
