package import Foundation
import PostgreSQL

/// The accounts of a database.
package struct AccountStore: Sendable {
    package let database: any ReaderDatabase

    /// An account with the hash of its password.
    package struct Known: Sendable {
        package let account: Account
        /// `nil` where the account has no password.
        package let password: String?
    }

    /// Returns the account with a name.
    package func account(named name: AccountName) async throws -> Known? {
        try await database.transaction { runner in
            try runner.rows(
                """
                SELECT visitor, name, is_admin, saved_limit, looks, password FROM gazette.account WHERE folded = $1
                """, [.text(name.folded)]
            ).first.flatMap { row in Self.account(row).map { Known(account: $0, password: row.text("password")) } }
        }
    }

    /// Returns the account of a visitor.
    package func account(_ visitor: Visitor) async throws -> Known? {
        try await database.transaction { runner in
            try runner.rows(
                """
                SELECT visitor, name, is_admin, saved_limit, looks, password FROM gazette.account WHERE visitor = $1
                """, [.bytes(visitor.id)]
            ).first.flatMap { row in Self.account(row).map { Known(account: $0, password: row.text("password")) } }
        }
    }

    /// How an account is made.
    package struct Draft: Sendable {
        package let name: AccountName
        /// The hash of the password; `nil` for none.
        package var password: String?
        package var isAdmin = false
        /// The digest of the invitation that it uses up.
        package var invitation: Data?
        /// The visitor whose marks move to the account.
        package var former: Visitor?
        /// The issuer and the subject by which an identity provider knows its owner.
        package var identity: Identity?
        /// Whether a proxy vouches for the name, which may then look like another one.
        package var isVouchedFor = false

        package init(
            name: AccountName, password: String? = nil, isAdmin: Bool = false, invitation: Data? = nil,
            former: Visitor? = nil, identity: Identity? = nil
        ) {
            self.name = name
            self.password = password
            self.isAdmin = isAdmin
            self.invitation = invitation
            self.former = former
            self.identity = identity
        }
    }

    /// The name of a person at an identity provider.
    package struct Identity: Sendable, Hashable {
        package let issuer: String
        package let subject: String
    }

    package enum AddResult: Sendable, Equatable {
        case added(Account)
        case nameIsTaken
        /// The invitation is used up, has expired or is for something else.
        case invitationIsInvalid
    }

    /// Makes an account, and uses up its invitation.
    package func add(_ draft: Draft, now: Date) async throws -> AddResult {
        let visitor = Visitor()
        return try await database.transaction { runner in
            let time = PostgreSQLValue.double(now.timeIntervalSince1970)
            var isAdmin = draft.isAdmin
            if let invitation = draft.invitation {
                let rows = try runner.rows(
                    """
                    SELECT is_admin FROM gazette.invitation WHERE digest = $1 AND expires > $2 AND account IS NULL
                    """, [.bytes(invitation), time])
                guard let row = rows.first else { return .invitationIsInvalid }
                isAdmin = row.int("is_admin") == 1
            }
            if !draft.isVouchedFor {
                let look = draft.name.look
                let names = try runner.rows("SELECT name FROM gazette.account", []).compactMap { $0.text("name") }
                guard !names.contains(where: { AccountName($0)?.look == look }) else { return .nameIsTaken }
            }
            let added = try runner.rows(
                """
                INSERT INTO gazette.account (visitor, name, folded, password, is_admin, created)
                VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING visitor
                """,
                [
                    .bytes(visitor.id), .text(draft.name.text), .text(draft.name.folded), .text(draft.password),
                    .int(isAdmin ? 1 : 0), time,
                ])
            guard !added.isEmpty else { return .nameIsTaken }
            if let invitation = draft.invitation {
                // Of two that use it at the same time, one finds it gone and leaves no account.
                let used = try runner.rows(
                    "DELETE FROM gazette.invitation WHERE digest = $1 RETURNING id", [.bytes(invitation)])
                guard !used.isEmpty else {
                    try runner.run("DELETE FROM gazette.account WHERE visitor = $1", [.bytes(visitor.id)])
                    return .invitationIsInvalid
                }
            }
            if let identity = draft.identity {
                try runner.run(
                    "INSERT INTO gazette.identity (issuer, subject, account) VALUES ($1, $2, $3)",
                    [.text(identity.issuer), .text(identity.subject), .bytes(visitor.id)])
            }
            if let former = draft.former { try Self.moveMarks(of: former, to: visitor, runner) }
            return .added(Account(visitor: visitor, name: draft.name.text, isAdmin: isAdmin))
        }
    }

    /// What a visitor has, all of which moves to a new account.
    private static let moves: [StaticString] = [
        "UPDATE gazette.read SET visitor = $1 WHERE visitor = $2",
        "UPDATE gazette.saved SET visitor = $1 WHERE visitor = $2",
        "UPDATE gazette.reading_position SET visitor = $1 WHERE visitor = $2",
        "UPDATE gazette.subscription SET visitor = $1 WHERE visitor = $2",
        "UPDATE gazette.unread SET visitor = $1 WHERE visitor = $2",
        "UPDATE gazette.feed_filter SET visitor = $1 WHERE visitor = $2",
        "UPDATE gazette.hidden SET visitor = $1 WHERE visitor = $2",
        "UPDATE gazette.feed_visit SET visitor = $1 WHERE visitor = $2",
    ]

    /// Moves what a visitor without an account has to one who has nothing yet.
    private static func moveMarks(of former: Visitor, to visitor: Visitor, _ runner: any StatementRunner) throws {
        let (from, to) = (PostgreSQLValue.bytes(former.id), PostgreSQLValue.bytes(visitor.id))
        guard try runner.rows("SELECT visitor FROM gazette.account WHERE visitor = $1", [from]).isEmpty else { return }
        let seen = try runner.rows("SELECT seen FROM gazette.visitor WHERE id = $1", [from]).first?.double("seen")
        guard let seen else { return }
        try runner.run("INSERT INTO gazette.visitor (id, seen) VALUES ($1, $2)", [to, .double(seen)])
        for move in moves { try runner.run(move, [to, from]) }
        try runner.run("DELETE FROM gazette.visitor WHERE id = $1", [from])
    }

    /// Returns the account of a person whom an identity provider has named.
    package func account(of identity: Identity) async throws -> Account? {
        try await database.transaction { runner in
            try runner.rows(
                """
                SELECT visitor, name, is_admin, saved_limit, looks FROM gazette.account
                WHERE visitor = (SELECT account FROM gazette.identity WHERE issuer = $1 AND subject = $2)
                """, [.text(identity.issuer), .text(identity.subject)]
            ).first.flatMap(Self.account)
        }
    }

    /// Lets a person whom an identity provider names sign in to an account.
    ///
    /// - Returns: Whether it is so; another account may have this person.
    package func link(_ identity: Identity, to visitor: Visitor) async throws -> Bool {
        try await database.transaction { runner in
            try runner.run(
                "INSERT INTO gazette.identity (issuer, subject, account) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                [.text(identity.issuer), .text(identity.subject), .bytes(visitor.id)])
            let owner = try runner.rows(
                "SELECT account FROM gazette.identity WHERE issuer = $1 AND subject = $2",
                [.text(identity.issuer), .text(identity.subject)])
            return owner.first?.bytes("account") == visitor.id
        }
    }

    /// Whether a person whom an identity provider names signs in to an account.
    package func isLinked(_ visitor: Visitor, to issuer: String) async throws -> Bool {
        try await database.transaction { runner in
            try !runner.rows(
                "SELECT subject FROM gazette.identity WHERE issuer = $1 AND account = $2",
                [.text(issuer), .bytes(visitor.id)]
            ).isEmpty
        }
    }

    /// Returns all accounts with what they have stored, by name.
    package func summaries() async throws -> [AccountSummary] {
        try await database.transaction { runner in
            try runner.rows(
                """
                SELECT visitor, name, is_admin, saved_limit, looks, created, seen,
                    (SELECT count(*) FROM gazette.read WHERE gazette.read.visitor = gazette.account.visitor)
                        AS reads,
                    (SELECT count(*) FROM gazette.saved WHERE gazette.saved.visitor = gazette.account.visitor)
                        AS saved,
                    (SELECT count(*) FROM gazette.session WHERE gazette.session.account = gazette.account.visitor)
                        AS sessions
                FROM gazette.account ORDER BY folded
                """, []
            ).compactMap { row in
                Self.account(row).map { account in
                    AccountSummary(
                        account: account, created: Date(timeIntervalSince1970: row.double("created") ?? 0),
                        seen: row.double("seen").map { Date(timeIntervalSince1970: $0) },
                        readCount: row.int("reads") ?? 0, savedCount: row.int("saved") ?? 0,
                        sessionCount: row.int("sessions") ?? 0)
                }
            }
        }
    }

    /// Sets the hash of a password, and ends all sessions but one.
    func setPassword(_ hash: String, of visitor: Visitor, keeping session: String?) async throws {
        try await database.transaction { runner in
            try runner.run(
                "UPDATE gazette.account SET password = $1 WHERE visitor = $2", [.text(hash), .bytes(visitor.id)])
            try runner.run(
                "DELETE FROM gazette.session WHERE account = $1 AND id <> $2",
                [.bytes(visitor.id), .text(session ?? "")])
        }
    }

    package func setAdmin(_ isAdmin: Bool, of visitor: Visitor) async throws {
        try await database.transaction { runner in
            try runner.run(
                "UPDATE gazette.account SET is_admin = $1 WHERE visitor = $2",
                [.int(isAdmin ? 1 : 0), .bytes(visitor.id)])
        }
    }

    /// Sets the most saved items of an account; `nil` for the limit of all visitors.
    package func setSavedLimit(_ limit: Int?, of visitor: Visitor) async throws {
        try await database.transaction { runner in
            try runner.run(
                "UPDATE gazette.account SET saved_limit = $1 WHERE visitor = $2",
                [limit.map { .int($0) } ?? .null, .bytes(visitor.id)])
        }
    }

    package func setLooks(_ looks: String, of visitor: Visitor) async throws {
        try await database.transaction { runner in
            try runner.run(
                "UPDATE gazette.account SET looks = $1 WHERE visitor = $2", [.text(looks), .bytes(visitor.id)])
        }
    }

    /// Replaces the hash of a password by another one of the same password, unless the password has changed.
    func renewPassword(from old: String, to new: String, of visitor: Visitor) async throws {
        try await database.transaction { runner in
            try runner.run(
                "UPDATE gazette.account SET password = $1 WHERE visitor = $2 AND password = $3",
                [.text(new), .bytes(visitor.id), .text(old)])
        }
    }

    /// Removes an account with all that it has stored.
    ///
    /// - Returns: Whether it is removed.
    @discardableResult
    package func remove(_ visitor: Visitor, unlessLastAdmin: Bool = false) async throws -> Bool {
        try await database.transaction { runner in
            if unlessLastAdmin {
                let admins = try runner.rows("SELECT visitor FROM gazette.account WHERE is_admin = 1", [])
                guard admins.count != 1 || admins[0].bytes("visitor") != visitor.id else { return false }
            }
            try runner.run("DELETE FROM gazette.account WHERE visitor = $1", [.bytes(visitor.id)])
            try runner.run("DELETE FROM gazette.visitor WHERE id = $1", [.bytes(visitor.id)])
            try runner.run("DELETE FROM gazette.movie_session WHERE visitor = $1", [.bytes(visitor.id)])
            return true
        }
    }

    /// Reads the columns visitor, name, is_admin, saved_limit and looks of a row.
    package static func account(_ row: any StatementRow) -> Account? {
        guard let visitor = row.bytes("visitor"), let name = row.text("name") else { return nil }
        return Account(
            visitor: Visitor(id: visitor), name: name, isAdmin: row.int("is_admin") == 1,
            savedLimit: row.int("saved_limit"), looks: row.text("looks"))
    }
}
