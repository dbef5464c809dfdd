import AsyncHTTPClient
import Foundation

/// Measures the web app with many visitors at once, each with a page and a stream: times, sizes and memory.
struct Load: Sendable {
    let visitors: Int
    let rate: Int
    let seconds: Int
    /// The page of every visitor. Inputs are sent only on `/people`, whose page changes at once.
    let view: String
    let executable: String

    func measure() async throws -> Report {
        raiseFileLimit()
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 100_000
        let client = HTTPClient()
        let streams = HTTPClient(configuration: configuration)
        var report = Report(visitors: visitors)
        try measureStart(&report)
        let site = try Site(executable, client: client, streams: streams)
        try await measureViews(site, &report)
        try await measureVisitors(site, &report)
        report.exitCode = site.stop()
        try await client.shutdown()
        try await streams.shutdown()
        return report
    }

    /// Measures how long the command-line program takes to start, and to print a headline.
    private func measureStart(_ report: inout Report) throws {
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
            report.times.append(Report.Time("gazette \(arguments.joined(separator: " "))", times))
        }
    }

    /// Measures the time to the first byte and the size of each page, without other visitors.
    private func measureViews(_ site: Site, _ report: inout Report) async throws {
        for view in ["/news", "/hn", "/movies", "/meals", "/people"] {
            var waits: [Duration] = []
            var page = ""
            for turn in 0..<220 {
                let response = try await site.get(view)
                if turn >= 20 { waits.append(response.wait) }
                page = response.text
                if let id = page.firstMatch(of: /data-page="([^"]+)"/) { try await site.post("/live/\(id.1)/leave") }
            }
            let assets = page.matches(of: /"(\/assets\/[^"]+\.(?:js|css))"/).map { String($0.1) }
            let weights = try await each(assets, width: 1) { try await site.get($0).text.utf8.count }
            report.times.append(Report.Time("\(view), first byte", waits))
            report.weights.append(
                Report.Weight(view: view, pageBytes: page.utf8.count, assetBytes: weights.reduce(0, +)))
        }
        try await site.wait("gazette_live_pages", for: 0)
    }

    private func measureVisitors(_ site: Site, _ report: inout Report) async throws {
        let before = site.memory
        report.sizes.append(size(of: site, "before"))
        let start = ContinuousClock.now
        let crowd = try await each(Array(0..<visitors), width: 20) { _ in try await Visitor(site, view: view) }
        try await site.wait("gazette_open_streams", for: visitors)
        report.times.append(Report.Time("until \(visitors) visitors have come", [ContinuousClock.now - start]))
        report.sizes.append(size(of: site, "with \(visitors) visitors", since: before))

        if view == "/people" { try await measureInputs(crowd, &report) }
        report.sizes.append(size(of: site, "before they leave", since: before))
        _ = try await each(crowd, width: 20) { try await $0.leave() }
        try await site.wait("gazette_live_pages", for: 0)
        try await site.wait("gazette_open_streams", for: 0)
        var passed = 0
        for wait in [0, 5, 25] {
            try await Task.sleep(for: .seconds(wait))
            passed += wait
            report.sizes.append(size(of: site, "\(passed) s after they have left"))
        }
    }

    private func measureInputs(_ crowd: [Visitor], _ report: inout Report) async throws {
        let start = ContinuousClock.now
        let pause = Double(crowd.count) / Double(rate)
        let updates = try await withThrowingTaskGroup(of: [Duration?].self) { group in
            for (number, visitor) in crowd.enumerated() {
                group.addTask { [rate, seconds] in
                    var updates: [Duration?] = []
                    for turn in 0..<max(1, seconds * rate / crowd.count) {
                        // The time is measured from the scheduled start of the input, so that a late start counts,
                        // too.
                        let due = start + .seconds(Double(number) / Double(rate) + Double(turn) * pause)
                        try await Task.sleep(until: due)
                        updates.append(try await visitor.type() ? .now - due : nil)
                    }
                    return updates
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let waits = updates.compactMap { $0 }
        if !waits.isEmpty { report.times.append(Report.Time("input to update, \(rate) inputs/s", waits)) }
        (report.inputs, report.lostInputs) = (updates.count, updates.count - waits.count)
    }

    private func size(of site: Site, _ moment: String, since before: Int? = nil) -> Report.Size {
        Report.Size(
            when: moment, memory: Double(site.memory) / 1_048_576, threads: site.threads,
            forEachVisitor: before.map { Double(site.memory - $0) / Double(visitors) / 1024 })
    }
}
