import ArgumentParser

/// The command `gazette` with all its subcommands.
struct Gazette: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gazette",
        abstract: "Read news, Hacker News, feeds, movies, meals and people in the terminal.",
        usage: """
            gazette
            gazette headlines --category science
            gazette open 3
            gazette feeds
            gazette read
            gazette tui
            gazette hn top --limit 10
            gazette movies search lighthouse
            gazette <subcommand> [options]
            """,
        discussion: """
            Without keys or internet access, Gazette reads from a built-in emulator. Set \
            NEWSAPI_KEY (a free key from https://newsapi.org) and TMDB_KEY (a key or \
            token from https://www.themoviedb.org) to read real news and movies. \
            Hacker News, meals and people need no key: use --live.

            SERVER (THE FIRST THAT APPLIES):
              --emulator             the built-in emulator
              --base-url URL         the server at that address
              --live                 the real service (in the file: "live": true)
              a key for the service  the real service
              otherwise              the built-in emulator

            ENVIRONMENT:
              NEWSAPI_KEY, TMDB_KEY, THEMEALDB_KEY
                                     the services' keys; with invalid, disabled,
                                     exhausted, limited or broken as a key, the
                                     emulator fails as the service would
              NEWSAPI_BASE_URL, TMDB_BASE_URL, HACKERNEWS_BASE_URL,
              HACKERNEWSSEARCH_BASE_URL, THEMEALDB_BASE_URL, JSONPLACEHOLDER_BASE_URL
                                     like --base-url, for one service
              NEWSAPI_REQUESTS_PER_DAY, and the same for the other services
                                     the most requests that gazette serve sends
              GAZETTE_DATA           the folder for what visitors read and save
              GAZETTE_DATABASE       a PostgreSQL database for it, which processes can
                                     share: postgres://user:password@host/name
              GAZETTE_PUBLIC_HOST    the host name under which a proxy serves Gazette
              GAZETTE_TRUSTED_PROXIES
                                     like gazette serve --trusted-proxies
              GAZETTE_FEED_NETWORKS  your own networks from which feeds may be read,
                                     such as 192.168.0.0/16,fd00::/8
              GAZETTE_PROCESS        the name by which a proxy routes to this process
                                     if there are several
              GAZETTE_ACCOUNTS, GAZETTE_ACCOUNT_HEADER
                                     like gazette serve --accounts, --account-header
              GAZETTE_OIDC_ISSUER, GAZETTE_OIDC_CLIENT_ID, GAZETTE_OIDC_CLIENT_SECRET
                                     the OpenID Connect provider of gazette serve
              GAZETTE_LIVE           true: like --live
              GAZETTE_TIMEOUT        like --timeout
              GAZETTE_COUNTRY        the country of the headlines (default: your locale's)
              GAZETTE_EMULATOR_TIME  when the emulator's time starts (default: now)
              OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
              OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER,
              OTEL_TRACES_SAMPLER_ARG, OTEL_RESOURCE_ATTRIBUTES, OTEL_SDK_DISABLED,
              OTEL_INSTRUMENTATION_HTTP_KNOWN_METHODS
                                     the collector for serve --telemetry (OTLP/HTTP
                                     with JSON), and what it receives
              NO_COLOR, FORCE_COLOR  never colour, always colour
              PAGER                  shows long output (default: less -FRX)

            The same in a file; flags override the environment, which overrides the file:
              \(Settings.filePath)
              {"newsapi": {"key": "…"}, "gazette": {"live": true, "timeout": 20}}

            EXIT CODES:
            \(ExitStatus.table)

            Shell completions: gazette --generate-completion-script bash|zsh|fish
            """,
        version: Version.text,
        subcommands: [
            TodayCommand.self, HeadlinesCommand.self, SearchCommand.self, SourcesCommand.self, HackerNewsCommand.self,
            MoviesCommand.self, MovieCommand.self, AccountCommand.self, MealsCommand.self, MealCommand.self,
            PeopleCommand.self, FeedsCommand.self, ReadCommand.self, OpenCommand.self, TUICommand.self,
            DoctorCommand.self, TapeCommand.self,
            ServeCommand.self, InspectCommand.self, MembersCommand.self, BackupCommand.self, RestoreCommand.self,
            SyncCommand.self, OutboxCommand.self, EmulateCommand.self,
        ],
        defaultSubcommand: TodayCommand.self
    )
}
