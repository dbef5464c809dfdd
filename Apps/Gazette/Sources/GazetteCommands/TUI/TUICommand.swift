import ArgumentParser
import Foundation

struct TUICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tui",
        abstract: "Read all sections on one screen.",
        discussion: """
            From 120 columns, lists are on the left and the selected item is on the right; below that, only one is \
            shown at a time. Hacker News is checked every 30 s. The keys are the same as in the web app; ? lists them:

            \(TUIState.keys.map { "  \(TerminalText.fitted($0.keys, to: 16))\($0.action)" }.joined(separator: "\n"))

            Read and saved items are stored under XDG_STATE_HOME or ~/.local/state; after gazette sync sign-in, in \
            your web app account as well. The feeds are those of gazette feeds; their read and saved items stay on \
            this machine.
            """
    )

    @OptionGroup var service: ServiceOptions

    func run() async throws {
        let environment = Console.current.environment
        guard Console.current.isInputTyped, Terminal.standardOutput.hasControls else {
            throw Failure(
                .usage, "gazette tui needs a terminal that supports control sequences. For lists, see: gazette help")
        }
        let services = ReaderService.allCases
        try await Connection.with(service, for: services, readsFeeds: true) { connection in
            let isSample = services.contains { connection.host(for: $0) == .emulator }
            let app = try await TUIApp(
                connection, isSample: isSample, isOffline: service.offline, environment: environment)
            try await app.run()
            try Task.checkCancellation()
        }
    }
}
