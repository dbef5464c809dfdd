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
            Without keys or internet, Gazette reads from a built-in emulator. Set \
            NEWSAPI_KEY (a free key from https://newsapi.org) and TMDB_KEY (a key or \
            token from https://www.themoviedb.org) to read the real news and movies; \
            Hacker News, meals and people need no key: use --live.

            SERVER (THE FIRST THAT APPLIES):
              --emulator             the built-in emulator
              --base-url URL         the server at that address
              --live                 the real service (in the file: "live": true)
              a key of the service   the real service
              otherwise              the built-in emulator

            ENVIRONMENT:
              NEWSAPI_KEY, TMDB_KEY, THEMEALDB_KEY
                                     the keys of the services; with invalid, disabled,
                                     exhausted, limited or broken as a key, the
                                     emulator fails as the service would
              NEWSAPI_BASE_URL, TMDB_BASE_URL, HACKERNEWS_BASE_URL,
              HACKERNEWSSEARCH_BASE_URL, THEMEALDB_BASE_URL, JSONPLACEHOLDER_BASE_URL
                                     as --base-url, for one service
              NEWSAPI_REQUESTS_PER_DAY and the same of the other services
                                     the most that gazette serve sends
              GAZETTE_DATA           the folder of what visitors read and save
              GAZETTE_DATABASE       the PostgreSQL database of it, for several
                                     processes: postgres://user:password@host/name
              GAZETTE_PUBLIC_HOST    the host name at which a proxy serves Gazette
              GAZETTE_TRUSTED_PROXIES
                                     as --trusted-proxies of gazette serve
              GAZETTE_FEED_NETWORKS  networks of your own from which feeds are read,
                                     such as 192.168.0.0/16,fd00::/8
              GAZETTE_PROCESS        the name of one process of several, by which a
                                     proxy routes
              GAZETTE_ACCOUNTS, GAZETTE_ACCOUNT_HEADER
                                     as --accounts and --account-header of it
              GAZETTE_OIDC_ISSUER, GAZETTE_OIDC_CLIENT_ID, GAZETTE_OIDC_CLIENT_SECRET
                                     the provider of OpenID Connect of it
              GAZETTE_LIVE           true: as --live
              GAZETTE_TIMEOUT        as --timeout
              GAZETTE_COUNTRY        the country of the headlines (default: that of
                                     your locale)
              GAZETTE_EMULATOR_TIME  when the emulator's time starts (default: now)
              OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
              OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER,
              OTEL_TRACES_SAMPLER_ARG, OTEL_RESOURCE_ATTRIBUTES, OTEL_SDK_DISABLED,
              OTEL_INSTRUMENTATION_HTTP_KNOWN_METHODS
                                     the collector of serve --telemetry, by HTTP with
                                     JSON, and what it gets
              NO_COLOR, FORCE_COLOR  no colour, colour everywhere
              PAGER                  shows long output (default: less -FRX)

            The same from a file; flags override the environment, which overrides it:
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
