package import Foundation
import PostgreSQL

extension AccountStore {
    /// The most invitations that are open; the oldest ones end first.
    private static let invitationLimit = 1000

    /// Makes an invitation, or a link for a new password of an account, and removes those that have expired.
    package func invite(
        _ token: SecretToken, for account: Visitor? = nil, isAdmin: Bool = false, now: Date
    ) async throws {
        let seconds = now.timeIntervalSince1970
        try await database.transaction { runner in
            try runner.run("DELETE FROM gazette.invitation WHERE expires < $1", [.double(seconds)])
            if let account {
                // The latest link alone is valid.
                try runner.run("DELETE FROM gazette.invitation WHERE account = $1", [.bytes(account.id)])
            }
            try runner.run(
                """
                INSERT INTO gazette.invitation (digest, id, account, is_admin, created, expires)
                VALUES ($1, $2, $3, $4, $5, $6)
                """,
                [
                    .bytes(token.digest), .text(Data.random(count: 12).base64URL),
                    account.map { .bytes($0.id) } ?? .null, .int(isAdmin ? 1 : 0), .double(seconds),
                    .double(seconds + Invitation.lifetime),
                ])
            try runner.run(
                """
                DELETE FROM gazette.invitation WHERE digest NOT IN (
                    SELECT digest FROM gazette.invitation ORDER BY created DESC LIMIT $1)
                """, [.int(Self.invitationLimit)])
        }
    }

    /// Returns the invitation of a secret; `nil` if it is used up or has expired.
    package func invitation(_ token: SecretToken, now: Date) async throws -> Invitation? {
        try await database.transaction { runner in
            try runner.rows(
                """
                SELECT i.id, i.account, a.name AS account_name, i.is_admin, i.created, i.expires
                FROM gazette.invitation AS i LEFT JOIN gazette.account AS a ON a.visitor = i.account
                WHERE i.digest = $1 AND i.expires > $2
                """, [.bytes(token.digest), .double(now.timeIntervalSince1970)]
            ).first.flatMap(Self.invitation)
        }
    }

    /// Returns the open invitations, the latest first.
    package func invitations(now: Date) async throws -> [Invitation] {
        try await database.transaction { runner in
            try runner.rows(
                """
                SELECT i.id, i.account, a.name AS account_name, i.is_admin, i.created, i.expires
                FROM gazette.invitation AS i LEFT JOIN gazette.account AS a ON a.visitor = i.account
                WHERE i.expires > $1 ORDER BY i.created DESC, i.id
                """, [.double(now.timeIntervalSince1970)]
            ).compactMap(Self.invitation)
        }
    }

    package func endInvitation(_ id: String) async throws {
        try await database.transaction { runner in
            try runner.run("DELETE FROM gazette.invitation WHERE id = $1", [.text(id)])
        }
    }

    /// Sets the hash of a password by a link, which is used up, and ends all sessions of the account.
    ///
    /// - Returns: The account; `nil` if the link is used up or has expired.
    func setPassword(_ hash: String, by token: SecretToken, now: Date) async throws -> Account? {
        try await database.transaction { runner in
            let used = try runner.rows(
                "DELETE FROM gazette.invitation WHERE digest = $1 AND expires > $2 AND account IS NOT NULL RETURNING account",
                [.bytes(token.digest), .double(now.timeIntervalSince1970)])
            guard let visitor = used.first?.bytes("account") else { return nil }
            try runner.run(
                "UPDATE gazette.account SET password = $1 WHERE visitor = $2", [.text(hash), .bytes(visitor)])
            try runner.run("DELETE FROM gazette.session WHERE account = $1", [.bytes(visitor)])
            return try runner.rows(
                "SELECT visitor, name, is_admin, saved_limit, looks FROM gazette.account WHERE visitor = $1",
                [.bytes(visitor)]
            ).first.flatMap(Self.account)
        }
    }

    private static func invitation(_ row: any StatementRow) -> Invitation? {
        guard let id = row.text("id"), let created = row.double("created"), let expires = row.double("expires") else {
            return nil
        }
        return Invitation(
            id: id, account: row.bytes("account").map { Visitor(id: $0) }, accountName: row.text("account_name"),
            isAdmin: row.int("is_admin") == 1,
            created: Date(timeIntervalSince1970: created), expires: Date(timeIntervalSince1970: expires))
    }

    // MARK: - Attempts

    /// Counts an attempt within a time.
    ///
    /// - Returns: The number of attempts since the first of that time, and when it was. All processes count together.
    func countAttempt(_ key: String, within time: TimeInterval, now: Date) async throws -> (count: Int, since: Date) {
        let seconds = now.timeIntervalSince1970
        return try await database.transaction { runner in
            try runner.run(
                "DELETE FROM gazette.attempt WHERE since < $1", [.double(seconds - AttemptLimit.longestTime)])
            let row = try runner.rows(
                """
                INSERT INTO gazette.attempt AS known (key, count, since) VALUES ($1, 1, $2)
                ON CONFLICT (key) DO UPDATE SET
                    count = CASE WHEN known.since <= $3 THEN 1 ELSE known.count + 1 END,
                    since = CASE WHEN known.since <= $3 THEN excluded.since ELSE known.since END
                RETURNING count, since
                """, [.text(key), .double(seconds), .double(seconds - time)]
            ).first
            return (row?.int("count") ?? 1, Date(timeIntervalSince1970: row?.double("since") ?? seconds))
        }
    }

    /// Removes the attempts of a key.
    func removeAttempts(_ key: String) async throws {
        try await database.transaction { runner in
            try runner.run("DELETE FROM gazette.attempt WHERE key = $1", [.text(key)])
        }
    }
}
