import ArgumentParser

/// The command `freshet`, whose subcommands help to write and to examine services.
@main
struct FreshetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "freshet",
        abstract: "Writes and examines services for the library Freshet.",
        subcommands: [ServiceCommand.self, CurlSubcommand.self, GetCommand.self])
}
