import Emulator
import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import NIOConcurrencyHelpers
import TMDb
import Testing

@testable import FreshetOutbox
@testable import GazetteWeb
@testable import LivePages
@testable import ReaderModels
@testable import ReaderStorage

/// What visitors change in their movie account while the service can't be reached, also after a restart.
@Suite(.timeLimit(.minutes(2)))
struct ChangesPageTests {
    /// An emulator behind a network that the test cuts.
    private final class Network: Transport {
        private let transport: RoutingTransport
        private let state = NIOLockedValueBox((isCut: false, writes: [String]()))

        init(_ emulator: RunningEmulator) throws {
            let routes = Emulator.origins.map { ($0, "http://127.0.0.1:\(emulator.port)") }
            transport = try RoutingTransport(
                DefaultTransport.shared, routes: Dictionary(uniqueKeysWithValues: routes))
        }

        var isCut: Bool {
            get { state.withLockedValue { $0.isCut } }
            set { state.withLockedValue { $0.isCut = newValue } }
        }

        /// The changes that have reached the emulator: method and path.
        var writes: [String] { state.withLockedValue { $0.writes } }

        func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
            let isCut = state.withLockedValue { state in
                let path = (request.head.path ?? "").prefix { $0 != "?" }
                if !state.isCut, request.head.method != .get, !path.contains("authentication") {
                    state.writes.append("\(request.head.method) \(path)")
                }
                return state.isCut
            }
            guard !isCut else { throw FetchError(.cannotConnect(.refused)) }
            return try await transport.send(request)
        }
    }

    /// Runs a body with a network and a function that visits a site on one folder: each visit is a process of its own.
    private static func with(
        _ body:
            @Sendable (Network, @Sendable (String?, @Sendable (Guest) async throws -> Void) async throws -> Void)
            async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gazette-changes-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let emulator = try await Emulator().start()
        let network = try Network(emulator)
        try await body(network) { cookie, visit in
            var configuration = WebConfiguration(clients: Site.clients(network))
            configuration.dataFolder = DataFolder(folder)
            configuration.shellTimeout = .infinity
            try await Guest.visit(configuration) { guest in
                guest.setCookie("visitor", cookie)
                try await visit(guest)
            }
        }
        await emulator.stop()
    }

    private static func signIn(_ guest: Guest) async throws {
        _ = try await guest.get("/account")
        _ = try await guest.post("/account/sign-in", [("name", "ann"), ("password", "hush")])
    }

    private static func waitUntilAllIsSent(_ guest: Guest) async throws {
        try await eventually(outside: "the server has sent all changes") {
            try await !guest.get("/changes").text.contains("class=\"changes\"")
        }
    }

    private static func id(in page: Site.ReceivedResponse) throws -> String {
        String(try #require(page.text.firstMatch(of: /id="change-([0-9a-f-]+)"/)).1)
    }

    @Test func whatIsChangedOfflineIsShownAlsoAfterARestartAndSentOnce() async throws {
        try await Self.with { network, visit in
            let cookie = NIOLockedValueBox<String?>(nil)
            try await visit(nil) { guest in
                try await Self.signIn(guest)
                cookie.withLockedValue { $0 = guest.cookie("visitor") }
                #expect(try await !guest.get("/hn").text.contains("not sent yet"))
                network.isCut = true
                for rating in ["6", "7", "8.5"] {
                    let rated = try await guest.post(
                        "/account/rate", [("movie", "10007"), ("title", "Mario & Co"), ("rating", rating)])
                    #expect(rated.headers[.location] == "/account/movie/10007")
                }
                let line = "href=\"/changes\">1 unsent change</a>"
                // An attempt that is under way is replaced when it has ended.
                try await eventually(outside: "a page shows the end of an attempt") {
                    try await guest.get("/settings").text.contains(line)
                }
                _ = try await guest.post(
                    "/account/list", [("movie", "10007"), ("list", "favorite"), ("listed", "true")])
                for path in ["/settings", "/account", "/nothing", "/account/movie/10007"] {
                    #expect(try await guest.get(path).text.contains("2 unsent changes"), "\(path)")
                }
                #expect(try await !guest.other.get("/settings").text.contains("not sent yet"))
                let movie = try await guest.get("/account/movie/10007")
                #expect(movie.text.contains("<option value=\"8.5\" selected>"))
                #expect(movie.text.contains("Remove from favourites"))
                #expect(movie.count(of: "Not sent yet.") == 2)
                let account = try await guest.get("/account")
                #expect(account.text.contains("Signed in") && account.text.contains(">Mario &amp; Co</a>"))
            }
            #expect(network.writes.isEmpty)
            // The next process, with the network still cut.
            try await visit(cookie.withLockedValue { $0 }) { guest in
                let page = try await guest.get("/changes")
                #expect(page.text.contains("Set your rating of “Mario &amp; Co” to 8.5"))
                #expect(page.text.contains("Add movie 10007 to your favourites"))
                #expect(page.text.contains("The movie service can&#39;t be reached</span>"))
                #expect(!page.text.contains("unsent changes</a>"))
                let movie = try await guest.get("/account/movie/10007")
                #expect(movie.text.contains("<option value=\"8.5\" selected>"))
                #expect(movie.text.contains("2 unsent changes"))
                network.isCut = false
                _ = try await guest.post("/changes/send", [])
                try await Self.waitUntilAllIsSent(guest)
                #expect(try await guest.get("/changes").text.contains("All changes have been sent."))
                #expect(try await !guest.get("/settings").text.contains("not sent yet"))
                let sent = try await guest.get("/account/movie/10007")
                #expect(sent.text.contains("<option value=\"8.5\" selected>"))
                #expect(sent.text.contains("Remove from favourites") && !sent.text.contains("Not sent yet."))
            }
            #expect(network.writes.count == 2 && network.writes.first == "POST /3/movie/10007/rating")
        }
    }

    @Test func aStoredChangeIsEditedAndDiscarded() async throws {
        try await Self.with { network, visit in
            try await visit(nil) { guest in
                try await Self.signIn(guest)
                network.isCut = true
                _ = try await guest.post("/account/rate", [("movie", "10007"), ("rating", "6")])
                let first = try await guest.get("/changes")
                let id = try Self.id(in: first)
                #expect(first.text.contains("Set your rating of movie 10007 to 6<"))
                #expect(try await guest.post("/changes/edit", [("id", id), ("rating", "9.5")]).status == 303)
                #expect(try await guest.get("/changes").text.contains("Set your rating of movie 10007 to 9.5"))
                #expect(try await guest.post("/changes/retry", [("id", id)]).headers[.location] == "/changes")
                #expect(
                    try await guest.post("/changes/edit", [("id", id), ("rating", "99")]).text.contains(
                        "role=\"alert\""))
                // Another visitor, and another site, can't do that.
                _ = try await guest.other.post("/changes/discard", [("id", id)])
                let foreign = try await guest.post("/changes/discard", [("id", id)], [.origin: "https://other.example"])
                #expect(foreign.status == 403)
                #expect(try await guest.get("/settings").text.contains("1 unsent change"))
                #expect(try await guest.post("/changes/discard", [("id", id)]).headers[.location] == "/changes")
                let empty = try await guest.get("/changes")
                #expect(empty.text.contains("All changes have been sent."))
                #expect(try await guest.post("/changes/discard", [("id", id)]).status == 303)
                let late = try await guest.post("/changes/edit", [("id", id), ("rating", "7")])
                #expect(late.text.contains("It was sent before you changed it."))
                network.isCut = false
                #expect(try await guest.get("/account/movie/10007").text.contains("<option value=\"none\" selected>"))
            }
            #expect(network.writes.isEmpty)
        }
    }

    @Test func aChangeThatIsBeingSentHasItsForms() throws {
        let write = StoredWriteSummary(
            id: WriteID(UUID()), name: "rate", scope: nil, phase: .sending, date: Date(), attempts: 1, lastError: nil)
        let entry = MovieOutbox.Entry(change: MovieChange(.rating(8), for: 10007, of: 1), write: write)
        let region = Region("changes", ChangesContext([entry], problem: nil, now: Date()))
        let html = try Renderer(assets: try Assets.bundled()).html(region)
        for way in ["edit", "retry", "discard"] { #expect(html.contains("action=\"/changes/\(way)\"")) }
    }

    @Test func changesOfASignedOutAccountWaitForItsNextSignIn() async throws {
        try await Self.with { network, visit in
            try await visit(nil) { guest in
                try await Self.signIn(guest)
                network.isCut = true
                _ = try await guest.post("/account/rate", [("movie", "10007"), ("rating", "6")])
                _ = try await guest.post("/account/sign-out", [])
                #expect(try await guest.get("/account").text.contains("1 unsent change"))
                network.isCut = false
                _ = try await guest.post("/account/sign-in", [("name", "bob"), ("password", "hush")])
                #expect(try await guest.get("/changes").text.contains("Set your rating of movie 10007 to 6"))
                #expect(network.writes.isEmpty)
                _ = try await guest.post("/account/sign-in", [("name", "ann"), ("password", "hush")])
                try await Self.waitUntilAllIsSent(guest)
            }
            #expect(network.writes == ["POST /3/movie/10007/rating"])
        }
    }
}
