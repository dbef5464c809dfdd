import BenchmarkKit
import Foundation
import Freshet

/// Counts the instructions of calls and decodings with Callgrind, a tool of Valgrind. Other work on the machine changes
/// them by less than one percent.
enum Instructions {
    /// What is counted: the arguments of this program that make it do so, and how often at least.
    private static let parts: [(what: String, arguments: [String], count: Int)] = [
        ("a call for bytes", ["calls-of", "raw"], 200),
        ("a call that is fetched", ["calls-of", "fetched"], 200),
        ("a call that is fetched, with spans and metrics in memory", ["calls-of", "fetched", "--traced"], 200),
        ("a call that is recorded on a tape", ["calls-of", "recorded"], 200),
        ("a response that is streamed", ["calls-of", "stream"], 200),
        ("a call that is served fresh from memory", ["calls-of", "fresh"], 200),
        ("a resource that is fresh, read", ["calls-of", "resource"], 200),
        ("a call for 12 KB over a connection", ["calls-of", "wire"], 200),
        ("20 articles, decoded by FreshetJSON", ["decodings-of", "freshet"], 20),
        ("20 articles, decoded by JSONDecoder", ["decodings-of", "foundation"], 20),
    ]

    private struct Row: Encodable {
        var what: String
        var instructions: Int
    }

    static func measure(json file: String?, thresholds: String?) async throws {
        guard let valgrind = ["/usr/bin/valgrind", "/usr/local/bin/valgrind"].first(where: isExecutable) else {
            return print("Nothing is counted: Valgrind is not installed (Debian: valgrind).")
        }
        var rows: [Row] = []
        try await Files.withServer { client in
            for part in parts {
                // The difference of two runs leaves out what the program does before its first call.
                func run(_ count: Int) throws -> Int {
                    let address = part.arguments.contains("wire") ? ["--at", client.service.baseURL] : []
                    let arguments = part.arguments.prefix(2) + ["\(count)"] + part.arguments.dropFirst(2) + address
                    return try total(valgrind, arguments)
                }
                let instructions = (try run(part.count * 6) - run(part.count)) / (part.count * 5)
                rows.append(Row(what: part.what, instructions: instructions))
            }
        }
        print(table([["", "instructions"]] + rows.map { [$0.what, "\($0.instructions)"] }))
        try write(rows, to: file)
        guard let thresholds else { return }
        var verdict = Verdict()
        for bound in try Thresholds(file: thresholds).instructions {
            if let row = rows.first(where: { $0.what == bound.what }) {
                verdict.check("\(bound.what), instructions", Double(row.instructions), atMost: bound.atMost)
            } else {
                verdict.miss(bound.what)
            }
        }
        verdict.conclude()
    }

    /// Decodes a list and measures nothing.
    static func decode(_ count: Int, byFoundation: Bool) throws {
        let body = Bodies.news(articles: 20)
        let standard = JSONDecoder()
        standard.dateDecodingStrategy = .iso8601
        let ours = FreshetJSONDecoder(dates: .iso8601)
        for _ in 0..<count {
            _ =
                byFoundation
                ? try standard.decode(PlainNews.self, from: body) : try ours.decode(PlainNews.self, from: body)
        }
    }

    /// Runs this program with some arguments, and returns the instructions that it takes.
    private static func total(_ valgrind: String, _ arguments: some Sequence<String>) throws -> Int {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: valgrind)
        process.arguments =
            ["--tool=callgrind", "--callgrind-out-file=/dev/null", CommandLine.arguments[0]] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, let sum = text.firstMatch(of: /Collected : (\d+)/).flatMap({ Int($0.1) })
        else { throw Failure(description: "\(arguments) was not counted:\n\(text)") }
        return sum
    }

    private static func isExecutable(_ file: String) -> Bool { FileManager.default.isExecutableFile(atPath: file) }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
