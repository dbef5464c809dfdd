package import Foundation
import FreshetLenientJSON
import PostgreSQL
package import ReaderModels
package import ReaderStorage

/// The feeds of all readers, and what each of them has read.
package struct FeedStore: Sendable {
    package let database: any ReaderDatabase
    package var limits = Limits()
    /// Returns the changes of a reader's marks that the database does not have yet.
    package var unwritten: @Sendable (Visitor) -> [Marks.Change] = { _ in [] }

    package struct Limits: Sendable {
        /// The most feeds of one reader.
        package var subscriptions = 2000
        /// How many items of a feed are stored; the oldest are removed, unless somebody has saved them.
        package var items = 500
        /// How many items of a new feed are unread.
        package var unread = 50
        /// The longest text of an item, in bytes.
        package var content = 200_000
        /// The most filters of one reader.
        package var filters = 200
        /// How long after the last visit of a reader feeds are read for them, in seconds.
        var absence = 30 * 24 * 3600.0
    }

    // MARK: - Subscriptions

    /// Returns the feeds of a reader, by folder and title.
    package func subscriptions(of visitor: Visitor) async throws -> [FeedSubscription] {
        let found = try await database.transaction { runner in
            try runner.rows(
                """
                SELECT f.id, f.address, coalesce(s.title, f.title) AS title, s.folder, f.home, s.unread, s.wants_text,
                    f.checked, f.next, f.problem, f.is_ended, i.address AS icon
                FROM gazette.subscription s JOIN gazette.feed f ON f.id = s.feed
                    LEFT JOIN gazette.feed_icon i ON i.feed = f.id AND i.bytes IS NOT NULL
                WHERE s.visitor = $1
                """, [.bytes(visitor.id)]
            ).compactMap(Self.subscription)
        }
        // Each key is made once: comparisons by the rules of a language take most of the time of a list.
        return found.map { (folder: TitleOrder.key($0.folder), title: TitleOrder.key($0.title), subscription: $0) }
            .sorted { ($0.folder, $0.title) < ($1.folder, $1.title) }
            .map(\.subscription)
    }

    /// Whether a reader has any feeds.
    package func hasFeeds(_ visitor: Visitor) async throws -> Bool {
        try await database.transaction { runner in
            let query: StaticString = "SELECT 1 FROM gazette.subscription WHERE visitor = $1 LIMIT 1"
            return try !runner.rows(query, [.bytes(visitor.id)]).isEmpty
        }
    }

    private static func subscription(_ row: any StatementRow) -> FeedSubscription? {
        guard let id = row.int("id"), let address = row.text("address") else { return nil }
        return FeedSubscription(
            id: id, address: address, title: row.text("title") ?? WebLink.url(from: address)?.host() ?? address,
            folder: row.text("folder") ?? "", home: row.text("home").flatMap(WebLink.url),
            icon: row.text("icon").flatMap(WebLink.url),
            unread: row.int("unread") ?? 0, wantsText: row.int("wants_text") == 1,
            checked: row.double("checked").map(Date.init(timeIntervalSince1970:)),
            next: Date(timeIntervalSince1970: row.double("next") ?? 0), problem: row.text("problem"),
            isEnded: row.int("is_ended") == 1)
    }

    /// What a reader adds.
    struct Addition: Sendable {
        let address: String
        /// The title that the reader has chosen; `nil` for that of the feed.
        var title: String?
        var folder = ""
    }

    /// Adds feeds to those of a reader. Feeds that nobody had are read at the next opportunity.
    ///
    /// - Returns: The numbers of the feeds, those that the reader had already included; fewer where there are too many.
    func subscribe(_ additions: [Addition], _ visitor: Visitor, now: Date) async throws -> [Int] {
        try await database.transaction { [limits] runner in
            let id = PostgreSQLValue.bytes(visitor.id)
            try runner.run(
                "INSERT INTO gazette.visitor (id, seen) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
                [id, .double(now.timeIntervalSince1970)])
            var count =
                try runner.rows("SELECT count(*) AS count FROM gazette.subscription WHERE visitor = $1", [id])
                .first?.int("count") ?? 0
            var feeds: [Int] = []
            for addition in additions {
                guard count < limits.subscriptions else { break }
                let feed = try Self.feed(at: addition.address, now, runner)
                feeds.append(feed)
                let added = try runner.rows(
                    """
                    INSERT INTO gazette.subscription (visitor, feed, title, folder, wants_text, unread)
                    VALUES ($1, $2, $3, $4, 0, 0) ON CONFLICT (visitor, feed) DO NOTHING RETURNING 1
                    """, [id, .int(feed), .text(addition.title.map(Self.clean)), .text(Self.clean(addition.folder))])
                guard !added.isEmpty else { continue }
                count += 1
                try Self.spread(latest: limits.unread, of: feed, to: visitor, runner)
            }
            return feeds
        }
    }

    /// Returns the number of the feed at an address, which is added where it is missing.
    private static func feed(at address: String, _ now: Date, _ runner: any StatementRunner) throws -> Int {
        let known = try runner.rows("SELECT id FROM gazette.feed WHERE address = $1", [.text(address)]).first?.int("id")
        if let known { return known }
        // A feed that has moved from the address has its number.
        let number = ItemNumber.number(ofAddress: address)
        try runner.run(
            """
            INSERT INTO gazette.feed (id, address, next, claimed, failures, is_ended) VALUES ($1, $2, $3, 0, 0, 0)
            ON CONFLICT DO NOTHING
            """, [.int(number), .text(address), .double(now.timeIntervalSince1970)])
        return number
    }

    /// Marks the latest items of a feed as unread for a reader who has just added it.
    private static func spread(
        latest count: Int, of feed: Int, to visitor: Visitor, _ runner: any StatementRunner
    ) throws {
        try runner.run(
            """
            INSERT INTO gazette.unread (visitor, item, feed)
            SELECT s.visitor, i.id, i.feed FROM gazette.subscription s JOIN gazette.feed_item i ON i.feed = s.feed
            WHERE s.visitor = $1 AND s.feed = $2
                AND i.id IN (SELECT id FROM gazette.feed_item WHERE feed = $2 ORDER BY id DESC LIMIT $3)
            ON CONFLICT DO NOTHING
            """, [.bytes(visitor.id), .int(feed), .int(count)])
        try UnreadTable.recount(feed, of: visitor, runner)
    }

    /// Changes how a reader sees a feed.
    ///
    /// - Parameters:
    ///   - title: The title; an empty one stands for that of the feed.
    ///   - wantsText: Whether the full text of new items is fetched.
    /// - Returns: Whether the reader has the feed.
    package func change(
        _ feed: Int, of visitor: Visitor, title: String? = nil, folder: String? = nil, wantsText: Bool? = nil
    ) async throws -> Bool {
        try await database.transaction { runner in
            let key: [PostgreSQLValue] = [.bytes(visitor.id), .int(feed)]
            let rows = try runner.rows(
                "SELECT title, folder, wants_text FROM gazette.subscription WHERE visitor = $1 AND feed = $2", key)
            guard let row = rows.first else { return false }
            let newTitle = title.map(Self.clean)
            try runner.run(
                """
                UPDATE gazette.subscription SET title = $3, folder = $4, wants_text = $5
                WHERE visitor = $1 AND feed = $2
                """,
                key + [
                    .text(newTitle.map { $0.isEmpty ? nil : $0 } ?? row.text("title")),
                    .text(folder.map(Self.clean) ?? row.text("folder") ?? ""),
                    .int(wantsText.map { $0 ? 1 : 0 } ?? row.int("wants_text") ?? 0),
                ])
            return true
        }
    }

    /// Gives a folder of a reader another name; an empty one dissolves it.
    package func rename(folder: String, to name: String, of visitor: Visitor) async throws {
        try await database.transaction { runner in
            try runner.run(
                "UPDATE gazette.subscription SET folder = $3 WHERE visitor = $1 AND folder = $2",
                [.bytes(visitor.id), .text(folder), .text(Self.clean(name))])
        }
    }

    /// Removes feeds from those of a reader, with what was read of them.
    package func unsubscribe(_ feeds: [Int], _ visitor: Visitor) async throws {
        try await database.transaction { runner in
            for feed in feeds {
                let key: [PostgreSQLValue] = [.bytes(visitor.id), .int(feed)]
                try runner.run("DELETE FROM gazette.subscription WHERE visitor = $1 AND feed = $2", key)
                try runner.run("DELETE FROM gazette.unread WHERE visitor = $1 AND feed = $2", key)
                try runner.run(
                    """
                    DELETE FROM gazette.hidden WHERE visitor = $1
                        AND item IN (SELECT id FROM gazette.feed_item WHERE feed = $2)
                    """, key)
            }
        }
    }

    /// Removes the feeds that nobody has any more, unless somebody has saved an item of them.
    func removeUnused() async throws {
        try await database.transaction { runner in
            try runner.run(
                """
                DELETE FROM gazette.feed WHERE id NOT IN (SELECT feed FROM gazette.subscription) AND NOT EXISTS (
                    SELECT 1 FROM gazette.feed_item i JOIN gazette.saved s ON s.entry = 'feeds:' || i.id
                    WHERE i.feed = gazette.feed.id)
                """, [])
        }
    }

    // MARK: - Visits

    /// Notes that a reader looks at their feeds. Visits within half an hour are one.
    ///
    /// - Returns: The time of the visit before this one; `nil` for the first.
    package func visit(_ visitor: Visitor, now: Date) async throws -> Date? {
        try await database.transaction { runner in
            let id = PostgreSQLValue.bytes(visitor.id)
            let seconds = now.timeIntervalSince1970
            let rows = try runner.rows("SELECT latest, previous FROM gazette.feed_visit WHERE visitor = $1", [id])
            guard let row = rows.first, let latest = row.double("latest"), let previous = row.double("previous") else {
                try runner.run(
                    """
                    INSERT INTO gazette.feed_visit (visitor, latest, previous)
                    SELECT id, $2, 0 FROM gazette.visitor WHERE id = $1
                    """, [id, .double(seconds)])
                return nil
            }
            let isSame = seconds - latest < 1800
            // A visit that goes on is noted once a minute.
            if !isSame || seconds - latest > 60 {
                try runner.run(
                    "UPDATE gazette.feed_visit SET latest = $2, previous = $3 WHERE visitor = $1",
                    [id, .double(seconds), .double(isSame ? previous : latest)])
            }
            let since = isSame ? previous : latest
            return since > 0 ? Date(timeIntervalSince1970: since) : nil
        }
    }

    // MARK: - Texts

    /// Returns a text without characters that a database can't store.
    package static func clean(_ text: String) -> String {
        text.utf8.contains(0) ? text.replacing("\0", with: "") : text
    }
}
