import Foundation
import Freshet
import TMDb

/// The account of the movie service that is signed in on this machine, one for each server.
struct MovieAccount: Sendable {
    let session: AuthenticationSession<TMDb.Sessions>
    let movies: Client<TMDb>

    init(_ connection: Connection) {
        let client = connection.movies
        let server: String =
            switch connection.host(for: .movies) {
            case .emulator: "emulator"
            case .service: "tmdb"
            case .address(let address): String(address.map { $0.isLetter || $0.isNumber ? $0 : "-" })
            }
        let file = AccountFiles.folder.appending(path: "session-\(server).json")
        session = AuthenticationSession(
            TMDb.Sessions(client.service), client.configuration, store: FileTokenStore<TMDb.Session>(file: file))
        var configuration = client.configuration
        configuration.authentication = .session(session)
        movies = Client(client.service, configuration)
    }

    /// The id of the account.
    ///
    /// - Throws: ``Failure`` if nobody is signed in.
    var id: Int {
        get throws {
            guard let id = session.current.tmdbAccount else {
                throw Failure(.refused, "Nobody is signed in. Sign in with: gazette account sign-in NAME")
            }
            return id
        }
    }
}
