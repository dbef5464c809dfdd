package import Foundation
import PostgreSQL

extension AccountStore {
    /// The most sessions of one account; the least recently used ones end first.
    private static let sessionLimit = 100
    /// How long a session lasts at most, in seconds: as long as browsers store a cookie.
    package static let sessionLifetime: TimeInterval = 400 * 24 * 3600
    /// How old the time of the last use may be, in seconds.
    private static let usePrecision: TimeInterval = 60

    /// Makes a session, and removes those that have expired.
    package func addSession(
        _ token: SecretToken, _ kind: SessionRecord.Kind, of visitor: Visitor, title: String, address: String, now: Date
    ) async throws -> SessionRecord {
        let record = SessionRecord(
            id: Data.random(count: 12).base64URL, kind: kind, title: title, address: address, created: now, used: now)
        let seconds = now.timeIntervalSince1970
        try await database.transaction { runner in
            try runner.run(
                """
                INSERT INTO gazette.session (digest, id, account, kind, title, address, created, used)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                """,
                [
                    .bytes(token.digest), .text(record.id), .bytes(visitor.id), .text(kind.rawValue), .text(title),
                    .text(address), .double(seconds), .double(seconds),
                ])
            try runner.run(
                "UPDATE gazette.account SET seen = $1 WHERE visitor = $2", [.double(seconds), .bytes(visitor.id)])
            for kind in [SessionRecord.Kind.browser, .terminal] {
                try runner.run(
                    "DELETE FROM gazette.session WHERE kind = $1 AND used < $2",
                    [.text(kind.rawValue), .double(seconds - kind.idleLimit)])
            }
            try runner.run(
                """
                DELETE FROM gazette.session WHERE account = $1 AND digest NOT IN (
                    SELECT digest FROM gazette.session WHERE account = $1 ORDER BY used DESC LIMIT $2)
                """, [.bytes(visitor.id), .int(Self.sessionLimit)])
        }
        return record
    }

    /// Returns the account and the session of a secret, and notes that it is used; `nil` if there is none any more.
    package func session(
        _ token: SecretToken, _ kind: SessionRecord.Kind, address: String, now: Date
    ) async throws -> SignedIn? {
        let seconds = now.timeIntervalSince1970
        return try await database.transaction { runner in
            let rows = try runner.rows(
                """
                SELECT a.visitor, a.name, a.is_admin, a.saved_limit, a.looks,
                    s.id, s.kind, s.title, s.address, s.created, s.used
                FROM gazette.session AS s JOIN gazette.account AS a ON a.visitor = s.account
                WHERE s.digest = $1 AND s.kind = $2 AND s.used > $3 AND s.created > $4
                """,
                [
                    .bytes(token.digest), .text(kind.rawValue), .double(seconds - kind.idleLimit),
                    .double(seconds - Self.sessionLifetime),
                ])
            guard let row = rows.first, let account = Self.account(row), let session = Self.session(row) else {
                return nil
            }
            if now.timeIntervalSince(session.used) > Self.usePrecision || session.address != address {
                try runner.run(
                    "UPDATE gazette.session SET used = $1, address = $2 WHERE digest = $3",
                    [.double(seconds), .text(address), .bytes(token.digest)])
                try runner.run(
                    "UPDATE gazette.account SET seen = $1 WHERE visitor = $2",
                    [.double(seconds), .bytes(account.visitor.id)])
            }
            return SignedIn(account: account, session: session)
        }
    }

    /// Returns the sessions of an account, the latest use first.
    package func sessions(of visitor: Visitor, now: Date) async throws -> [SessionRecord] {
        let records = try await database.transaction { runner in
            try runner.rows(
                """
                SELECT id, kind, title, address, created, used FROM gazette.session WHERE account = $1
                ORDER BY used DESC, id
                """, [.bytes(visitor.id)]
            ).compactMap(Self.session)
        }
        return records.filter { now.timeIntervalSince($0.used) < $0.kind.idleLimit }
    }

    /// Ends a session of an account; nothing if it belongs to another one.
    package func endSession(_ id: String, of visitor: Visitor) async throws {
        try await database.transaction { runner in
            try runner.run(
                "DELETE FROM gazette.session WHERE id = $1 AND account = $2", [.text(id), .bytes(visitor.id)])
        }
    }

    /// Ends all sessions of an account but one.
    package func endSessions(of visitor: Visitor, keeping id: String? = nil) async throws {
        try await database.transaction { runner in
            try runner.run(
                "DELETE FROM gazette.session WHERE account = $1 AND id <> $2", [.bytes(visitor.id), .text(id ?? "")])
        }
    }

    private static func session(_ row: any StatementRow) -> SessionRecord? {
        guard let id = row.text("id"), let kind = row.text("kind").flatMap(SessionRecord.Kind.init) else { return nil }
        return SessionRecord(
            id: id, kind: kind, title: row.text("title") ?? "", address: row.text("address") ?? "",
            created: Date(timeIntervalSince1970: row.double("created") ?? 0),
            used: Date(timeIntervalSince1970: row.double("used") ?? 0))
    }
}
