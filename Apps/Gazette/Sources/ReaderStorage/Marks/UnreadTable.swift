import Foundation
import PostgreSQL
import ReaderModels

/// The statements on what visitors have not read of their feeds.
package enum UnreadTable {
    /// Makes the part of a change that is about items of feeds.
    ///
    /// - Returns: Whether it has one.
    package static func write(_ change: Marks.Change, of visitor: Visitor, _ runner: any StatementRunner) throws -> Bool
    {
        switch change {
        case .read(let keys), .unread(let keys):
            let items = keys.compactMap(\.feedItem)
            guard !items.isEmpty else { return false }
            if case .read = change {
                try mark(items, isRead: true, of: visitor, runner)
            } else {
                try mark(items, isRead: false, of: visitor, runner)
            }
        case .readAll(let scope, let last, let date): try markAll(in: scope, downTo: last, date, of: visitor, runner)
        case .save, .remove, .position: return false
        }
        return true
    }

    package static func mark(_ items: [Int], isRead: Bool, of visitor: Visitor, _ runner: any StatementRunner) throws {
        var feeds: Set<Int> = []
        for item in items {
            let key: [PostgreSQLValue] = [.bytes(visitor.id), .int(item)]
            let changed =
                isRead
                ? try runner.rows("DELETE FROM gazette.unread WHERE visitor = $1 AND item = $2 RETURNING feed", key)
                : try runner.rows(
                    """
                    INSERT INTO gazette.unread (visitor, item, feed)
                    SELECT s.visitor, i.id, i.feed
                    FROM gazette.subscription s JOIN gazette.feed_item i ON i.feed = s.feed
                    WHERE s.visitor = $1 AND i.id = $2 ON CONFLICT DO NOTHING RETURNING feed
                    """, key)
            for row in changed { if let feed = row.int("feed") { feeds.insert(feed) } }
        }
        for feed in feeds { try recount(feed, of: visitor, runner) }
    }

    /// Marks the items of a list as read, from the newest one down to an item, as they were at a time: what has come
    /// since was not seen.
    private static func markAll(
        in scope: ItemQuery.Scope, downTo last: Int, _ date: Date, of visitor: Visitor, _ runner: any StatementRunner
    ) throws {
        let folder = if case .folder(let name) = scope { name } else { "" }
        let feed = if case .feed(let id) = scope { id } else { 0 }
        try runner.run(
            """
            DELETE FROM gazette.unread WHERE visitor = $1 AND item >= $2
                AND (CAST($3 AS text) = '' OR feed IN
                    (SELECT feed FROM gazette.subscription WHERE visitor = $1 AND folder = $3))
                AND (CAST($4 AS bigint) = 0 OR feed = $4)
                AND (SELECT arrived FROM gazette.feed_item WHERE id = item) <= $5
            """,
            [.bytes(visitor.id), .int(last), .text(folder), .int(feed), .double(date.timeIntervalSince1970)])
        try recount(of: visitor, runner)
    }

    /// Notes how many items of a feed a visitor has not read.
    package static func recount(_ feed: Int, of visitor: Visitor, _ runner: any StatementRunner) throws {
        try runner.run(
            """
            UPDATE gazette.subscription SET unread =
                (SELECT count(*) FROM gazette.unread WHERE visitor = $1 AND feed = $2)
            WHERE visitor = $1 AND feed = $2
            """, [.bytes(visitor.id), .int(feed)])
    }

    /// Notes how many items of each feed a visitor has not read.
    package static func recount(of visitor: Visitor, _ runner: any StatementRunner) throws {
        try runner.run(
            """
            UPDATE gazette.subscription SET unread = coalesce((
                SELECT count(*) FROM gazette.unread u
                WHERE u.visitor = $1 AND u.feed = gazette.subscription.feed), 0)
            WHERE visitor = $1
            """, [.bytes(visitor.id)])
    }
}
