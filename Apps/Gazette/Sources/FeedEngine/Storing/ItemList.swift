import Foundation
import PostgreSQL
import ReaderModels
import ReaderStorage

/// A list of items with its statements.
///
/// They are fast without statistics about the tables: PostgreSQL has none after an import, when readers look at their
/// lists first.
struct ItemList: Sendable {
    private let query: ItemQuery
    private let since: Date?
    private let values: [PostgreSQLValue]
    private let scoped: [FeedSubscription]
    private let isOneFeed: Bool

    /// Whether it can't have any items.
    var isEmpty: Bool { scoped.isEmpty || query.selection == .fresh && since == nil }

    /// - Parameters:
    ///   - since: The time of the visit before this one; `nil` for none.
    ///   - subscriptions: The feeds of the reader.
    init(_ query: ItemQuery, _ visitor: Visitor, _ since: Date?, _ subscriptions: [FeedSubscription]) {
        self.query = query
        self.since = since
        let folder: String
        switch query.scope {
        case .all: (folder, scoped, isOneFeed) = ("", subscriptions, false)
        case .folder(let name):
            (folder, scoped, isOneFeed) = (name, subscriptions.filter { $0.folder == name }, false)
        case .feed(let id): (folder, scoped, isOneFeed) = ("", subscriptions.filter { $0.id == id }, true)
        }
        let feed = if case .feed(let id) = query.scope { id } else { 0 }
        let arrived = query.selection == .fresh ? since?.timeIntervalSince1970 ?? .infinity : -1
        values = [
            .bytes(visitor.id), .int(query.before ?? Int.max), .double(arrived), .text(folder), .int(feed),
            .int(query.limit),
        ]
    }

    /// Returns the rows of the items, the newest first.
    func rows(_ runner: any StatementRunner) throws -> [any StatementRow] {
        if let words = query.words {
            return try runner.kind == .sqlite ? foundInSQLite(words, runner) : foundInPostgreSQL(words, runner)
        }
        if query.selection != .unread, try isOfFewFeeds(runner) {
            return try runner.rows(
                sqlite: Self.ofFewFeedsInSQLite, postgreSQL: Self.ofFewFeedsInPostgreSQL,
                values + [.int(isOneFeed ? 1 : 0)])
        }
        try Self.keepOrder(runner)
        return try runner.rows(query.selection == .unread ? Self.unread : Self.ofManyFeeds, values)
    }

    /// Whether the newest items of each of the feeds are fewer than the items of all readers among which those of the
    /// feeds would be looked for, the newest first.
    private func isOfFewFeeds(_ runner: any StatementRunner) throws -> Bool {
        if scoped.count <= Self.fewFeeds { return true }
        guard runner.kind == .postgreSQL else { return false }
        let count = try runner.rows("SELECT count(*) AS count FROM gazette.feed", []).first?.int("count") ?? 0
        return scoped.count <= count / scoped.count
    }

    private static let fewFeeds = 20

    /// Has PostgreSQL read items in the order of their numbers until there are enough, until the end of the
    /// transaction. It might read and sort all of them.
    static func keepOrder(_ runner: any StatementRunner) throws {
        try leaveOut("enable_hashjoin enable_mergejoin enable_bitmapscan enable_sort", runner)
    }

    /// Sets what PostgreSQL plans without until the end of the transaction.
    private static func leaveOut(_ methods: String, _ runner: any StatementRunner) throws {
        guard runner.kind == .postgreSQL else { return }
        try runner.run(
            "SELECT set_config(name, 'off', true) FROM unnest(string_to_array($1, ' ')) AS name", [.text(methods)])
    }

    // MARK: - Searches

    private func foundInSQLite(_ words: String, _ runner: any StatementRunner) throws -> [any StatementRow] {
        guard let match = SearchWords.sqlite(words) else { return [] }
        return try runner.rows(Self.foundInSQLite, values + [.text(match)])
    }

