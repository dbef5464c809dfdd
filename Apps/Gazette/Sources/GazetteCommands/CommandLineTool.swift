import ArgumentParser
import Dispatch
import Foundation
import Freshet
import Logging
import ReaderModels

/// Runs a command line from its arguments to its exit code.
public enum CommandLineTool {
    /// Parses the arguments and runs the command; Ctrl-C cancels it.
    ///
    /// - Parameter arguments: The arguments without the name of the program.
    /// - Returns: The exit code.
    public static func run(_ arguments: [String]) async -> Int32 {
        // A closed pipe must not end the process: writing reports the error instead.
        signal(SIGPIPE, SIG_IGN)
        let task = Task<Int32, Never> {
            await outcome(of: arguments)
        }
        let interrupt = Interrupt { task.cancel() }
        let code = await task.value
        return interrupt.happened ? ExitStatus.interrupted.rawValue : code
    }

    /// Parses the arguments and runs the command in the present task, on the ``Console`` of that. Returns the exit code.
    static func outcome(of arguments: [String]) async -> Int32 {
        do {
            try await perform(arguments)
            return printingStatus().rawValue
        } catch {
            return report(error)
        }
    }

    private static func perform(_ arguments: [String]) async throws {
        if let problem = unknownCommand(arguments) { throw problem }
        var command = try Gazette.parseAsRoot(arguments)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }

    /// Returns an error that suggests the closest command for a mistyped one, also in `help NAME` and `hn NAME`.
    private static func unknownCommand(_ arguments: [String]) -> ValidationError? {
        var command: any ParsableCommand.Type = Gazette.self
        var path = ""
        for name in arguments.drop(while: { $0 == "help" }) {
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty, !name.hasPrefix("-") else { return nil }
            if let next = subcommands.first(where: { $0.configuration.commandName == name }) {
                command = next
                path += "\(name) "
                continue
            }
            let names = subcommands.compactMap { $0.configuration.commandName } + (path.isEmpty ? ["help"] : [])
            if names.contains(name) { return nil }
            let problem = "There is no command '\(path)\(name)'."
            if let closest = EditDistance.closest(to: name, among: names) {
                return ValidationError("\(problem) Did you mean '\(path)\(closest)'?")
            }
            return ValidationError("\(problem) The commands are: \(names.joined(separator: ", ")).")
        }
        return nil
    }

    /// Returns the exit status of printing to standard output, and reports a failure.
    private static func printingStatus() -> ExitStatus {
        guard let problem = Console.current.problem else { return .success }
        Output.note("gazette: The output can't be written: \(problem).")
        return .unwritable
    }

    /// Prints help if it was requested, and otherwise the error of the arguments.
    private static func report(usage error: any Error) -> Int32 {
        let code = Gazette.exitCode(for: error)
        let message = Gazette.fullMessage(for: error)
        if code.isSuccess {
            Output.print(message)
            return printingStatus().rawValue
        }
        Output.note(message)
        return ExitStatus.usage.rawValue
    }

    private static func report(_ error: any Error) -> Int32 {
        switch error {
        case let error as FetchError:
            let failure = Failure(error)
            if failure.status != .interrupted { Output.note(failure.text, level: .error) }
            return failure.status.rawValue
        case is CancellationError:
            return ExitStatus.interrupted.rawValue
        case let error as AbsentError:
            let failure = Failure(error)
            Output.note(failure.text, level: .error)
            return failure.status.rawValue
        case let error as Failure:
            Output.note(error.text, level: .error)
            return error.status.rawValue
        case let code as ExitCode where !code.isSuccess:
            // The command has printed its message already.
            return code.rawValue
        default:
            return report(usage: error)
        }
    }
}
