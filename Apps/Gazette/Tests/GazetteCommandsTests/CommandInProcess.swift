import Foundation

@testable import GazetteCommands

/// Runs commands in this process, with an environment and streams of their own: the emulator's content is written once
/// for all of them.
///
/// A ``RunningCommand`` is for what a process alone has: signals, and a beginning and an end.
enum Command {
    /// Runs a command to its end.
    ///
    /// - Parameters:
    ///   - environment: Variables in addition to those of every test.
    ///   - input: What the command can read; nothing by default.
    ///   - terminal: Where it reads and writes; files by default.
    ///   - file: A file that takes the output.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], input: String = "",
        terminal: PseudoTerminal? = nil, file: String? = nil
    ) async throws -> RunningCommand.Outcome {
        let streams = FileManager.default.temporaryDirectory.appending(path: "command-\(UUID())")
        try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: streams) }
        let variables = RunningCommand.variables(environment, folder: streams)
        if let terminal { return try await run(arguments, variables, on: terminal) }
        let paths = ["input", "output", "error"].map { streams.appending(path: $0).path }
        try Data(input.utf8).write(to: URL(filePath: paths[0]))
        let descriptors = [
            open(paths[0], O_RDONLY | O_CLOEXEC), open(file ?? paths[1], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600),
            open(paths[2], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600),
        ]
        defer { for descriptor in descriptors { close(descriptor) } }
        let console = Console(
            environment: variables, input: descriptors[0], output: descriptors[1], error: descriptors[2])
        let code = await outcome(of: arguments, on: console)
        func text(_ path: String) -> String {
            String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
        }
        return .init(code: code, output: file == nil ? text(paths[1]) : "", error: text(paths[2]))
    }

    private static func run(
        _ arguments: [String], _ variables: [String: String], on terminal: PseudoTerminal
    ) async throws -> RunningCommand.Outcome {
        let descriptor = terminal.commandEnd.fileDescriptor
        let console = Console(environment: variables, input: descriptor, output: descriptor, error: descriptor)
        // A terminal takes little before somebody reads it.
        async let shown = blocking { terminal.readToEnd() }
        let code = await outcome(of: arguments, on: console)
        try terminal.commandEnd.close()
        return .init(code: code, output: String(decoding: await shown, as: UTF8.self), error: "")
    }

    private static func outcome(of arguments: [String], on console: Console) async -> Int32 {
        await Console.$current.withValue(console) { await CommandLineTool.outcome(of: arguments) }
    }
}