    /// Items with rare words are found by the index of words, those with common words among the newest items.
    private func foundInPostgreSQL(_ words: String, _ runner: any StatementRunner) throws -> [any StatementRow] {
        guard let match = SearchWords.postgreSQL(words).map(PostgreSQLValue.text) else { return [] }
        try Self.leaveOut("enable_seqscan enable_hashjoin enable_mergejoin", runner)
        let found = try runner.rows(
            "SELECT 1 FROM gazette.feed_search WHERE words @@ to_tsquery('simple', $1) LIMIT $2",
            [match, .int(Self.fewItems)])
        if found.count < Self.fewItems { return try runner.rows(Self.foundByIndex, values + [match]) }
        try Self.keepOrder(runner)
        return try runner.rows(Self.foundInOrder, values + [match])
    }

    private static let fewItems = 2000

    // MARK: - Statements

    private static let unread: StaticString = """
        SELECT i.id, i.feed, i.title, i.link, i.author, i.summary, i.picture, i.arrived, 1 AS is_unread
        FROM gazette.unread u JOIN gazette.feed_item i ON i.id = u.item
        WHERE u.visitor = $1 AND u.item < $2 AND i.arrived > $3
            AND (CAST($4 AS text) = '' OR u.feed IN
                (SELECT feed FROM gazette.subscription WHERE visitor = $1 AND folder = $4))
            AND (CAST($5 AS bigint) = 0 OR u.feed = $5)
        ORDER BY u.item DESC LIMIT $6
        """

    // The order of the tables is that of the loops in SQLite, which takes CROSS JOIN as such. Subqueries with OFFSET are
    // not made a part of the statement around them by PostgreSQL, which would then begin with many rows.

    private static let ofManyFeeds: StaticString = """
        SELECT i.id, i.feed, i.title, i.link, i.author, i.summary, i.picture, i.arrived,
            coalesce((SELECT 1 FROM gazette.unread u WHERE u.visitor = s.visitor AND u.item = i.id), 0) AS is_unread
        FROM gazette.feed_item i CROSS JOIN gazette.subscription s
        WHERE s.visitor = $1 AND s.feed = i.feed AND i.id < $2 AND i.arrived > $3
            AND (CAST($4 AS text) = '' OR s.folder = $4) AND (CAST($5 AS bigint) = 0 OR s.feed = $5)
            AND NOT EXISTS (SELECT 1 FROM gazette.hidden h WHERE h.visitor = s.visitor AND h.item = i.id)
            AND NOT EXISTS (
                SELECT 1 FROM gazette.feed_item o
                WHERE o.story = i.story AND o.id <> i.id
                    AND (o.arrived < i.arrived OR o.arrived = i.arrived AND o.id < i.id)
                    AND EXISTS (
                        SELECT 1 FROM gazette.subscription t
                        WHERE t.visitor = s.visitor AND t.feed = o.feed LIMIT 1 OFFSET 0))
        ORDER BY i.id DESC LIMIT $6
        """

    private static let ofFewFeedsInSQLite: StaticString = """
        SELECT i.id, i.feed, i.title, i.link, i.author, i.summary, i.picture, i.arrived,
            coalesce((SELECT 1 FROM gazette.unread u WHERE u.visitor = s.visitor AND u.item = i.id), 0) AS is_unread
        FROM gazette.subscription s CROSS JOIN gazette.feed_item i
        WHERE s.visitor = $1 AND i.feed = s.feed AND i.id < $2 AND i.arrived > $3
            AND (CAST($4 AS text) = '' OR s.folder = $4) AND (CAST($5 AS bigint) = 0 OR s.feed = $5)
            AND NOT EXISTS (SELECT 1 FROM gazette.hidden h WHERE h.visitor = s.visitor AND h.item = i.id)
            AND (CAST($7 AS bigint) = 1 OR NOT EXISTS (
                SELECT 1 FROM gazette.feed_item o
                WHERE o.story = i.story AND o.id <> i.id
                    AND (o.arrived < i.arrived OR o.arrived = i.arrived AND o.id < i.id)
                    AND EXISTS (
                        SELECT 1 FROM gazette.subscription t
                        WHERE t.visitor = s.visitor AND t.feed = o.feed LIMIT 1 OFFSET 0)))
        ORDER BY i.id DESC LIMIT $6
        """

