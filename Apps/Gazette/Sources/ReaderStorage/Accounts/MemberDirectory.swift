package import Foundation

/// The accounts of a folder or a database, for the command line.
package struct MemberDirectory: Sendable {
    private let store: AccountStore
    private let now: @Sendable () -> Date

    /// Makes a directory of the accounts in a database.
    init(_ database: any ReaderDatabase, now: @escaping @Sendable () -> Date) {
        store = AccountStore(database: database)
        self.now = now
    }

    /// An account.
    package struct Member: Sendable, Encodable {
        /// Its name.
        package let name: String
        /// Whether it may change other accounts.
        package let isAdmin: Bool
        /// When it was made.
        package let created: Date
        /// When it was last used; `nil` if it never was.
        package let seen: Date?
        /// How many items it has read and saved, and how many sessions it has.
        package let readCount: Int, savedCount: Int, sessionCount: Int
    }

    /// Why a change can't be made.
    package struct Refusal: Error, Sendable, CustomStringConvertible {
        /// A sentence for people.
        package let description: String
    }

    /// Returns all accounts, by name.
    package func members() async throws -> [Member] {
        try await store.summaries().map {
            Member(
                name: $0.account.name, isAdmin: $0.account.isAdmin, created: $0.created, seen: $0.seen,
                readCount: $0.readCount, savedCount: $0.savedCount, sessionCount: $0.sessionCount)
        }
    }

    /// Returns why a password is not accepted; `nil` if it is.
    package static func problem(of password: String, for name: String) -> String? {
        PasswordRules.problem(of: password, for: name)
    }

    /// Makes an account.
    ///
    /// - Parameter password: Its password; `nil` for one that is set by a link.
    /// - Throws: ``Refusal`` when the name is taken or invalid, or the password is not accepted.
    package func add(_ name: String, password: String?, isAdmin: Bool) async throws {
        guard let known = AccountName(name) else { throw Refusal(description: AccountName.rule) }
        var draft = AccountStore.Draft(name: known, isAdmin: isAdmin)
        if let password {
            if let problem = Self.problem(of: password, for: known.text) { throw Refusal(description: problem) }
            draft.password = try await Self.hash(password)
        }
        guard case .added = try await store.add(draft, now: now()) else {
            throw Refusal(description: "There is already an account \(known.text), or one whose name looks like it.")
        }
    }

    private static func hash(_ password: String) async throws -> String {
        do {
            return try await Argon2Queue().hash(password)
        } catch let error as PasswordHashingError {
            throw Refusal(description: error.description)
        }
    }

    /// Makes a link for a new password of an account, which is used once and expires after seven days.
    ///
    /// - Returns: The path of the link.
    /// - Throws: ``Refusal`` when there is no such account.
    package func link(for name: String) async throws -> String {
        let visitor = try await visitor(name)
        let token = SecretToken()
        try await store.invite(token, for: visitor, now: now())
        return "/invitation/\(token.text)"
    }

    /// Makes an invitation for one new account, which expires after seven days.
    ///
    /// - Returns: The path of the link.
    package func invitation(isAdmin: Bool) async throws -> String {
        let token = SecretToken()
        try await store.invite(token, isAdmin: isAdmin, now: now())
        return "/invitation/\(token.text)"
    }

    /// Removes an account with all that it has stored.
    ///
    /// - Throws: ``Refusal`` when there is no such account.
    package func remove(_ name: String) async throws {
        try await store.remove(try await visitor(name))
    }

    private func visitor(_ name: String) async throws -> Visitor {
        guard let known = AccountName(name), let found = try await store.account(named: known) else {
            throw Refusal(description: "There is no account \(name).")
        }
        return found.account.visitor
    }
}
