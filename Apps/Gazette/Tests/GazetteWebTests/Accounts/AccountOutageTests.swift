import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// What members get while the database can't be reached.
@Suite(.enabled(if: TestDatabase.isAvailable), .timeLimit(.minutes(1)))
struct AccountOutageTests {
    private static let page: HTTPFields = [.accept: "text/html"]

    /// Runs a body with a member of a site, and the database of the site.
    private static func visit(
        _ admission: AccountSettings.Admission,
        _ body: @escaping @Sendable (Guest, TestDatabase, ReaderStore) async throws -> Void
    ) async throws {
        try await TestDatabase.with { database in
            let response = #"{"status":"ok","totalResults":0,"articles":[]}"#
            var configuration = WebConfiguration(clients: Site.clients(StubTransport { _ in .json(response) }))
            configuration.shellTimeout = .infinity
            configuration.passwords = CountedHasher()
            configuration.accounts = AccountSettings(admission)
            let store = try await ReaderStore.open(database.address, connections: .hasty, now: Date())
            defer { store.close() }
            configuration.database = SharedDatabase(store: store)
            try await Guest.visit(configuration) { guest in
                let token = SecretToken()
                try await AccountStore(database: store.database).invite(token, isAdmin: false, now: Date())
                let fields = [
                    ("name", "ann"), ("password", AccountSite.password), ("passwordAgain", AccountSite.password),
                    ("invitation", token.text),
                ]
                try #require(try await guest.post("/sign-up", fields).status == 303)
                try await body(guest, database, store)
            }
        }
    }

    private static func wait(_ guest: Guest, untilReady isReady: Bool) async throws {
        try await eventually(outside: "the process notices that the database has changed") {
            try await guest.get("/readyz").status == (isReady ? 200 : 503)
        }
    }

    @Test func anOutageIsNoticedWithoutARequestAndItsEndToo() async throws {
        try await Self.visit(.open) { guest, database, store in
            #expect(try await guest.get("/readyz").text == "ready\n")
            try await database.setReachable(false)
            // Without a tick: the connection that listens ends.
            try await Self.wait(guest, untilReady: false)
            #expect(try await guest.get("/readyz").text.hasPrefix("not ready: Readers' accounts can't be read"))
            #expect(try await guest.get("/healthz").status == 200)
            #expect(!store.isReachable)
            try await database.setReachable(true)
            try await Self.wait(guest, untilReady: true)
            #expect(try await guest.get("/me").status == 200)
        }
    }

    @Test func whatNeedsNoAccountIsShownAndSaysWhatIsMissing() async throws {
        try await Self.visit(.open) { guest, database, _ in
            let session = guest.cookie("session")
            let visitor = guest.cookie("visitor")
            let before = try await guest.get("/news", Self.page)
            #expect(!before.text.contains("account can't be read") && before.text.contains("<h1>"))
            try await database.setReachable(false)
            try await Self.wait(guest, untilReady: false)
            let news = try await guest.get("/news", Self.page)
            #expect(news.status == 200)
            #expect(news.text.contains("Your account can&#39;t be read at the moment"))
            #expect(news.text.contains("<h1>"))
            #expect(news.headers[.cacheControl] == "no-store")
            #expect(news.headers[.setCookie] == nil)
            #expect(guest.cookie("session") == session && guest.cookie("visitor") == visitor)
            // Whoever has no account is shown no such sentence.
            let stranger = try await guest.other.get("/news", Self.page)
            #expect(stranger.status == 200 && !stranger.text.contains("Your account"))
        }
    }

    @Test(arguments: [AccountSettings.Admission.open, .invitation])
    func pagesOfAnAccountSayWhatIsWrong(_ admission: AccountSettings.Admission) async throws {
        try await Self.visit(admission) { guest, database, _ in
            try await database.setReachable(false)
            try await Self.wait(guest, untilReady: false)
            for path in ["/saved", "/me", "/feeds/manage"] + (admission == .open ? [] : ["/", "/news"]) {
                let response = try await guest.get(path, Self.page)
                #expect(response.status == 503, "\(path)")
                #expect(response.text.contains("Your account can&#39;t be read at the moment"), "\(path)")
                #expect(response.text.contains("Nothing that is stored is lost."))
                #expect(response.headers[.retryAfter] == "5")
            }
            let sent = try await guest.post("/feeds/add", [("address", "https://a.example")])
            #expect(sent.status == 503)
            #expect(sent.text.hasPrefix("Your account can't be read at the moment"))
        }
    }
}
