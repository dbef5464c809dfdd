import ArgumentParser
import Foundation
import Freshet
import FreshetOutbox
import ReaderModels
import TMDb

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Sign in to the movie service, rate movies and keep lists of them.",
        usage: """
            gazette account sign-in NAME
            gazette account rate 10007 8.5
            gazette account watchlist --add 10007
            gazette account sign-out
            """,
        discussion: """
            The session is stored in a file that only you can read. You can change ratings and lists without a \
            network: changes are stored, and sent with the next change or by gazette sync (see gazette outbox). The \
            built-in emulator has an account for every name, and accepts any password but “wrong”.
            """,
        subcommands: [
            AccountShowCommand.self, SignInCommand.self, SignOutCommand.self, RateCommand.self, RatingsCommand.self,
            ListChangeCommand<Watchlist>.self, ListChangeCommand<Favourites>.self,
        ],
        defaultSubcommand: AccountShowCommand.self
    )
}

/// The account that is signed in, as `--json` prints it.
private struct AccountRecord: Encodable {
    let id: Int
    let title: String
}

struct AccountShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Print who is signed in.")

    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await Connection.with(service, for: [.movies]) { connection in
            let account = MovieAccount(connection)
            _ = try account.id
            let found = try await account.movies.value(for: .account)
            Output.print(
                output.json
                    ? try JSONText.of([AccountRecord(id: found.id, title: found.userName)])
                    : TerminalText.clean(found.userName))
        }
    }
}

struct SignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in",
        abstract: "Sign in with a name and a password.",
        discussion: "The password is read from TMDB_PASSWORD, or from the terminal without showing it."
    )

    @Argument(help: "The account's name.")
    var name: String

    @Flag(help: "Store the password with the session, to sign in again when the service ends it.")
    var remember = false

    @OptionGroup var service: ServiceOptions

    func run() async throws {
        let password = try Self.password()
        try await Connection.with(service, for: [.movies]) { connection in
            try await Output.withProgress("Signing in…") {
                try await MovieAccount(connection).session.signIn(user: name, password: password, remembers: remember)
            }
            Output.note("Signed in as \(TerminalText.clean(name)).")
        }
    }

    private static func password() throws -> String {
        if let password = Console.current.environment["TMDB_PASSWORD"], !password.isEmpty { return password }
        let entered = Console.current.readSecret("Password: ")
        guard let entered, !entered.isEmpty else { throw Failure(.usage, "A password is needed.") }
        return entered
    }
}

struct SignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Sign out, and remove what is stored about the account.")

    @OptionGroup var service: ServiceOptions

    func run() async throws {
        try await Connection.with(service, for: [.movies]) { connection in
            let account = MovieAccount(connection)
            guard account.session.current.tmdbAccount != nil else {
                Output.note("You are not signed in.")
                return
            }
            let remaining = try await account.withOutbox { outbox in
                try await outbox.outbox.prepareSignOut(.sendFirst(within: service.sendingTime))
            }
            try await account.session.signOut(awaitingRevocation: true)
            Output.note("Signed out.")
            if let text = MovieOutbox.unsentText(remaining) {
                Output.note("\(text). Sign in again to send them, or see: gazette outbox list")
            }
        }
    }
}

struct RateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Rate a movie from 0.5 to 10, or remove the rating.",
        usage: """
            gazette account rate 10007 8.5
            gazette account rate 10007 none
            """)

    @Argument(help: ArgumentHelp("The movie's number, as the lists print it.", valueName: "id"))
    var id: Int

    @Argument(help: "A number from 0.5 to 10 in steps of 0.5, or none.")
    var rating: String

    @OptionGroup var service: ServiceOptions

    func validate() throws {
        if rating != "none", Double(rating) == nil { throw ValidationError("The rating must be a number, or none.") }
    }

    func run() async throws {
        try await Connection.with(service, for: [.movies]) { connection in
            let account = MovieAccount(connection)
            guard try await account.send([(id, .rating(Double(rating)))], within: service.sendingTime) else { return }
            let state = try await account.movies.value(for: .accountState(of: id))
            Output.note(state.rating.map { "Rated \($0)." } ?? "The rating was removed.")
        }
    }
}

struct RatingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ratings", abstract: "Print the movies that you have rated.")

    @OptionGroup var list: ListOptions
    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await Connection.with(service, for: [.movies]) { connection in
            let account = MovieAccount(connection)
            let id = try account.id
            try await account.print({ .ratedMovies(of: id, page: $0) }, list, output, "You haven't rated any movies.")
        }
    }
}

/// A list of movies in an account that the user can change.
protocol AccountListName: Sendable {
    static var name: String { get }
    static func request(_ account: Int, page: Int) -> Request<TMDb, TMDb.MoviePage>
    static func choice(_ isListed: Bool) -> MovieChoice
}

enum Watchlist: AccountListName {
    static let name = "watchlist"

    static func request(_ account: Int, page: Int) -> Request<TMDb, TMDb.MoviePage> {
        .watchlist(of: account, page: page)
    }

    static func choice(_ isListed: Bool) -> MovieChoice { .watchlist(isListed) }
}

enum Favourites: AccountListName {
    static let name = "favourites"

    static func request(_ account: Int, page: Int) -> Request<TMDb, TMDb.MoviePage> {
        .favoriteMovies(of: account, page: page)
    }

    static func choice(_ isListed: Bool) -> MovieChoice { .favorite(isListed) }
}

struct ListChangeCommand<List: AccountListName>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: List.name, abstract: "Print or change your \(List.name).")
    }

    @Option(help: ArgumentHelp("Add the movie with this number first.", valueName: "id"))
    var add: [Int] = []

    @Option(help: ArgumentHelp("Remove the movie with this number first.", valueName: "id"))
    var remove: [Int] = []

    @OptionGroup var list: ListOptions
    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await Connection.with(service, for: [.movies]) { connection in
            let account = MovieAccount(connection)
            let id = try account.id
            let choices = add.map { ($0, List.choice(true)) } + remove.map { ($0, List.choice(false)) }
            // Without the service, there is no list to print.
            guard try await account.send(choices, within: service.sendingTime) else { return }
            let note = "Nothing is listed. Add a movie with: gazette account \(List.name) --add ID"
            try await account.print({ List.request(id, page: $0) }, list, output, note)
        }
    }
}

extension MovieAccount {
    fileprivate func print(
        _ request: @escaping @Sendable (Int) -> Request<TMDb, TMDb.MoviePage>, _ list: ListOptions,
        _ output: OutputOptions, _ emptyNote: String
    ) async throws {
        let collector = PageCollector { (page) async throws(FetchError) in
            let received = try await movies.value(for: request(page))
            return (received.results, received.nextPage != nil)
        }
        let found = try await collector.elements(page: list.page, limit: list.limit)
        try Results(found.elements, emptyNote: emptyNote).write(output)
        found.printNote()
    }
}
