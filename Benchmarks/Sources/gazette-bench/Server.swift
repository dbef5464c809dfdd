import AsyncHTTPClient
import Foundation
import NIOCore

/// A running program that listens at a port.
struct Server {
    let port: Int
    /// The port of its metrics; `nil` without `--telemetry`.
    private let metricsPort: Int?
    private let process = Process()

    /// - Parameter home: The folder of its data and caches; `nil` for the user's own.
    init(_ executable: String, _ arguments: [String], home: String? = nil) throws {
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        var environment = ["NEWSAPI_KEY": "any", "TMDB_KEY": "any"]
        if let home { for name in ["HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] { environment[name] = home } }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let count = arguments.contains("--telemetry") ? 2 : 1
        var (lines, ports) = ("", [Int]())
        while ports.count < count {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Site.Failure(text: "It does not serve: \(lines)") }
            lines += String(decoding: data, as: UTF8.self)
            ports = lines.matches(of: /http:\/\/[0-9.]+:([0-9]+)/).compactMap { Int($0.1) }
        }
        port = ports[0]
        metricsPort = count == 2 ? ports[1] : nil
    }

    /// Returns the sum of the metrics with a name and a text in their labels.
    func metric(_ name: String, with text: String) async throws -> Int {
        guard let metricsPort else { return 0 }
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(metricsPort)/metrics")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let metrics = String(buffer: try await response.body.collect(upTo: 1 << 24))
        let lines = metrics.split(separator: "\n").filter { $0.hasPrefix(name + "{") && $0.contains(text) }
        return lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
    }

    /// The resident memory of the process in MiB.
    var memory: Double {
        let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        return (status.firstMatch(of: /VmRSS:\s+([0-9]+)/).flatMap { Double($0.1) } ?? 0) / 1024
    }

    /// The processor time of the process in seconds.
    var processorTime: Double {
        let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)) ?? ""
        // The name, which may have blanks, is in parentheses. User and system time follow as the twelfth and thirteenth.
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}

/// Runs a statement at a PostgreSQL server, and returns what it prints.
@discardableResult
func psql(_ statement: String, _ address: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["psql", "-qtAX", address, "-c", statement]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Site.Failure(text: "psql failed: \(statement)") }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
}

/// Runs a body with a database at a PostgreSQL server, and with a folder for what programs store; both are removed.
///
/// - Parameter body: Receives the address of the database, and the folder.
func withDatabase<Value>(
    at server: String, _ body: (_ database: String, _ home: URL) async throws -> Value
) async throws -> Value {
    let name = "gazette_bench_\(getpid())"
    try psql("CREATE DATABASE \(name)", server)
    defer { _ = try? psql("DROP DATABASE \(name) WITH (FORCE)", server) }
    let home = FileManager.default.temporaryDirectory.appending(path: name)
    defer { try? FileManager.default.removeItem(at: home) }
    return try await body(server.replacing("/postgres?", with: "/\(name)?"), home)
}
