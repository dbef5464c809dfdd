import BenchmarkKit
import Foundation

/// Measures Gazette with accounts in PostgreSQL, on one process or several: readers who have a page open, turn to
/// others and mark what they have read, at a rate that rises until the processes can't follow.
///
/// The services are those of an emulator in a process of its own. Each reader is bound to one process, as nginx binds a
/// browser, and what is saved is saved at another one.
struct MemberLoad {
    /// The address of a PostgreSQL server, at which a database is made and removed.
    let server: String
    let executable: String
    let accounts: Int
    let processes: Int
    /// How long each rate lasts.
    let seconds: Int

    /// What one rate of actions led to.
    struct Step: Encodable {
        /// Pages and marks a second, as many marks as pages.
        var rate: Int
        var pages: Report.Time
        var marks: Report.Time
        /// Actions that failed.
        var failures: Int
        /// The processor time of all processes of Gazette for each second, in seconds.
        var processors: Double
        /// Whether a page was there within half a second for 99 of 100, and no action failed.
        var isHeld: Bool { failures == 0 && pages.p99 < 500 }
    }

    struct Outcome: Encodable {
        var accounts: Int
        var processes: Int
        var signUps: Double
        var steps: [Step] = []
        var seenElsewhere: Report.Time?
        var lost = 0
        /// In MiB, of all processes together.
        var memoryBefore, memory: Double
        /// Of the database server.
        var connections: Int
        /// In bytes.
        var databaseBefore, database: Int
        var rows: Int
    }

    func measure() async throws -> Outcome {
        raiseFileLimit()
        return try await withDatabase(at: server, measure)
    }

    private func measure(in database: String, _ home: URL) async throws -> Outcome {
        let emulator = try Server(executable, ["emulate", "--port", "0"])
        defer { emulator.stop() }
        let limits = ["--max-pages", "--max-streams"].flatMap { [$0, "100000"] }
        let servers = try (0..<processes).map { number in
            try Server(
                executable,
                [
                    "serve", "--port", "0", "--base-url", "http://127.0.0.1:\(emulator.port)", "--database", database,
                    "--accounts", "open", "--process", "\(number)", "--trusted-proxies", "127.0.0.1",
                ] + limits, home: home.appending(path: "\(number)").path)
        }
        defer { for server in servers { server.stop() } }
        let clients = MemberClients()
        let outcome = try await measure(servers, clients) { try psql($0, database) }
        try await clients.shutdown()
        return outcome
    }

    private func measure(
        _ servers: [Server], _ clients: MemberClients, _ query: (String) throws -> String
    ) async throws -> Outcome {
        let ports = servers.map(\.port)
        func number(_ text: String) throws -> Int { Int(try query(text)) ?? 0 }
        let sizeQuery = "SELECT pg_database_size(current_database())"
        let before = try number(sizeQuery)
        let memoryBefore = servers.map(\.memory).reduce(0, +)

        let start = ContinuousClock.now
        let members = try await each(Array(0..<accounts), width: 8) { try await Member($0, clients, ports: ports) }
        let signUps = Double(accounts) / ((.now - start) / .seconds(1))
        _ = try await each(members, width: 20) { try await $0.open("/saved") }
        var outcome = Outcome(
            accounts: accounts, processes: processes, signUps: signUps, memoryBefore: memoryBefore, memory: 0,
            connections: 0, databaseBefore: before, database: 0, rows: 0)

        for rate in [100, 200, 400, 600, 800, 1200, 1600, 2400, 3200, 4800, 6400] {
            let step = try await act(members, rate: rate, servers)
            outcome.steps.append(step)
            if rate == 100 { try await measureSaving(members, &outcome) }
            guard step.isHeld else { break }
        }
        outcome.memory = servers.map(\.memory).reduce(0, +)
        outcome.connections = try number(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
        outcome.database = try number(sizeQuery)
        outcome.rows = try number("SELECT count(*) FROM gazette.read")
        for member in members { await member.leave() }
        return outcome
    }

    private static let views = ["/", "/hn", "/news", "/movies", "/meals", "/people"]

    /// Has readers turn to a page and mark an entry in turn, at a rate.
    private func act(_ members: [Member], rate: Int, _ servers: [Server]) async throws -> Step {
        let processorTime = servers.map(\.processorTime).reduce(0, +)
        let start = ContinuousClock.now
        let waits = await withTaskGroup(of: (isPage: Bool, Duration?).self) { group in
            for number in 0..<rate * seconds {
                // The time is measured from the scheduled start, so that a late one counts, too.
                let due = start + .seconds(Double(number) / Double(rate))
                let member = members[number / 2 * 7 % members.count]
                group.addTask {
                    do {
                        try await Task.sleep(until: due)
                        if number.isMultiple(of: 2) {
                            _ = try await member.page(Self.views[number / 2 % Self.views.count])
                        } else {
                            try await member.read(rate * 100_000 + number)
                        }
                        return (number.isMultiple(of: 2), .now - due)
                    } catch {
                        return (true, nil)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let time = (ContinuousClock.now - start) / .seconds(1)
        let used = servers.map(\.processorTime).reduce(0, +) - processorTime
        return Step(
            rate: rate, pages: Report.Time("page", waits.filter(\.isPage).compactMap(\.1)),
            marks: Report.Time("mark", waits.filter { !$0.isPage }.compactMap(\.1)),
            failures: waits.count { $0.1 == nil }, processors: used / time)
    }

    /// Measures how long it takes until what is saved at one process is shown by a page of another.
    private func measureSaving(_ members: [Member], _ outcome: inout Outcome) async throws {
        var waits: [Duration] = []
        for (number, member) in members.prefix(200).enumerated() {
            let start = ContinuousClock.now
            if try await member.save(number + 1) { waits.append(.now - start) } else { outcome.lost += 1 }
        }
        if !waits.isEmpty { outcome.seenElsewhere = Report.Time("saved, until another page shows it", waits) }
    }
}

extension MemberLoad.Outcome {
    var tables: String {
        var facts = [
            ["\(accounts) accounts, \(processes) processes", ""], ["accounts made a second", signUps.text(1)],
            ["memory before, MiB", memoryBefore.text(0)], ["memory at the end, MiB", memory.text(0)],
            ["KiB for each account with an open page", ((memory - memoryBefore) * 1024 / Double(accounts)).text(0)],
            ["connections of the database", "\(connections)"],
            ["database before, MiB", (Double(databaseBefore) / 1_048_576).text(1)],
            ["database at the end, MiB", (Double(database) / 1_048_576).text(1)], ["marks", "\(rows)"],
        ]
        if let seenElsewhere {
            facts.append([
                "\(seenElsewhere.what), p50 and p99 in ms",
                "\(seenElsewhere.p50.text(1)), \(seenElsewhere.p99.text(1)); \(lost) lost",
            ])
        }
        return [
            table(facts),
            table(
                [["actions/s", "page p50 ms", "p95", "p99", "mark p50 ms", "p95", "p99", "failed", "processors"]]
                    + steps.map { step in
                        let times = [step.pages, step.marks].flatMap { [$0.p50, $0.p95, $0.p99] }
                        return ["\(step.rate)"] + times.map { $0.text(1) }
                            + ["\(step.failures)", step.processors.text(2)]
                    }),
        ].joined(separator: "\n\n")
    }
}
