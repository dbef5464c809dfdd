import ArgumentParser

/// The command `gazette` with all that it can do.
struct Gazette: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gazette",
        abstract: "Read the news in the terminal.",
        usage: """
            gazette headlines --category science
            gazette search '"climate change" -sport' --limit 5
            gazette <subcommand> [options]
            """,
        discussion: """
            With no key and no internet, a built-in emulator answers. Set NEWSAPI_KEY (a free key from \
            https://newsapi.org) to read the real news.

            WHO ANSWERS, THE FIRST THAT APPLIES:
              --emulator              the built-in emulator
              --base-url URL          what answers at that address
              --live                  the real service (or "gazette": {"live": true} in the file)
              NEWSAPI_KEY             the real service
              otherwise               the built-in emulator

            ENVIRONMENT:
              NEWSAPI_KEY             the key; invalid, disabled, exhausted and limited make
                                      the emulator refuse it
              NEWSAPI_BASE_URL        as --base-url
              GAZETTE_LIVE            true: as --live
              GAZETTE_TIMEOUT         as --timeout
              NO_COLOR, FORCE_COLOR   no colour, colour everywhere
            The same from \(Settings.filePath):
              {"newsapi": {"key": "…", "baseUrl": "…"}, "gazette": {"live": true, "timeout": 20}}
            Flags win over the environment, the environment over the file.

            EXIT CODES:
            \(ExitStatus.table)

            Shell completions: gazette --generate-completion-script bash|zsh|fish
            """,
        version: Version.text,
        subcommands: [HeadlinesCommand.self, SearchCommand.self, SourcesCommand.self, EmulateCommand.self]
    )
}
