import Foundation
import Freshet
import FreshetTesting
import ServiceTestSupport
import TMDb
import Testing

/// Signing in to an account of the service, and what belongs to it.
@Suite(.timeLimit(.minutes(2)))
struct AccountTests {
    /// A service with one person: ann, whose password is hush.
    private final class Server: Sendable {
        struct State {
            var approved = false
            var sessions: Set<String> = []
            var count = 0
        }

        let state: Lock<State>
        let stub: StubTransport
        let events = EventRecorder()

        init() {
            let state = Lock(State())
            self.state = state
            stub = StubTransport { request in Self.response(to: request, state) }
        }

        private static func response(to request: TransportRequest, _ state: Lock<State>) -> StubTransport.Response {
            let body = (try? request.jsonBody(as: [String: String].self)) ?? [:]
            return state.withLock { state in
                switch (request.head.method, request.path) {
                case (.get, "/3/authentication/token/new"):
                    return .json(#"{"success":true,"request_token":"a-request-token"}"#)
                case (.post, "/3/authentication/token/validate_with_login"):
                    guard body["username"] == "ann", body["password"] == "hush" else { return error(30) }
                    state.approved = true
                    return .json(#"{"success":true,"request_token":"a-request-token"}"#)
                case (.post, "/3/authentication/session/new"):
                    guard state.approved, body["request_token"] == "a-request-token" else { return error(41, 422) }
                    state.count += 1
                    state.sessions.insert("session-\(state.count)")
                    return .json(#"{"success":true,"session_id":"session-\#(state.count)"}"#)
                case (.delete, "/3/authentication/session"):
                    return state.sessions.remove(body["session_id"] ?? "") == nil ? error(37, 404) : .json("{}")
                case (.get, "/3/movie/popular"):
                    return .json(#"{"results":[]}"#)
                default:
                    let session = request.query?.split(separator: "&").first { $0.hasPrefix("session_id=") }
                    guard let session, state.sessions.contains(String(session.dropFirst(11))) else { return error(3) }
                    return Self.response(to: request)
                }
            }
        }

        private static func response(to request: TransportRequest) -> StubTransport.Response {
            switch request.path {
            case "/3/account": .json(#"{"id":42,"username":"ann","name":""}"#)
            case "/3/movie/7/account_states":
                .json(#"{"id":7,"favorite":true,"rated":{"value":8.5},"watchlist":false}"#)
            case "/3/movie/8/account_states": .json(#"{"id":8,"favorite":false,"rated":false,"watchlist":true}"#)
            case "/3/account/42/rated/movies": .json(#"{"page":1,"results":[{"id":7,"title":"A","rating":8.5}]}"#)
            default: .json(#"{"success":true,"status_code":1}"#, status: 201)
            }
        }

        private static func error(_ code: Int, _ status: Int = 401) -> StubTransport.Response {
            .json(#"{"success":false,"status_code":\#(code),"status_message":"No."}"#, status: status)
        }

        func session(
            _ store: any TokenStore<TMDb.Session> = MemoryTokenStore<TMDb.Session>()
        ) -> AuthenticationSession<TMDb.Sessions> {
            AuthenticationSession(TMDb.Sessions(TMDb(.token("key"))), configuration, store: store)
        }

        func client(_ session: AuthenticationSession<TMDb.Sessions>) -> Client<TMDb> {
            var configuration = configuration
            configuration.authentication = .session(session)
            return Client(TMDb(.token("key")), configuration)
        }

        private var configuration: ClientConfiguration {
            var configuration = ClientConfiguration(transport: stub, cache: nil)
            configuration.retry = .never
            configuration.observers = [events]
            return configuration
        }

        /// The methods and addresses of the requests.
        var sent: [String] { stub.requests.map { "\($0.head.method) \($0.head.path ?? "")" } }
    }

    private let server = Server()

    private func error(_ body: () async throws(FetchError) -> Void) async -> FetchError? {
        do throws(FetchError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test func aNameAndAPasswordMakeASession() async throws {
        let session = server.session()
        try await session.signIn(user: "ann", password: "hush")
        #expect(session.current == .signedIn(account: "tmdb/42") && session.current.tmdbAccount == 42)
        #expect(
            server.sent == [
                "GET /3/authentication/token/new", "POST /3/authentication/token/validate_with_login",
                "POST /3/authentication/session/new", "GET /3/account?session_id=session-1",
            ])
        #expect(server.stub.requests.allSatisfy { $0.head.headerFields[.authorization] == "Bearer key" })
    }

    @Test func aWrongPasswordSignsNobodyIn() async throws {
        let session = server.session()
        let failure = await error { () async throws(FetchError) in
            try await session.signIn(user: "ann", password: "loud")
        }
        #expect(failure?.tmdbCode == .invalidLogin && session.current == .signedOut)
    }

    @Test func aTokenIsApprovedInABrowser() async throws {
        let session = server.session()
        let token = try await server.client(session).value(for: .requestToken)
        let redirect = URL(string: "https://reader.example/back?a=b")
        #expect(
            token.approvalURL(redirect: redirect)?.absoluteString
                == "https://www.themoviedb.org/authenticate/a-request-token"
                + "?redirect_to=https://reader.example/back?a%3Db")
        let early = await error { () async throws(FetchError) in try await session.signIn(approved: token) }
        #expect(early?.tmdbCode == .tokenNotApproved)
        server.state.withLock { $0.approved = true }
        try await session.signIn(approved: token)
        #expect(session.current.tmdbAccount == 42)
    }

    @Test func onlyRequestsOfTheAccountCarryTheSession() async throws {
        let session = server.session()
        try await session.signIn(user: "ann", password: "hush")
        let client = server.client(session)
        let first = server.sent.count
        _ = try await client.value(for: .movies(.popular))
        #expect(try await client.value(for: .account).userName == "ann")
        try await client.value(for: .rate(7, 8.5))
        try await client.value(for: .removeRating(of: 7))
        try await client.value(for: .setFavorite(7, true, of: 42))
        try await client.value(for: .setWatchlist(7, false, of: 42))
        #expect(
            server.sent[first...] == [
                "GET /3/movie/popular", "GET /3/account?session_id=session-1",
                "POST /3/movie/7/rating?session_id=session-1", "DELETE /3/movie/7/rating?session_id=session-1",
                "POST /3/account/42/favorite?session_id=session-1",
                "POST /3/account/42/watchlist?session_id=session-1",
            ])
        let bodies = server.stub.requests.map { request -> String in
            if case .bytes(let data)? = request.body { String(decoding: data, as: UTF8.self) } else { "" }
        }
        #expect(bodies.contains(#"{"value":8.5}"#))
        #expect(bodies.contains { $0.contains(#""favorite":true"#) && $0.contains(#""media_id":7"#) })
        #expect(bodies.contains { $0.contains(#""watchlist":false"#) && $0.contains(#""media_type":"movie""#) })
        #expect(!"\(server.events.events)".contains("session-1"))
    }

    @Test func statesAndListsAreRead() async throws {
        let session = server.session()
        try await session.signIn(user: "ann", password: "hush")
        let client = server.client(session)
        let rated = try await client.value(for: .accountState(of: 7))
        #expect(rated.rating == 8.5 && rated.isFavorite && !rated.isOnWatchlist)
        let unrated = try await client.value(for: .accountState(of: 8))
        #expect(unrated.rating == nil && !unrated.isFavorite && unrated.isOnWatchlist)
        #expect(try await client.value(for: .ratedMovies(of: 42)).results.map(\.id) == [7])
    }

    @Test func aSessionThatWasEndedIsReplaced() async throws {
        let session = server.session()
        try await session.signIn(user: "ann", password: "hush")
        let client = server.client(session)
        server.state.withLock { $0.sessions = [] }
        // A burst: one renewal for all of them.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for movie in 1...50 { group.addTask { try await client.value(for: .rate(movie, 5)) } }
            try await group.waitForAll()
        }
        #expect(server.state.withLock { $0.count } == 2)
        #expect(server.sent.count { $0.hasPrefix("POST") && $0.hasSuffix("session-2") } == 50)
    }

    @Test func withoutALoginThePersonSignsInAgain() async throws {
        let session = server.session()
        try await session.signIn(user: "ann", password: "hush", remembers: false)
        server.state.withLock { $0.sessions = [] }
        let client = server.client(session)
        let failure = await error { () async throws(FetchError) in try await client.value(for: .rate(7, 5)) }
        #expect(failure?.kind == .authentication(.signedOut))
        #expect(session.current == .needsSignIn(account: "tmdb/42"))
    }

    @Test func aRefusedKeyIsNoMatterOfTheSession() async throws {
        let session = server.session()
        try await session.signIn(user: "ann", password: "hush")
        let stub = StubTransport { _ in
            .json(#"{"success":false,"status_code":7,"status_message":"Invalid API key."}"#, status: 401)
        }
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.authentication = .session(session)
        let client = Client(TMDb(.token("key")), configuration)
        let failure = await error { () async throws(FetchError) in try await client.value(for: .rate(7, 5)) }
        #expect(failure?.tmdbCode == .invalidKey && stub.requests.count == 1)
    }

    @Test func nobodyRatesBeforeTheSignIn() async throws {
        let client = server.client(server.session())
        let failure = await error { () async throws(FetchError) in try await client.value(for: .rate(7, 5)) }
        #expect(failure?.kind == .authentication(.signedOut) && server.sent.isEmpty)
    }

    @Test("Ratings that are none", arguments: [0, 0.25, 10.5, -1, .nan])
    func ratings(rating: Double) async throws {
        let session = server.session()
        try await session.signIn(user: "ann", password: "hush")
        let client = server.client(session)
        let failure = await error { () async throws(FetchError) in try await client.value(for: .rate(7, rating)) }
        #expect(failure?.code == "invalid_request" && server.sent.count == 4)
    }

    @Test func theSignOutEndsTheSession() async throws {
        let session = server.session()
        try await session.signIn(user: "ann", password: "hush")
        try await session.signOut()
        try await eventually { server.state.withLock { $0.sessions.isEmpty } }
        #expect(server.sent.last == "DELETE /3/authentication/session" && session.current == .signedOut)
    }

    @Test func noSecretIsPrinted() throws {
        let session = TMDb.Session(id: "an-id", login: .init(user: "ann", password: "hush"))
        let token = try JSONDecoder().decode(TMDb.RequestToken.self, from: Data(#"{"request_token":"a-token"}"#.utf8))
        var dumped = ""
        dump(session, to: &dumped)
        dump(token, to: &dumped)
        let shown = "\(session) \(session.login!) \(token) \(String(reflecting: session)) \(dumped)"
        #expect(!shown.contains("hush") && !shown.contains("an-id") && !shown.contains("a-token"))
    }
}
