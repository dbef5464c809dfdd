import Foundation
import NIOConcurrencyHelpers

/// The accounts of the movie service: sessions, ratings and lists.
///
/// Every name is an account. Every password is valid except `wrong`; the accounts `disabled` and `unverified` can't
/// sign in.
final class TMDbAccounts: Sendable {
    /// The data of an account.
    struct Person: Codable, Sendable {
        struct Rating: Codable, Sendable {
            let movie: Int
            let value: Double
        }

        /// The ratings in the order in which they were made; the lists are in that order, too.
        var ratings: [Rating] = []
        var favorites: [Int] = []
        var watchlist: [Int] = []
    }

    private struct State: Codable {
        /// The user names that approved the request tokens, by token; empty before the approval.
        var tokens: [String: String] = [:]
        /// The user names by session.
        var sessions: [String: String] = [:]
        var people: [String: Person] = [:]
    }

    /// The maximum number of request tokens, and of sessions; at the limit, all of that kind are removed.
    private static let limit = 1000

    private let file: URL?
    private let state: NIOLockedValueBox<State>

    /// Makes accounts.
    ///
    /// - Parameter file: Where they are stored, so that they outlive the process; `nil` for nowhere.
    init(file: URL?) {
        self.file = file
        let stored = file.flatMap { try? Data(contentsOf: $0) }.flatMap {
            try? JSONDecoder().decode(State.self, from: $0)
        }
        state = NIOLockedValueBox(stored ?? State())
    }

    // MARK: - Signing in

    /// Returns a new request token.
    func requestToken() -> String {
        change { state in
            if state.tokens.count >= Self.limit { state.tokens = [:] }
            let token = Self.secret()
            state.tokens[token] = ""
            return token
        }
    }

    func approve(_ token: String, user: String, password: String) throws(TMDbError) {
        guard !user.isEmpty, !password.isEmpty else { throw .loginMissing }
        switch (user, password) {
        case (_, "wrong"): throw .invalidLogin
        case ("disabled", _): throw .disabledAccount
        case ("unverified", _): throw .unverifiedAddress
        default: break
        }
        let isKnown = change { state in
            guard state.tokens[token] != nil else { return false }
            state.tokens[token] = user
            return true
        }
        guard isKnown else { throw .invalidRequestToken }
    }

    /// Returns a new session for an approved token, and invalidates the token.
    func session(for token: String) throws(TMDbError) -> String {
        let session: Result<String, TMDbError> = change { state in
            guard let user = state.tokens[token] else { return .failure(.invalidRequestToken) }
            guard !user.isEmpty else { return .failure(.tokenNotApproved) }
            state.tokens[token] = nil
            if state.sessions.count >= Self.limit { state.sessions = [:] }
            let session = Self.secret()
            state.sessions[session] = user
            return .success(session)
        }
        return try session.get()
    }

    func end(_ session: String) throws(TMDbError) {
        guard change({ $0.sessions.removeValue(forKey: session) }) != nil else { throw .sessionNotFound }
    }

    /// Ends all sessions, as the service may at any time.
    func endSessions() { change { $0.sessions = [:] } }

    // MARK: - Accounts

    /// Returns the user name of a session.
    func user(of session: String?) throws(TMDbError) -> String {
        guard let session, let user = state.withLockedValue({ $0.sessions[session] }) else {
            throw .authenticationFailed
        }
        return user
    }

    static func id(of user: String) -> Int {
        var generator = SeededGenerator("account \(user)")
        return 100_000 + Int(generator.next() % 900_000)
    }

    func person(_ user: String) -> Person { state.withLockedValue { $0.people[user] ?? Person() } }

    /// Changes the data of an account.
    func change<Value>(_ user: String, _ body: (inout Person) -> Value) -> Value {
        change { body(&$0.people[user, default: Person()]) }
    }

    @discardableResult
    private func change<Value>(_ body: (inout State) -> Value) -> Value {
        state.withLockedValue { state in
            let value = body(&state)
            write(state)
            return value
        }
    }

    /// Writes the state to the file. Without a writable file, the accounts end with the process.
    private func write(_ state: State) {
        guard let file, let data = try? JSONEncoder().encode(state) else { return }
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? data.write(to: file, options: .atomic)
    }

    /// Returns 40 random hexadecimal digits.
    private static func secret() -> String {
        (0..<40).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
    }
}
