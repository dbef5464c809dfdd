import Dispatch
import Foundation
import Freshet
import FreshetTesting

/// A run of the command `gazette` as a process of its own.
///
/// `@unchecked Sendable`: the process is started once, before anything else; everything later only reads or signals.
final class RunningCommand: @unchecked Sendable {
    struct Outcome: Sendable {
        let code: Int32
        let output: String
        let error: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    private let process = Process()
    private let output = Pipe()
    private let error = Pipe()
    private let input = Pipe()
    private let terminal: PseudoTerminal?

    /// - Parameters:
    ///   - terminal: Where the command reads and writes; pipes by default.
    ///   - file: A file that takes the output in place of a pipe.
    ///   - leadsSession: Whether the command leads a session of its own, whose terminal that is. Only on Linux.
    init(
        _ arguments: [String], environment: [String: String] = [:], terminal: PseudoTerminal? = nil,
        file: String? = nil, leadsSession: Bool = false
    ) {
        self.terminal = terminal
        let program = Bundle.main.bundleURL.appendingPathComponent("gazette")
        process.executableURL = leadsSession ? URL(filePath: "/usr/bin/setsid") : program
        process.arguments = leadsSession ? ["--ctty", "--wait", program.path] + arguments : arguments
        process.environment = Self.variables(environment)
        process.standardOutput = terminal?.commandEnd ?? file.flatMap(FileHandle.init(forWritingAtPath:)) ?? output
        process.standardError = terminal?.commandEnd ?? error
        process.standardInput = terminal?.commandEnd ?? input
        if terminal != nil || file != nil { try? output.fileHandleForWriting.close() }
        if terminal != nil { try? error.fileHandleForWriting.close() }
    }

    /// Returns the environment of a command, without the settings of the person who runs the tests.
    ///
    /// - Parameter folder: That of what it stores, so that nothing is known from other tests.
    static func variables(
        _ environment: [String: String],
        folder: URL = FileManager.default.temporaryDirectory.appending(path: "gazette-\(UUID())")
    ) -> [String: String] {
        var variables = ProcessInfo.processInfo.environment
        let services = ["NEWSAPI", "TMDB", "HACKERNEWS", "HACKERNEWSSEARCH", "THEMEALDB", "JSONPLACEHOLDER"]
        let names = services.flatMap { ["\($0)_KEY", "\($0)_BASE_URL"] }
        let settings = [
            "LIVE", "TIMEOUT", "DATA", "DATABASE", "PUBLIC_HOST", "TRUSTED_PROXIES", "ACCOUNTS", "ACCOUNT_HEADER",
            "COUNTRY",
        ].map { "GAZETTE_\($0)" }
        for name in names + settings + ["FORCE_COLOR", "NO_COLOR", "PAGER", "LC_ALL", "LC_MESSAGES"] {
            variables[name] = nil
        }
        variables["XDG_CONFIG_HOME"] = "/nonexistent"
        variables["XDG_CACHE_HOME"] = folder.path
        variables["XDG_DATA_HOME"] = folder.path
        variables["XDG_STATE_HOME"] = folder.path
        variables["TERM"] = "xterm-256color"
        variables["LANG"] = "en_US.UTF-8"
        variables["GAZETTE_EMULATOR_TIME"] = "2026-03-14T15:09:26Z"
        return variables.merging(environment) { $1 }
    }

    func start(input text: String? = nil) throws {
        try process.run()
        if let text { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
        try input.fileHandleForWriting.close()
        try terminal?.commandEnd.close()
    }

    func interrupt() { process.interrupt() }
    func terminate() { process.terminate() }
    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the first line that the command prints.
    func firstLine() async -> String {
        await blocking {
            let text = String(decoding: self.output.fileHandleForReading.availableData, as: UTF8.self)
            return text.split(separator: "\n").first.map(String.init) ?? ""
        }
    }

    /// Waits for the first lines that the command prints.
    func lines(_ count: Int) async -> [String] {
        await blocking {
            var text = ""
            while text.count(where: { $0 == "\n" }) < count {
                let data = self.output.fileHandleForReading.availableData
                if data.isEmpty { break }
                text += String(decoding: data, as: UTF8.self)
            }
            return text.split(separator: "\n").map(String.init)
        }
    }

    /// Waits until the command has ended.
    func outcome() async -> Outcome {
        async let text = blocking {
            self.terminal?.readToEnd() ?? self.output.fileHandleForReading.readDataToEndOfFile()
        }
        async let errors = blocking { self.error.fileHandleForReading.readDataToEndOfFile() }
        let (outputData, errorData) = await (text, errors)
        let code = await blocking {
            self.process.waitUntilExit()
            // As a shell says it: the number of a signal must not be taken for an exit code.
            return (self.process.terminationReason == .exit ? 0 : 128) + self.process.terminationStatus
        }
        return Outcome(
            code: code, output: String(decoding: outputData, as: UTF8.self),
            error: String(decoding: errorData, as: UTF8.self))
    }
}

/// Waits for what blocks on a queue of its own, which gets a thread of its own. On Linux, the threads of global queues,
/// and of concurrent ones, are the few threads of the tasks, on which the servers under test run.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        DispatchQueue(label: "blocking").async { continuation.resume(returning: body()) }
    }
}
