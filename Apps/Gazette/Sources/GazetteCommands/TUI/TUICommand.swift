import ArgumentParser
import Foundation

struct TUICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tui",
        abstract: "Read all sections on one screen.",
        discussion: """
            From 120 columns on, lists are on the left and what is selected is on the right; below that, there is one at a \
            time. Hacker News is looked at again every 30 s. The keys are those of the web app; ? lists them:

            \(TUIState.keys.map { "  \(TerminalText.fitted($0.keys, to: 16))\($0.action)" }.joined(separator: "\n"))

            What is saved, and what was read, is kept in the folder of XDG_STATE_HOME or ~/.local/state; with gazette \
            sync sign-in, in your account of a web app, too. The feeds are those of gazette feeds: what was read and saved \
            of them stays on this machine.
            """
    )

    @OptionGroup var service: ServiceOptions

    func run() async throws {
        let environment = Console.current.environment
        guard Console.current.isInputTyped, Terminal.standardOutput.hasControls else {
            throw Failure(
                .usage, "gazette tui needs a terminal that obeys control sequences. Print lists instead: gazette help")
        }
        let services = ReaderService.allCases
        try await Connection.with(service, for: services, readsFeeds: true) { connection in
            let isSample = services.contains { connection.host(for: $0) == .emulator }
            let app = await TUIApp(
                connection, isSample: isSample, isOffline: service.offline, environment: environment)
            await app.run()
            try Task.checkCancellation()
        }
    }
}
