import Foundation

/// Measures the contestants in turn, each round in a new process, so that no contestant affects another one.
enum Measurement {
    static func run(_ plan: Plan, only: String?) throws -> Report {
        let server = try WebServer()
        defer { server.stop() }
        try waitUntilItResponds(server)
        var report = Report(server: server.name, rounds: plan.rounds)
        print("Server: \(server.name). Medians of \(plan.rounds) rounds; ratios are to \(Contestant.baseline.name).\n")
        for (body, inFlight) in plan.pairs where only == nil || body.rawValue == only {
            let address = "\(server.baseURL)/\(body.file)"
            let contestants = plan.contestants.filter { contestant in
                guard contestant.takes(body, inFlight: inFlight) else { return false }
                // Another revision may not have it.
                return contestant.program == nil
                    || (try? round(of: contestant, at: address, inFlight: 1, seconds: 0.01)) != nil
            }
            var results = contestants.map { (name: $0.name, rounds: [Round]()) }
            for _ in 0..<plan.rounds {
                for index in contestants.indices {
                    results[index].rounds.append(
                        try round(
                            of: contestants[index], at: address, inFlight: inFlight, seconds: plan.seconds))
                }
            }
            report.add(body, inFlight: inFlight, results)
            print(report.table(of: body, inFlight: inFlight))
            fflush(nil)
        }
        return report
    }

    private static func round(
        of contestant: Contestant, at address: String, inFlight: Int, seconds: Double
    ) throws -> Round {
        let process = Process()
        let command =
            (inFlight == 1 ? onOneCore : [])
            + contestant.command(address: address, inFlight: inFlight, seconds: seconds)
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(contestant: contestant.name) }
        return try JSONDecoder().decode(Round.self, from: data)
    }

    /// The command that keeps a process on one core; empty where `taskset` is missing.
    ///
    /// With one call in flight, only one thread has work at a time. By default, the system wakes each thread on
    /// whichever core is idle, which changes the calls per second by a fifth between runs.
    private static let onOneCore: [String] = {
        let taskset = "/usr/bin/taskset"
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let allowed = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
        guard FileManager.default.isExecutableFile(atPath: taskset),
            let core = allowed?.split(whereSeparator: { !$0.isNumber }).first
        else { return [] }
        return [taskset, "--cpu-list", String(core)]
    }()

    private struct Failure: Error, CustomStringConvertible {
        let contestant: String
        var description: String { "\(contestant) failed; its message stands above." }
    }

    private static func waitUntilItResponds(_ server: WebServer) throws {
        for _ in 0..<200 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            process.arguments = [
                "contestant", Contestant.baseline.name, "\(server.baseURL)/\(Body.small.file)", "1", "0.01",
            ]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            if process.terminationStatus == 0 { return }
        }
        throw Failure(contestant: server.name)
    }
}
