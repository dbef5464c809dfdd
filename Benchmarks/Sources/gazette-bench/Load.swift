import AsyncHTTPClient
import Foundation

/// Many visitors at once, each with a page and a stream: what they cost, and how long they wait.
struct Load: Sendable {
    let visitors: Int
    let rate: Int
    let seconds: Int
    /// What everybody looks at. There are inputs on `/people` only, whose page follows at once.
    let view: String
    let executable: String

    func measure() async throws {
        // Every visitor has an open connection at both ends.
        var files = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        files.rlim_cur = files.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)

        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 100_000
        let client = HTTPClient()
        let streams = HTTPClient(configuration: configuration)
        try measureStart()
        let site = try Site(executable, client: client, streams: streams)
        try await measureViews(site)
        try await measureVisitors(site)
        print("exit code \(site.stop())")
        try await client.shutdown()
        try await streams.shutdown()
    }

    /// How long the command line takes to start, and to show something.
    private func measureStart() throws {
        for arguments in [["--version"], ["headlines", "--limit", "1"]] {
            let times = try (0..<20).map { _ in
                let process = Process()
                process.executableURL = URL(fileURLWithPath: executable)
                process.arguments = arguments
                process.standardOutput = FileHandle.nullDevice
                let start = ContinuousClock.now
                try process.run()
                process.waitUntilExit()
                return ContinuousClock.now - start
            }
            print("gazette \(arguments.joined(separator: " ")): \(percentiles(times))")
        }
    }

    /// One page alone: how long it takes, and what it weighs.
    private func measureViews(_ site: Site) async throws {
        for view in ["/news", "/hn", "/movies", "/meals", "/people"] {
            var waits: [Duration] = []
            var page = ""
            for turn in 0..<220 {
                let answer = try await site.get(view)
                if turn >= 20 { waits.append(answer.wait) }
                page = answer.text
                if let id = page.firstMatch(of: /data-page="([^"]+)"/) { try await site.post("/live/\(id.1)/leave") }
            }
            let assets = page.matches(of: /"(\/assets\/[^"]+\.(?:js|css))"/).map { String($0.1) }
            let weights = try await each(assets, width: 1) { try await site.get($0).text.utf8.count }
            print(
                "\(view): time to first byte \(percentiles(waits)); \(page.utf8.count) bytes, assets \(weights) bytes")
        }
        try await site.wait("gazette_live_pages", for: 0)
    }

    private func measureVisitors(_ site: Site) async throws {
        let count = visitors
        let before = site.memory
        print("before: \(megabytes(before)), \(site.threads) threads")
        let start = ContinuousClock.now
        let crowd = try await each(Array(0..<count), width: 20) { _ in try await Visitor(site, view: view) }
        try await site.wait("gazette_open_streams", for: count)
        let during = site.memory
        print(
            "\(count) visitors came in \(milliseconds(ContinuousClock.now - start)) ms: \(megabytes(during)), "
                + "\(site.threads) threads, \((during - before) / count / 1024) KiB for each")

        if view == "/people" { try await measureInputs(crowd) }
        let busy = site.memory
        print(
            "before they leave: \(megabytes(busy)), \(site.threads) threads, "
                + "\((busy - before) / count / 1024) KiB for each")
        _ = try await each(crowd, width: 20) { try await $0.leave() }
        try await site.wait("gazette_live_pages", for: 0)
        try await site.wait("gazette_open_streams", for: 0)
        for wait in [0, 5, 25] {
            try await Task.sleep(for: .seconds(wait))
            print("after they left, \(wait) seconds later: \(megabytes(site.memory)), \(site.threads) threads")
        }
    }

    private func measureInputs(_ crowd: [Visitor]) async throws {
        let start = ContinuousClock.now
        let pause = Double(crowd.count) / Double(rate)
        let updates = try await withThrowingTaskGroup(of: [Duration?].self) { group in
            for (number, visitor) in crowd.enumerated() {
                group.addTask { [rate, seconds] in
                    var updates: [Duration?] = []
                    for turn in 0..<max(1, seconds * rate / crowd.count) {
                        // From when it was due on, so that waiting for one's turn counts.
                        let due = start + .seconds(Double(number) / Double(rate) + Double(turn) * pause)
                        try await Task.sleep(until: due)
                        updates.append(try await visitor.type() ? .now - due : nil)
                    }
                    return updates
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        print(
            "\(updates.count) inputs at \(rate) a second: \(percentiles(updates.compactMap { $0 })); "
                + "\(updates.count { $0 == nil }) lost")
    }

    private func megabytes(_ bytes: Int) -> String { "\((Double(bytes) / 1_048_576 * 10).rounded() / 10) MiB" }
    private func milliseconds(_ duration: Duration) -> Double { ((duration / .milliseconds(1)) * 100).rounded() / 100 }
    private func percentiles(_ durations: [Duration]) -> String {
        guard !durations.isEmpty else { return "none" }
        let sorted = durations.sorted()
        return [50, 95, 99].map { "p\($0) \(milliseconds(sorted[min(sorted.count - 1, sorted.count * $0 / 100)])) ms" }
            .joined(separator: ", ")
    }

    /// Runs so many at once.
    private func each<Item: Sendable, Value: Sendable>(
        _ items: [Item], width: Int, _ body: @escaping @Sendable (Item) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            var remaining = items[...]
            for item in remaining.prefix(width) { group.addTask { try await body(item) } }
            remaining = remaining.dropFirst(width)
            var values: [Value] = []
            while let value = try await group.next() {
                values.append(value)
                if let item = remaining.popFirst() { group.addTask { try await body(item) } }
            }
            return values
        }
    }
}
