import Foundation
import PostgreSQL

extension BackupTable {
    /// All tables, in the order in which rows refer to each other.
    package static let all: [BackupTable] = [
        BackupTable(
            name: "visitor", columns: ["id": .bytes, "seen": .double],
            select: "SELECT id, seen FROM gazette.visitor ORDER BY id",
            insert: "INSERT INTO gazette.visitor (id, seen) VALUES ($1, $2)",
            delete: "DELETE FROM gazette.visitor"),
        BackupTable(
            name: "account",
            columns: [
                "visitor": .bytes, "name": .text, "folded": .text, "password": .text, "is_admin": .int,
                "saved_limit": .int, "looks": .text, "created": .double, "seen": .double,
            ],
            select: """
                SELECT visitor, name, folded, password, is_admin, saved_limit, looks, created, seen FROM gazette.account
                ORDER BY folded
                """,
            insert: """
                INSERT INTO gazette.account
                    (visitor, name, folded, password, is_admin, saved_limit, looks, created, seen)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                """,
            delete: "DELETE FROM gazette.account"),
        BackupTable(
            name: "read", columns: ["visitor": .bytes, "entry": .text], isPerVisitor: true,
            select: "SELECT visitor, entry FROM gazette.read WHERE visitor = $1 ORDER BY turn",
            insert: "INSERT INTO gazette.read (visitor, entry) VALUES ($1, $2)",
            delete: "DELETE FROM gazette.read"),
        BackupTable(
            name: "saved",
            columns: [
                "visitor": .bytes, "entry": .text, "title": .text, "path": .text, "original": .text, "source": .text,
                "date": .double,
            ], isPerVisitor: true,
            select: """
                SELECT visitor, entry, title, path, original, source, date FROM gazette.saved WHERE visitor = $1
                ORDER BY date
                """,
            insert: """
                INSERT INTO gazette.saved (visitor, entry, title, path, original, source, date)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                """,
            delete: "DELETE FROM gazette.saved"),
        BackupTable(
            name: "session",
            columns: [
                "digest": .bytes, "id": .text, "account": .bytes, "kind": .text, "title": .text, "address": .text,
                "created": .double, "used": .double,
            ],
            select: "SELECT digest, id, account, kind, title, address, created, used FROM gazette.session ORDER BY id",
            insert: """
                INSERT INTO gazette.session (digest, id, account, kind, title, address, created, used)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                """,
            delete: "DELETE FROM gazette.session"),
        BackupTable(
            name: "invitation",
            columns: [
                "digest": .bytes, "id": .text, "account": .bytes, "is_admin": .int, "created": .double,
                "expires": .double,
            ],
            select: "SELECT digest, id, account, is_admin, created, expires FROM gazette.invitation ORDER BY id",
            insert: """
                INSERT INTO gazette.invitation (digest, id, account, is_admin, created, expires)
                VALUES ($1, $2, $3, $4, $5, $6)
                """,
            delete: "DELETE FROM gazette.invitation"),
        BackupTable(
            name: "identity", columns: ["issuer": .text, "subject": .text, "account": .bytes],
            select: "SELECT issuer, subject, account FROM gazette.identity ORDER BY issuer, subject",
            insert: "INSERT INTO gazette.identity (issuer, subject, account) VALUES ($1, $2, $3)",
            delete: "DELETE FROM gazette.identity"),
        BackupTable(
            name: "movie_session",
            columns: ["visitor": .bytes, "id": .text, "account": .text, "token": .text, "requested": .double],
            select: "SELECT visitor, id, account, token, requested FROM gazette.movie_session ORDER BY visitor",
            insert: """
                INSERT INTO gazette.movie_session (visitor, id, account, token, requested)
                VALUES ($1, $2, $3, $4, $5)
                """,
            delete: "DELETE FROM gazette.movie_session"),
        // The items of feeds come again from their sites.
        BackupTable(
            name: "feed",
            columns: [
                "id": .long, "address": .text, "title": .text, "home": .text, "icon": .text, "next": .double,
                "claimed": .double, "failures": .int, "is_ended": .int,
            ],
            select: """
                SELECT id, address, title, home, icon, next, claimed, failures, is_ended FROM gazette.feed ORDER BY id
                """,
            insert: """
                INSERT INTO gazette.feed (id, address, title, home, icon, next, claimed, failures, is_ended)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                """,
            delete: "DELETE FROM gazette.feed"),
        BackupTable(
            name: "subscription",
            columns: [
                "visitor": .bytes, "feed": .long, "title": .text, "folder": .text, "wants_text": .int, "unread": .int,
            ], isPerVisitor: true,
            select: """
                SELECT visitor, feed, title, folder, wants_text, 0 AS unread FROM gazette.subscription WHERE visitor = $1
                ORDER BY feed
                """,
            insert: """
                INSERT INTO gazette.subscription (visitor, feed, title, folder, wants_text, unread)
                VALUES ($1, $2, $3, $4, $5, $6)
                """,
            delete: "DELETE FROM gazette.subscription"),
        BackupTable(
            name: "feed_filter",
            columns: ["id": .long, "visitor": .bytes, "part": .text, "action": .text, "words": .text],
            select: "SELECT id, visitor, part, action, words FROM gazette.feed_filter ORDER BY id",
            insert: """
                INSERT INTO gazette.feed_filter (id, visitor, part, action, words) VALUES ($1, $2, $3, $4, $5)
                """,
            delete: "DELETE FROM gazette.feed_filter"),
        PositionTable.backup,
    ]

    /// Returns the values of a row.
    package func values(_ row: any StatementRow) -> [BackupValue] {
        columns.map { name, column in
            switch column {
            case .text: row.text(name).map { .text($0) } ?? .null
            case .int: row.int(name).map { .number(Double($0)) } ?? .null
            case .long: row.int(name).map { .text(String($0)) } ?? .null
            case .double: row.double(name).map { .number($0) } ?? .null
            case .bytes: row.bytes(name).map { .text($0.base64EncodedString()) } ?? .null
            }
        }
    }

    /// Returns the values of a statement; `nil` if they do not suit the columns.
    package func arguments(_ values: [BackupValue]) -> [PostgreSQLValue]? {
        guard values.count == columns.count else { return nil }
        var arguments: [PostgreSQLValue] = []
        for (value, column) in zip(values, columns.map(\.value)) {
            switch (value, column) {
            case (.null, _): arguments.append(.null)
            case (.text(let text), .text): arguments.append(.text(text))
            case (.text(let text), .long):
                guard let number = Int(text) else { return nil }
                arguments.append(.int(number))
            case (.text(let text), .bytes):
                guard let data = Data(base64Encoded: text) else { return nil }
                arguments.append(.bytes(data))
            case (.number(let number), .int):
                guard let number = Int(exactly: number) else { return nil }
                arguments.append(.int(number))
            case (.number(let number), .double): arguments.append(.double(number))
            default: return nil
            }
        }
        return arguments
    }
}

/// A value in a backup.
enum BackupValue: Codable, Sendable, Equatable {
    case text(String)
    case number(Double)
    case null

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .null: try container.encodeNil()
        }
    }
}
