import ArgumentParser

/// The command `freshet`, whose subcommands help to write and to examine services.
@main
struct FreshetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "freshet",
        abstract: "Writes and examines services for the library Freshet.",
        usage: """
            freshet service openapi.yaml --to Sources/Shop
            freshet curl 'curl https://news.example/top'
            freshet get https://news.example/top
            """,
        version: Version.text,
        subcommands: [ServiceCommand.self, CurlSubcommand.self, GetCommand.self])
}
