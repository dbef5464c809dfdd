import ArgumentParser
import Freshet
import TMDb

struct MoviesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "movies",
        abstract: "List or search movies.",
        usage: """
            gazette movies now-playing
            gazette movies top-rated --limit 5
            gazette movies search lighthouse --json
            """,
        subcommands: [
            MovieListCommand<NowPlaying>.self, MovieListCommand<Popular>.self, MovieListCommand<Upcoming>.self,
            MovieListCommand<TopRated>.self, MovieSearchCommand.self,
        ],
        defaultSubcommand: MovieListCommand<NowPlaying>.self
    )
}

/// The list that a command prints.
protocol MovieListName: Sendable {
    static var list: TMDb.MovieList { get }
}

enum NowPlaying: MovieListName { static let list = TMDb.MovieList.nowPlaying }
enum Popular: MovieListName { static let list = TMDb.MovieList.popular }
enum Upcoming: MovieListName { static let list = TMDb.MovieList.upcoming }
enum TopRated: MovieListName { static let list = TMDb.MovieList.topRated }

/// The language and country of movie data.
struct MovieOptions: ParsableArguments {
    @Option(help: "An ISO 639-1 language, optionally with a country: de, pt-BR (default: en-US).")
    var language: String?

    @Option(help: "The ISO 3166-1 country whose release dates are used.")
    var region: String?
}

struct MovieListCommand<Name: MovieListName>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Name.list.rawValue.replacing("_", with: "-"),
            abstract: "Print the list \(Name.list.title).",
            discussion: """
                If the output isn't a terminal, it prints one movie per line: title, date, score, id and address, \
                separated by tabs.
                """)
    }

    @OptionGroup var movie: MovieOptions
    @OptionGroup var list: ListOptions
    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await Connection.with(service, output, for: [.movies]) { connection in
            let client = connection.movies
            let collector = PageCollector { (page) async throws(FetchError) in
                let received = try await client.value(
                    for: .movies(Name.list, page: page, language: movie.language, region: movie.region))
                return (received.results, received.nextPage != nil)
            }
            let found = try await Output.withProgress("Fetching movies…") {
                try await collector.elements(page: list.page, limit: list.limit)
            }
            try Results(found.elements, emptyNote: "This page has no movies. Try a lower --page.").write(output)
            found.printNote()
        }
    }
}

struct MovieSearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search movies by title.",
        discussion:
            "If the output isn't a terminal, it prints one movie per line: title, date, score, id and address, separated by tabs."
    )

    @Argument(help: "Words in the title.")
    var text: [String]

    @Option(help: "The year of release.")
    var year: Int?

    @OptionGroup var movie: MovieOptions
    @OptionGroup var list: ListOptions
    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await Connection.with(service, output, for: [.movies]) { connection in
            let client = connection.movies
            let query = text.joined(separator: " ")
            let collector = PageCollector { (page) async throws(FetchError) in
                let received = try await client.value(
                    for: .search(
                        query, year: year, page: page, language: movie.language, region: movie.region))
                return (received.results, received.nextPage != nil)
            }
            let found = try await Output.withProgress("Searching movies…") {
                try await collector.elements(page: list.page, limit: list.limit)
            }
            let note = NoResults.note(
                "No movie", matching: query, page: list.page, advice: "Try fewer words",
                options: [year.map { _ in "--year" }])
            try Results(found.elements, emptyNote: note).write(output)
            found.printNote()
        }
    }
}
