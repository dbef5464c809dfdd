import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Logging
import Testing

// The code of the comments about sign-in, cookies, logs and the environment.

enum SessionComments {
    static func restored(in folder: URL) -> AuthenticationSession<TicketTokens> {
        let store = FileTokenStore<TicketTokens.Token>(file: folder.appending(path: "tickets.json"))
        let session = AuthenticationSession(TicketTokens(), .platform, store: store)
        return session
    }

    static func program(secret: String) -> AuthenticationSession<OAuth> {
        let program = OAuth.Client.confidential(id: "nightly-report", secret: secret)
        let oauth = OAuth(
            OAuth.Server(token: "https://login.example/token"), client: program, ownScopes: ["tickets.read"])
        let session = AuthenticationSession(oauth, .platform, account: "tickets/nightly-report")
        return session
    }

    static func television(_ session: AuthenticationSession<OAuth>) async throws {
        try await session.signInOnAnotherDevice(scopes: ["tickets"]) { code in
            print("Enter \(code.userCode) at \(code.verificationAddress)")
        } account: { _ in
            "tickets/tv"
        }
    }

    static func withCookies(_ folder: URL) -> Client<Weather> {
        var configuration = ClientConfiguration.platform
        configuration.cookies = CookieJar(file: folder.appendingPathComponent("cookies.json"))
        let weather = Client(Weather(), configuration)
        return weather
    }

    static func curl() -> Client<Weather> {
        let log = WireLog(style: .curl) { line in print(line) }
        let weather = Client(Weather(), transport: log, cache: nil)
        return weather
    }

    static func logger() -> Client<Weather> {
        let log = WireLog(logger: Logger(label: "wire"), level: .trace)
        let weather = Client(Weather(), transport: log, cache: nil)
        return weather
    }

    static func reachability(show: @escaping @Sendable (String) -> Void) -> EnvironmentObservation {
        let network = SystemReachability()
        let observation = network.observe { isOffline in show(isOffline ? "Offline" : "Online") }
        return observation
    }

    static func foreground(refresh: @escaping @Sendable () -> Void) -> EnvironmentObservation {
        let observation = SystemForeground.shared.observe { isActive in
            if isActive { refresh() }
        }
        return observation
    }
}

@Suite
struct SessionCommentTests {
    @Test func aProgramHasItsAccount() {
        #expect(SessionComments.program(secret: "s").current == .signedIn(account: "tickets/nightly-report"))
    }

    @Test func theJarIsTheClients() {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cookies-\(UUID().uuidString)")
        #expect(SessionComments.withCookies(folder).configuration.cookies?.cookies.isEmpty == true)
        #expect(SessionComments.restored(in: folder).current == .signedOut)
    }
}
