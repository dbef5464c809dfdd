import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// Accounts of two servers on one database.
@Suite(.enabled(if: TestDatabase.isAvailable), .timeLimit(.minutes(1)))
struct SeveralProcessesTests {
    /// Runs a body with a browser for each of two servers.
    private static func visit(
        _ body: @escaping @Sendable (_ one: Guest, _ two: Guest, _ port: Int) async throws -> Void
    ) async throws {
        try await TestDatabase.with { database in
            func configuration() async throws -> WebConfiguration {
                var configuration = WebConfiguration(clients: Site.clients(StubTransport { _ in .json("{}") }))
                configuration.shellTimeout = .infinity
                configuration.editionLifetime = .zero
                configuration.passwords = CountedHasher()
                configuration.accounts = AccountSettings(.open)
                configuration.database = SharedDatabase(
                    store: try await ReaderStore.open(database.address, connections: .hasty, now: Date()))
                return configuration
            }
            let (first, second) = (try await configuration(), try await configuration())
            try await Guest.visit(first) { one in
                try await Guest.visit(second) { two in try await body(one, two, two.port) }
            }
        }
    }

    @Test func aSessionThatOneServerEndsHasNoLivePageAtTheOther() async throws {
        try await Self.visit { one, two, port in
            let fields = [("name", "ann"), ("password", AccountSite.password), ("passwordAgain", AccountSite.password)]
            #expect(try await one.post("/sign-up", fields).status == 303)
            // Another browser signs in at the other server, with a live page there.
            #expect(try await two.signIn("ann").status == 303)
            let page = try await two.get("/saved")
            let match = try #require(page.text.firstMatch(of: /data-page="([^"]+)" data-version="([0-9]+)"/))
            let cookie = "session=\(two.cookie("session") ?? "")"
            let stream = try await StreamConnection.open(
                "/live?page=\(match.1).\(match.2)", port: port, cookie: cookie)
            #expect(await stream.status() == 200)

            #expect(try await one.postOwn("/me/sessions/end", []).status == 303)
            var event = try #require(try await stream.event())
            while event.name != "gone" { event = try #require(try await stream.event()) }
            #expect(event.page == String(match.1))
            #expect(try await !two.isSignedIn)
            #expect(try await one.isSignedIn)
            await stream.close()
        }
    }

    @Test func attemptsAreCountedByAllServers() async throws {
        try await Self.visit { one, two, _ in
            var statuses: [Int] = []
            for guest in Array(repeating: one, count: 5) + Array(repeating: two, count: 5) + [one, two] {
                statuses.append(try await guest.signIn("ann", "wrong").status)
            }
            #expect(statuses == Array(repeating: 422, count: 10) + [429, 429])
        }
    }
}
