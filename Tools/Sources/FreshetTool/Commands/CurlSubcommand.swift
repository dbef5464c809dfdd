import ArgumentParser
import CurlCommands
import Foundation
import Freshet

/// The subcommand `curl`, which prints the request of a curl command as Swift, or sends it.
struct CurlSubcommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "curl",
        abstract: "Prints the request of a curl command as Swift, or sends it.",
        discussion: """
            Pass the whole command as one argument, or on the standard input: what Chrome, Firefox and Safari copy \
            as cURL, for bash or for Windows' command prompt. Secrets become parameters of the Swift code.

            Exit codes: 0 success, 1 the server responded with an error status, 65 the command can't be read, 66 one of its files can't be read, 69 no response \
            was received, 78 it uses an option that Freshet has nothing for.
            """)

    /// The command; from the standard input if it is missing or `-`.
    @Argument(help: "The curl command as one argument. Without it, or with -, the standard input is read.")
    var command: String = "-"

    /// Whether the request is sent.
    @Flag(help: "Send the request, and write the body of the response to the standard output.")
    var send = false

    /// The name of the service.
    @Option(help: "The name of the service in Swift. By default, it is made from the host.")
    var service: String?

    /// The name of the request.
    @Option(help: "The name of the request in Swift. By default, it is made from the method and the path.")
    var request: String?

    func validate() throws {
        for name in [service, request].compactMap(\.self) {
            let isName = name.first.map { $0.isLetter || $0 == "_" } ?? false
            guard isName, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
                throw ValidationError("“\(name)” isn't a Swift name. Use letters and digits, such as Weather.")
            }
        }
    }

    func run() async throws {
        let text =
            command == "-" ? String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self) : command
        do {
            let command = try CurlCommand(text)
            for note in command.notes { StandardError.write("Note: \(note)") }
            if send {
                try await send(command)
            } else {
                StandardOutput.write(command.swift(service: service, request: request))
            }
        } catch let error as CurlError {
            StandardError.write("\(error)")
            throw ExitCode(error.exitCode)
        }
    }

    private func send(_ command: CurlCommand) async throws {
        let client = Client(AnyOrigin(), command.configuration())
        do {
            let response = try await client.response(for: command.request())
            StandardOutput.write(response.value)
            if response.head.status.code >= 400 {
                StandardError.write("The server responded with status \(response.head.status).")
                throw ExitCode(1)
            }
        } catch let error as FetchError {
            StandardError.write(
                [error.localizedDescription, error.recoverySuggestion].compactMap(\.self).joined(separator: " "))
            throw ExitCode(69)
        }
    }
}
