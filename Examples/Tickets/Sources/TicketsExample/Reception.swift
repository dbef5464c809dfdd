// The server that signs users in: it issues access tokens and refresh tokens for one use each, and can invalidate the
// access tokens.

import Foundation
import FreshetTesting

actor Reception {
    /// The users by their access tokens.
    private var users: [String: String] = [:]
    /// The users by their refresh tokens, which are used once.
    private var renewals: [String: String] = [:]
    private var taken: [String: [Int]] = [:]
    private(set) var issued = 0

    /// Returns the response to a request that needs an account or makes a token; `nil` for all others.
    func respond(to request: LoopbackRequest) -> LoopbackResponse? {
        switch (request.method, request.path) {
        case ("POST", "/token"): token(request)
        case (_, "/mine"): mine(request)
        default: nil
        }
    }

    /// Invalidates all access tokens. Refresh tokens stay valid.
    func endTokens() { users = [:] }

    private func token(_ request: LoopbackRequest) -> LoopbackResponse {
        let login = try? JSONDecoder().decode(DeskTokens.Login.self, from: request.body)
        let renewed = login?.refresh.flatMap { renewals.removeValue(forKey: $0) }
        guard let user = renewed ?? (login?.password == "open sesame" ? login?.user : nil) else { return .status(401) }
        issued += 1
        let token = DeskTokens.Token(access: "access-\(issued)", refresh: "refresh-\(issued)", lifetime: 600)
        users[token.access] = user
        renewals[token.refresh] = user
        return json(token)
    }

    private func mine(_ request: LoopbackRequest) -> LoopbackResponse {
        let token = request.header("Authorization")?.split(separator: " ").last.map(String.init)
        guard let user = token.flatMap({ users[$0] }) else {
            return .status(401, headers: [("WWW-Authenticate", "Bearer error=\"invalid_token\"")])
        }
        if request.method == "POST", let id = try? JSONDecoder().decode(Int.self, from: request.body) {
            taken[user, default: []].append(id)
        }
        return json(taken[user, default: []].sorted())
    }

    private func json(_ value: some Encodable) -> LoopbackResponse {
        .json(String(decoding: (try? JSONEncoder().encode(value)) ?? Data(), as: UTF8.self))
    }
}
