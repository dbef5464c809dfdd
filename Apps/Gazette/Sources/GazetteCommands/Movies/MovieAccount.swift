import Foundation
import Freshet
import FreshetOutbox
import ReaderModels
import TMDb

/// The account of the movie service that is signed in on this machine, one for each server.
struct MovieAccount: Sendable {
    let session: AuthenticationSession<TMDb.Sessions>
    let movies: Client<TMDb>
    /// The file with the changes that were not sent yet.
    private let outboxFile: URL

    init(_ connection: Connection) {
        let client = connection.movies
        let host = connection.host(for: .movies)
        let file = AccountFiles.folder.appending(path: Self.fileName(of: host))
        outboxFile = AccountFiles.folder.appending(path: Self.outboxName(of: host))
        session = AuthenticationSession(
            TMDb.Sessions(client.service), client.configuration, store: FileTokenStore<TMDb.Session>(file: file))
        var configuration = client.configuration
        configuration.authentication = .session(session)
        movies = Client(client.service, configuration)
    }

    /// The name of the file with the session at a server: different servers never share one.
    static func fileName(of host: ServiceHost) -> String { "session-\(name(of: host)).json" }

    /// The name of the file with the changes for a server.
    static func outboxName(of host: ServiceHost) -> String { "outbox-\(name(of: host)).sqlite" }

    private static func name(of host: ServiceHost) -> String {
        switch host {
        case .emulator: "emulator"
        case .service: "tmdb"
        case .address(let address): address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
    }

    // MARK: - Changes

    /// Runs a body with the outbox, which is closed afterwards.
    ///
    /// - Throws: ``Failure`` if its file can't be opened.
    func withOutbox<Value>(_ body: (MovieOutbox) async throws -> Value) async throws -> Value {
        try await MovieOutbox.with(outboxFile, movies, body)
    }

    /// The title of a movie that `gazette movie` has printed; `nil` for another one. The service is not asked: it may not
    /// be reachable.
    private func storedTitle(of movie: Int) async -> String? {
        try? await movies.value(for: .movie(movie, appending: MovieCommand.parts).caching(.cacheOnly)).title
    }

    /// Stores changes, and sends them if the service can be reached.
    ///
    /// - Returns: Whether all of them were delivered; the others stay stored, as a note says.
    /// - Throws: The error of the service that has refused one, or of the file.
    func send(_ choices: [(movie: Int, choice: MovieChoice)], within time: Duration) async throws -> Bool {
        guard !choices.isEmpty else { return true }
        let account = try id
        return try await withOutbox { outbox in
            var stored: [MovieOutbox.Entry] = []
            for (movie, choice) in choices {
                let change = MovieChange(choice, for: movie, title: await storedTitle(of: movie), of: account)
                if let entry = try await outbox.send(change, within: time) { stored.append(entry) }
            }
            for entry in stored { Output.note(entry.unsentNote) }
            return stored.isEmpty
        }
    }

    /// The id of the account.
    ///
    /// - Throws: ``Failure`` if nobody is signed in.
    var id: Int {
        get throws {
            guard let id = session.current.tmdbAccount else {
                throw Failure(.refused, "You are not signed in. Sign in with: gazette account sign-in NAME")
            }
            return id
        }
    }
}
