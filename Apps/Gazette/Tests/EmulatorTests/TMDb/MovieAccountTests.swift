import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Emulator

/// Accounts of the movie service: signing in, ratings and lists.
@Suite struct MovieAccountTests {
    /// An emulator whose accounts nobody else uses.
    private struct Server {
        let client: any TestClientProtocol

        func send(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> ReceivedResponse
        {
            ReceivedResponse(
                try await client.execute(
                    uri: "/3\(path)", method: method, headers: Movies.reader, body: body.map { ByteBuffer(string: $0) })
            )
        }

        func signIn(_ user: String = "ann", password: String = "hush") async throws -> String {
            let token = try await send(.get, "/authentication/token/new").json()["request_token"].text ?? ""
            let login = #"{"username":"\#(user)","password":"\#(password)","request_token":"\#(token)"}"#
            try expect(200, await send(.post, "/authentication/token/validate_with_login", login))
            let response = try await send(.post, "/authentication/session/new", #"{"request_token":"\#(token)"}"#)
            return try response.json()["session_id"].text ?? ""
        }

        func expect(_ status: Int, code: Int? = nil, _ response: ReceivedResponse) throws {
            #expect(response.status == status, "\(response.text)")
            if let code { #expect(try response.json()["status_code"].number == code) }
        }
    }

    @discardableResult
    private func with<Value: Sendable>(
        _ emulator: Emulator = Emulator(InProcess.configuration()),
        _ body: @escaping @Sendable (Server) async throws -> Value
    ) async throws -> Value {
        try await Application(router: emulator.router).test(.router) { client in
            try await body(Server(client: client))
        }
    }

    @Test func aSessionIsMadeOfAnApprovedTokenOnce() async throws {
        try await with { server in
            let token = try await server.send(.get, "/authentication/token/new").json()["request_token"].text ?? ""
            #expect(token.count == 40)
            let body = #"{"request_token":"\#(token)"}"#
            try server.expect(422, code: 41, await server.send(.post, "/authentication/session/new", body))
            let login = #"{"username":"ann","password":"hush","request_token":"\#(token)"}"#
            try server.expect(200, await server.send(.post, "/authentication/token/validate_with_login", login))
            try server.expect(200, await server.send(.post, "/authentication/session/new", body))
            try server.expect(401, code: 33, await server.send(.post, "/authentication/session/new", body))
        }
    }

    @Test(
        "Logins that are refused",
        arguments: [
            ("ann", "wrong", 401, 30), ("disabled", "x", 401, 31), ("unverified", "x", 401, 32), ("", "x", 400, 26),
            ("ann", "", 400, 26),
        ])
    func logins(user: String, password: String, status: Int, code: Int) async throws {
        try await with { server in
            let token = try await server.send(.get, "/authentication/token/new").json()["request_token"].text ?? ""
            let login = #"{"username":"\#(user)","password":"\#(password)","request_token":"\#(token)"}"#
            let response = try await server.send(.post, "/authentication/token/validate_with_login", login)
            try server.expect(status, code: code, response)
        }
    }

    @Test(
        "Without a session", arguments: ["/account", "/account/1/rated/movies", "/movie/10007/account_states"],
        ["", "?session_id=unknown"])
    func noSession(path: String, query: String) async throws {
        try await with { server in try server.expect(401, code: 3, await server.send(.get, path + query)) }
    }

    @Test func ratingsAreKept() async throws {
        let film = try Movies.knownFilm()
        try await with { server in
            let session = "?session_id=\(try await server.signIn())"
            func state() async throws -> JSON {
                try await server.send(.get, "/movie/\(film)/account_states\(session)").json()
            }
            #expect(try await state()["rated"].flag == false)
            let path = "/movie/\(film)/rating\(session)"
            try server.expect(201, code: 1, await server.send(.post, path, #"{"value":8.5}"#))
            try server.expect(201, code: 12, await server.send(.post, path, #"{"value":9}"#))
            #expect(try await state()["rated"]["value"].number == 9)
            let list = try await server.send(.get, "/account/1/rated/movies\(session)").json()
            #expect(list["total_results"].number == 1 && list["results"].list[0]["rating"].number == 9)
            try server.expect(200, code: 13, await server.send(.delete, path))
            #expect(try await state()["rated"].flag == false)
            for body in [#"{"value":0}"#, #"{"value":8.3}"#, #"{"value":10.5}"#, "{}", "no JSON"] {
                try server.expect(400, code: 18, await server.send(.post, path, body))
            }
            try server.expect(404, code: 34, await server.send(.post, "/movie/1/rating\(session)", #"{"value":5}"#))
        }
    }

    @Test("Lists are changed", arguments: ["favorite", "watchlist"])
    func lists(name: String) async throws {
        let films = Movies.corpus.films.prefix(2).map(\.id)
        try await with { server in
            let session = "?session_id=\(try await server.signIn())"
            func change(_ film: Int, _ isListed: Bool) async throws -> ReceivedResponse {
                let body = #"{"media_type":"movie","media_id":\#(film),"\#(name)":\#(isListed)}"#
                return try await server.send(.post, "/account/1/\(name)\(session)", body)
            }
            func listed(_ more: String = "") async throws -> [Int] {
                try await server.send(.get, "/account/1/\(name)/movies\(session)\(more)").json()["results"].ids
            }
            for film in films { try server.expect(201, code: 1, await change(film, true)) }
            try server.expect(201, code: 12, await change(films[0], true))
            #expect(try await listed() == films)
            #expect(try await listed("&sort_by=created_at.desc") == films.reversed())
            try server.expect(200, code: 13, await change(films[0], false))
            #expect(try await listed() == [films[1]])
            try server.expect(400, code: 18, await change(1, true))
            try server.expect(400, code: 18, await server.send(.post, "/account/1/\(name)\(session)", "{}"))
        }
    }

    @Test func accountsAreApart() async throws {
        let film = try Movies.knownFilm()
        try await with { server in
            let ann = "?session_id=\(try await server.signIn("ann"))"
            let ben = "?session_id=\(try await server.signIn("ben"))"
            try server.expect(201, code: 1, await server.send(.post, "/movie/\(film)/rating\(ann)", #"{"value":8.5}"#))
            let rated = try await server.send(.get, "/account/1/rated/movies\(ben)").json()
            #expect(rated["total_results"].number == 0)
            let (first, second) = try await (
                server.send(.get, "/account\(ann)").json(), server.send(.get, "/account\(ben)").json()
            )
            #expect(first["username"].text == "ann" && second["username"].text == "ben")
            #expect(first["id"].number != second["id"].number)
        }
    }

    @Test func sessionsEnd() async throws {
        let emulator = Emulator(InProcess.configuration())
        try await with(emulator) { server in
            let first = try await server.signIn()
            try server.expect(
                200, await server.send(.delete, "/authentication/session", #"{"session_id":"\#(first)"}"#))
            try server.expect(401, code: 3, await server.send(.get, "/account?session_id=\(first)"))
            try server.expect(
                404, code: 37, await server.send(.delete, "/authentication/session", #"{"session_id":"\#(first)"}"#))
            let second = try await server.signIn()
            emulator.endSessions()
            try server.expect(401, code: 3, await server.send(.get, "/account?session_id=\(second)"))
        }
    }

    @Test func theFileOutlivesTheProcess() async throws {
        let film = try Movies.knownFilm()
        var configuration = InProcess.configuration()
        let file = FileManager.default.temporaryDirectory.appending(path: "accounts-\(UUID().uuidString).json")
        configuration.accountsFile = file
        defer { try? FileManager.default.removeItem(at: file) }
        let session = try await with(Emulator(configuration)) { server in
            let id = try await server.signIn()
            try server.expect(
                201, code: 1, await server.send(.post, "/movie/\(film)/rating?session_id=\(id)", #"{"value":8.5}"#))
            return id
        }
        try await with(Emulator(configuration)) { server in
            let rated = try await server.send(.get, "/account/1/rated/movies?session_id=\(session)").json()
            #expect(rated["results"].ids == [film])
        }
    }
}
