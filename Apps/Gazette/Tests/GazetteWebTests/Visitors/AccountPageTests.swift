import Emulator
import Foundation
import Freshet
import HTTPTypes
import ReaderModels
import TMDb
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// Signing in to the movie service in the browser, and what visitors do with their account.
@Suite(.timeLimit(.minutes(2)))
struct AccountPageTests {
    private static func signIn(_ guest: Guest, password: String = "hush") async throws -> Site.ReceivedResponse {
        _ = try await guest.get("/account")
        return try await guest.post("/account/sign-in", [("name", "ann"), ("password", password)])
    }

    @Test func aVisitorRatesAndListsUntilTheSignOut() async throws {
        try await Guest.visitEmulator { guest in
            #expect(try await guest.get("/account").text.contains("action=\"/account/sign-in\""))
            #expect(try await Self.signIn(guest).headers[.location] == "/account")
            let account = try await guest.get("/account")
            #expect(account.text.contains("Signed in as ann.") && account.count(of: "Nothing yet.") == 3)
            #expect(try await guest.get("/movies/10007").text.contains("href=\"/account/movie/10007\""))

            let rated = try await guest.post("/account/rate", [("movie", "10007"), ("rating", "8.5")])
            #expect(rated.status == 303 && rated.headers[.location] == "/account/movie/10007")
            for list in ["watchlist", "favorite"] {
                _ = try await guest.post("/account/list", [("movie", "10007"), ("list", list), ("listed", "true")])
            }
            let movie = try await guest.get("/account/movie/10007")
            #expect(movie.text.contains("<option value=\"8.5\" selected>"))
            #expect(
                movie.text.contains("Remove from watchlist") && movie.text.contains("Remove from favourites"))
            #expect(try await guest.get("/account").count(of: "href=\"/account/movie/10007\"") == 3)

            _ = try await guest.post("/account/rate", [("movie", "10007"), ("rating", "none")])
            _ = try await guest.post("/account/list", [("movie", "10007"), ("list", "watchlist"), ("listed", "false")])
            #expect(try await guest.get("/account").count(of: "href=\"/account/movie/10007\"") == 1)

            #expect(try await guest.post("/account/sign-out", []).status == 303)
            #expect(try await guest.get("/account").text.contains("action=\"/account/sign-in\""))
            #expect(try await guest.get("/account/movie/10007").text.contains("action=\"/account/sign-in\""))
        }
    }

    @Test func visitorsAreSignedInForThemselves() async throws {
        try await Guest.visitEmulator { guest in
            _ = try await Self.signIn(guest)
            let other = try await guest.other.get("/account")
            #expect(!other.text.contains("ann") && other.text.contains("action=\"/account/sign-in\""))
        }
    }

    @Test func aWrongPasswordIsReportedAndNotShown() async throws {
        try await Guest.visitEmulator { guest in
            let response = try await Self.signIn(guest, password: "wrong")
            #expect(
                response.text.contains("role=\"alert\"") && response.text.contains("Invalid username and/or password"))
            #expect(!response.text.contains("value=\"wrong\""))
        }
    }

    @Test func aRatingThatIsNoneIsReported() async throws {
        try await Guest.visitEmulator { guest in
            _ = try await Self.signIn(guest)
            let response = try await guest.post("/account/rate", [("movie", "10007"), ("rating", "99")])
            #expect(response.status == 200 && response.text.contains("role=\"alert\""))
            // Beside the form that it is about.
            let form = response.text.components(separatedBy: "</form>").first {
                $0.contains("action=\"/account/rate\"")
            }
            #expect(form?.contains("a rating is a number from 0.5 to 10") == true)
        }
    }

    @Test("Forms of other sites, and of browsers without cookies, do nothing")
    func foreignForms() async throws {
        try await Guest.visitEmulator { guest in
            let foreign = try await guest.post(
                "/account/sign-in", [("name", "ann"), ("password", "hush")], [.origin: "https://other.example"])
            #expect(foreign.status == 403)
            // The first document sets the cookie.
            let early = try await guest.other.post("/account/sign-in", [("name", "ann"), ("password", "hush")])
            #expect(early.headers[.location] == "/account")
            #expect(try await guest.get("/account").text.contains("action=\"/account/sign-in\""))
        }
    }

    @Test func aSessionThatEndsInABurstIsNotNoticed() async throws {
        let emulator = Emulator()
        let running = try await emulator.start()
        let routes = Emulator.origins.map { ($0, "http://127.0.0.1:\(running.port)") }
        let transport = try RoutingTransport(DefaultTransport.shared, routes: Dictionary(uniqueKeysWithValues: routes))
        try await Guest.visit(WebConfiguration(clients: Site.clients(transport))) { guest in
            _ = try await Self.signIn(guest)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        if number == 10 { emulator.endSessions() }
                        return try await guest.post("/account/rate", [("movie", "10007"), ("rating", "8.5")]).status
                    }
                }
                for try await status in group { #expect(status == 303) }
            }
            #expect(try await guest.get("/account").text.contains("Signed in as ann."))
        }
        await running.stop()
    }

    @Test func beyondTheLimitAccountsStaySignedInAndOnlyTheirClientsGo() async throws {
        try await StoreHome.with(.sqlite) { home in
            let database = try await home.open().store.database
            let accounts = VisitorAccounts(
                Site.clients(DefaultTransport.shared).movies, in: database,
                outboxes: MovieOutboxes(nil, now: { StoreHome.start }), limit: 2)
            let table = MovieSessionTable(database: database)
            let visitors = [Visitor(), Visitor(), Visitor()]
            for (number, visitor) in visitors.enumerated() {
                let token = StoredToken(
                    account: "tmdb/\(number)", token: TMDb.Session(id: "session \(number)"), requested: StoreHome.start)
                #expect(try await table.write(token, of: visitor, replacing: nil))
            }
            for (number, visitor) in (visitors + visitors).enumerated() {
                let account = try await accounts.account(of: visitor)
                #expect(account?.session.current.tmdbAccount == number % 3)
            }
            #expect(accounts.count == 2)
            // A year later, a session that was made then removes these.
            let late = StoredToken(
                account: "tmdb/9", token: TMDb.Session(id: "late"), requested: StoreHome.start + 366 * 86_400)
            #expect(try await table.write(late, of: visitors[0], replacing: nil))
            #expect(try await accounts.account(of: visitors[1]) == nil)
            #expect(accounts.count <= 2)
        }
    }
}
