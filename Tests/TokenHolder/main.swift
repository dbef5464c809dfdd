import Foundation
import Freshet

// Makes one call with the token in a file, and renews it where the server refuses it: TokenHolder FILE BASE-URL. It
// prints what the call ended with.

struct Server: Service {
    let baseURL: String
}

struct Tokens: Authenticator {
    struct Token: Codable, Sendable {
        let number: Int
    }

    let baseURL: String

    func credentials(for token: Token, on request: OutgoingRequest) -> [Credentials] { [.bearer("\(token.number)")] }

    func renew(_ token: Token, in renewal: Renewal) async throws(FetchError) -> Token {
        let body = RequestBody.form(["refresh_token": token.number])
        return try await renewal.client(for: Server(baseURL: baseURL)).value(
            for: Request("token", method: .post, body: body))
    }
}

let (file, baseURL) = (URL(filePath: CommandLine.arguments[1]), CommandLine.arguments[2])
var configuration = ClientConfiguration(transport: DefaultTransport.shared, cache: nil)
let session = AuthenticationSession(Tokens(baseURL: baseURL), configuration, store: FileTokenStore(file: file))
configuration.authentication = .session(session)
configuration.retry = .never
let client = Client(Server(baseURL: baseURL), configuration)
do {
    _ = try await client.value(for: Request<Server, Data>("items"))
    print("ok")
} catch {
    print(error.code)
}
