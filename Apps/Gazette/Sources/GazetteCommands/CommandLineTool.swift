import ArgumentParser
import Dispatch
import Foundation
import Freshet
import ReaderModels

/// Runs a command line from its arguments to its exit code.
public enum CommandLineTool {
    /// Parses and runs; Ctrl-C cancels what is running.
    ///
    /// - Parameter arguments: The arguments without the name of the program.
    /// - Returns: The exit code.
    public static func run(_ arguments: [String]) async -> Int32 {
        // A reader that closes its end early is no reason to die with a signal.
        signal(SIGPIPE, SIG_IGN)
        let task = Task<Int32, Never> {
            do {
                try await perform(arguments)
                return Output.isBroken ? 0 : ExitStatus.success.rawValue
            } catch {
                return report(error)
            }
        }
        let interrupt = Interrupt { task.cancel() }
        let code = await task.value
        return interrupt.happened ? ExitStatus.interrupted.rawValue : code
    }

    private static func perform(_ arguments: [String]) async throws {
        if let name = arguments.first, !name.hasPrefix("-"), let problem = unknownCommand(name) { throw problem }
        var command = try Gazette.parseAsRoot(arguments)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }

    /// Suggests the command that a mistyped one may have meant.
    private static func unknownCommand(_ name: String) -> ValidationError? {
        let names = Gazette.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard !names.contains(name) else { return nil }
        let closest = names.map { ($0, EditDistance.between($0, name)) }.min { $0.1 < $1.1 }
        guard let closest, closest.1 <= 3 else {
            return ValidationError("There is no command '\(name)'. The commands are: \(names.joined(separator: ", ")).")
        }
        return ValidationError("There is no command '\(name)'. Did you mean '\(closest.0)'?")
    }

    /// Prints help if it was requested, and otherwise the error of the arguments.
    private static func report(usage error: any Error) -> Int32 {
        let code = Gazette.exitCode(for: error)
        let message = Gazette.fullMessage(for: error)
        if code.isSuccess {
            Output.print(message)
            return ExitStatus.success.rawValue
        }
        Output.note(message)
        return ExitStatus.usage.rawValue
    }

    private static func report(_ error: any Error) -> Int32 {
        switch error {
        case let error as FetchError:
            let failure = Failure(error)
            if failure.status != .interrupted { Output.note(failure.text) }
            return failure.status.rawValue
        case is CancellationError:
            return ExitStatus.interrupted.rawValue
        case let error as AbsentError:
            let failure = Failure(error)
            Output.note(failure.text)
            return failure.status.rawValue
        case let error as Failure:
            Output.note(error.text)
            return error.status.rawValue
        case let code as ExitCode where !code.isSuccess:
            // The command has printed its message.
            return code.rawValue
        default:
            return report(usage: error)
        }
    }
}