    private static let ofFewFeedsInPostgreSQL: StaticString = """
        SELECT i.id, i.feed, i.title, i.link, i.author, i.summary, i.picture, i.arrived,
            coalesce((SELECT 1 FROM gazette.unread u WHERE u.visitor = s.visitor AND u.item = i.id), 0) AS is_unread
        FROM gazette.subscription s CROSS JOIN LATERAL (
            SELECT * FROM gazette.feed_item i
            WHERE i.feed = s.feed AND i.id < $2 AND i.arrived > $3
                AND NOT EXISTS (SELECT 1 FROM gazette.hidden h WHERE h.visitor = s.visitor AND h.item = i.id)
                AND (CAST($7 AS bigint) = 1 OR NOT EXISTS (
                    SELECT 1 FROM gazette.feed_item o
                    WHERE o.story = i.story AND o.id <> i.id
                        AND (o.arrived < i.arrived OR o.arrived = i.arrived AND o.id < i.id)
                        AND EXISTS (
                            SELECT 1 FROM gazette.subscription t
                            WHERE t.visitor = s.visitor AND t.feed = o.feed LIMIT 1 OFFSET 0)))
            ORDER BY i.id DESC LIMIT $6) i
        WHERE s.visitor = $1 AND (CAST($4 AS text) = '' OR s.folder = $4) AND (CAST($5 AS bigint) = 0 OR s.feed = $5)
        ORDER BY i.id DESC LIMIT $6
        """

    private static let foundInSQLite: StaticString = """
        SELECT i.id, i.feed, i.title, i.link, i.author, i.summary, i.picture, i.arrived,
            coalesce((SELECT 1 FROM gazette.unread u WHERE u.visitor = s.visitor AND u.item = i.id), 0) AS is_unread
        FROM gazette.feed_search f CROSS JOIN gazette.feed_item i CROSS JOIN gazette.subscription s
        WHERE f.words MATCH $7 AND f.rowid < $2 AND i.id = f.rowid AND s.visitor = $1 AND s.feed = i.feed
            AND i.arrived > $3
            AND (CAST($4 AS text) = '' OR s.folder = $4) AND (CAST($5 AS bigint) = 0 OR s.feed = $5)
            AND NOT EXISTS (SELECT 1 FROM gazette.hidden h WHERE h.visitor = s.visitor AND h.item = i.id)
        ORDER BY f.rowid DESC LIMIT $6
        """

    private static let foundByIndex: StaticString = """
        SELECT i.id, i.feed, i.title, i.link, i.author, i.summary, i.picture, i.arrived,
            coalesce((SELECT 1 FROM gazette.unread u WHERE u.visitor = s.visitor AND u.item = i.id), 0) AS is_unread
        FROM (SELECT item FROM gazette.feed_search WHERE words @@ to_tsquery('simple', $7) OFFSET 0) f
            JOIN gazette.feed_item i ON i.id = f.item
            JOIN gazette.subscription s ON s.visitor = $1 AND s.feed = i.feed
        WHERE f.item < $2 AND i.arrived > $3
            AND (CAST($4 AS text) = '' OR s.folder = $4) AND (CAST($5 AS bigint) = 0 OR s.feed = $5)
            AND NOT EXISTS (SELECT 1 FROM gazette.hidden h WHERE h.visitor = s.visitor AND h.item = i.id)
        ORDER BY f.item DESC LIMIT $6
        """

    private static let foundInOrder: StaticString = """
        SELECT i.id, i.feed, i.title, i.link, i.author, i.summary, i.picture, i.arrived,
            coalesce((SELECT 1 FROM gazette.unread u WHERE u.visitor = s.visitor AND u.item = i.id), 0) AS is_unread
        FROM gazette.feed_item i JOIN gazette.subscription s ON s.visitor = $1 AND s.feed = i.feed
        WHERE (SELECT f.words @@ to_tsquery('simple', $7) FROM gazette.feed_search f WHERE f.item = i.id)
            AND i.id < $2 AND i.arrived > $3
            AND (CAST($4 AS text) = '' OR s.folder = $4) AND (CAST($5 AS bigint) = 0 OR s.feed = $5)
            AND NOT EXISTS (SELECT 1 FROM gazette.hidden h WHERE h.visitor = s.visitor AND h.item = i.id)
        ORDER BY i.id DESC LIMIT $6
        """
}
