import Foundation
import Freshet
import TMDb

/// The account of the movie service that is signed in on this machine, one for each server.
struct MovieAccount: Sendable {
    let session: AuthenticationSession<TMDb.Sessions>
    let movies: Client<TMDb>

    init(_ connection: Connection) {
        let client = connection.movies
        let file = AccountFiles.folder.appending(path: Self.fileName(of: connection.host(for: .movies)))
        session = AuthenticationSession(
            TMDb.Sessions(client.service), client.configuration, store: FileTokenStore<TMDb.Session>(file: file))
        var configuration = client.configuration
        configuration.authentication = .session(session)
        movies = Client(client.service, configuration)
    }

    /// The name of the file with the session at a server: different servers never share one.
    static func fileName(of host: ServiceHost) -> String {
        let server =
            switch host {
            case .emulator: "emulator"
            case .service: "tmdb"
            case .address(let address): address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            }
        return "session-\(server).json"
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
