import Foundation
import NIOConcurrencyHelpers

/// The accounts of the movie service: who is signed in, and what people have rated and listed.
///
/// Every name is an account. Its password is whatever is entered, except for `wrong`; the names `disabled` and `unverified` stand for
/// accounts that can't sign in.
final class TMDbAccounts: Sendable {
    /// What belongs to an account.
    struct Person: Codable, Sendable {
        struct Rating: Codable, Sendable {
            let movie: Int
            let value: Double
        }

        /// In the order in which they were made, as the lists.
        var ratings: [Rating] = []
        var favorites: [Int] = []
        var watchlist: [Int] = []
    }

    private struct State: Codable {
        /// Request tokens with the name of who approved them; an empty text for nobody.
        var tokens: [String: String] = [:]
        /// The names by sessions.
        var sessions: [String: String] = [:]
        var people: [String: Person] = [:]
    }

    /// How many request tokens and sessions there are at most; then all of them end.
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

    /// Returns a new session for a token that was approved, which ends the token.
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

    /// The name of the account of a session.
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

    /// Changes what belongs to an account.
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

    /// Without a file that can be written, the accounts end with the process.
    private func write(_ state: State) {
        guard let file, let data = try? JSONEncoder().encode(state) else { return }
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? data.write(to: file, options: .atomic)
    }

    /// 40 random hexadecimal digits.
    private static func secret() -> String {
        (0..<40).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
    }
}
