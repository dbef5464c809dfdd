import Feeds
package import Foundation
import FreshetDigests
import FreshetLenientJSON
import PostgreSQL
import ReaderModels
import ReaderStorage

extension FeedStore {
    /// A feed that one process reads at the moment.
    package struct Due: Sendable {
        package let id: Int
        package let address: URL
        /// The digest of the last document; `nil` if none was read.
        package let digest: Data?
        /// How often the feed has failed since it was read last.
        package let failures: Int
        /// Whether a reader wants the full text of new items.
        package let wantsText: Bool
    }

    /// How long a process has for the feeds that it has claimed, in seconds; then another one may read them.
    private static let claimTime = 300.0

    /// Claims feeds that are due and that somebody reads, so that no other process reads them.
    ///
    /// Those whose readers have not come for a long time wait until one comes.
    ///
    /// - Parameters:
    ///   - limit: The most feeds.
    ///   - feeds: The feeds to claim although they are not due; `nil` for those that are.
    package func claim(upTo limit: Int, only feeds: [Int]? = nil, now: Date) async throws -> [Due] {
        let seconds = now.timeIntervalSince1970
        return try await database.transaction { [limits] runner in
            var rows: [any StatementRow] = []
            if let feeds {
                for feed in feeds.prefix(limit) {
                    rows += try runner.rows(
                        """
                        UPDATE gazette.feed SET claimed = $3 WHERE id = $1 AND claimed < $2
                        RETURNING id, address, digest, failures
                        """, [.int(feed), .double(seconds), .double(seconds + Self.claimTime)])
                }
            } else {
                // The conditions stand outside, too: another process may have read a feed that was found, while this one
                // waited for the row.
                rows = try runner.rows(
                    """
                    UPDATE gazette.feed SET claimed = $2
                    WHERE claimed < $1 AND next <= $1 AND is_ended = 0 AND id IN (
                        SELECT f.id FROM gazette.feed f
                        WHERE f.next <= $1 AND f.claimed < $1 AND f.is_ended = 0
                            AND EXISTS (
                                SELECT 1 FROM gazette.subscription s
                                    LEFT JOIN gazette.feed_visit v ON v.visitor = s.visitor
                                WHERE s.feed = f.id AND coalesce(v.latest, $1) >= $4)
                        ORDER BY f.next LIMIT $3)
                    RETURNING id, address, digest, failures
                    """,
                    [
                        .double(seconds), .double(seconds + Self.claimTime), .int(limit),
                        .double(seconds - limits.absence),
                    ])
            }
            return try rows.compactMap { row in
                guard let id = row.int("id"), let address = row.text("address").flatMap(WebLink.url) else { return nil }
                let wanting = try runner.rows(
                    "SELECT 1 FROM gazette.subscription WHERE feed = $1 AND wants_text = 1 LIMIT 1", [.int(id)])
                return Due(
                    id: id, address: address, digest: row.bytes("digest"), failures: row.int("failures") ?? 0,
                    wantsText: !wanting.isEmpty)
            }
        }
    }

    /// Stores what a reading of a feed has led to, and releases the feed.
    ///
    /// - Returns: The links of new items of which readers want the full text.
    @discardableResult
    @concurrent package func record(_ result: FeedReading, of due: Due, next: Date, now: Date) async throws -> [URL] {
        // The texts are prepared outside of the transaction, which others wait for.
        let items: [StoredItem] =
            if case .read(let feed, let digest, _) = result, digest != due.digest {
                try await changedItems(of: feed, due, now)
            } else { [] }
        let links = try await database.transaction { [limits] runner -> [URL] in
            let key = PostgreSQLValue.int(due.id)
            switch result {
            case .read(let feed, let digest, let address):
                let new = digest == due.digest ? [] : try Self.save(items, feed, of: due, limits, now, runner)
                try Self.noteSuccess(due.id, digest, next, now, runner)
                try Self.move(due.id, to: address, now, runner)
                return due.wantsText ? new : []
            case .ended(let reason):
                try runner.run(
                    "UPDATE gazette.feed SET is_ended = 1, problem = $2, claimed = 0 WHERE id = $1",
                    [key, .text(reason)])
                return []
            case .failed(let failure):
                try runner.run(
                    """
                    UPDATE gazette.feed SET failures = failures + 1, problem = $2, next = $3, claimed = 0 WHERE id = $1
                    """, [key, .text(Self.clean(failure.reason)), .double(next.timeIntervalSince1970)])
                return []
            }
        }
        if !items.isEmpty { try await settleStories(of: due.id, now) }
        return links
    }

    /// Leaves one unread item of each story that several feeds had at the same time: one that is being stored does not see
    /// the items of another, or they arrived in another order than they were stored in.
    private func settleStories(of feed: Int, _ now: Date) async throws {
        let arrived = now.timeIntervalSince1970
        try await database.transaction { runner in
            try ItemList.keepOrder(runner)
            let pairs = try runner.rows(
                """
                SELECT i.id, o.id AS other FROM gazette.feed_item i
                    JOIN gazette.feed_item o ON o.story = i.story AND o.feed <> i.feed
                WHERE i.feed = $1 AND i.arrived = $2 AND o.arrived > $3
                """, [.int(feed), .double(arrived), .double(arrived - Self.claimTime)])
            for item in Set(pairs.flatMap { [$0.int("id"), $0.int("other")] }.compactMap(\.self)) {
                let removed = try runner.rows(
                    """
                    DELETE FROM gazette.unread WHERE item = $1 AND EXISTS (
                        SELECT 1 FROM gazette.feed_item i
                            JOIN gazette.feed_item o ON o.story = i.story AND o.id <> i.id
                            JOIN gazette.subscription t ON t.visitor = gazette.unread.visitor AND t.feed = o.feed
                        WHERE i.id = $1 AND (o.arrived < i.arrived OR o.arrived = i.arrived AND o.id < i.id))
                    RETURNING visitor, feed
                    """, [.int(item)])
                for row in removed {
                    if let visitor = row.bytes("visitor"), let its = row.int("feed") {
                        try UnreadTable.recount(its, of: Visitor(id: visitor), runner)
                    }
                }
            }
        }
    }

    private static func noteSuccess(
        _ feed: Int, _ digest: Data?, _ next: Date, _ now: Date, _ runner: any StatementRunner
    ) throws {
        try runner.run(
            """
            UPDATE gazette.feed SET checked = $2, next = $3, digest = $4, claimed = 0, failures = 0, problem = NULL,
                is_ended = 0
            WHERE id = $1
            """,
            [
                .int(feed), .double(now.timeIntervalSince1970), .double(next.timeIntervalSince1970),
                digest.map { .bytes($0) } ?? .null,
            ])
    }

    /// Gives a feed the address to which it has moved for good. Where another feed has that, its readers get that one.
    private static func move(_ feed: Int, to address: URL?, _ now: Date, _ runner: any StatementRunner) throws {
        guard let address = address?.absoluteString else { return }
        let other = try runner.rows(
            "SELECT id FROM gazette.feed WHERE address = $1 AND id <> $2", [.text(address), .int(feed)]
        ).first?.int("id")
        guard let other else {
            try runner.run("UPDATE gazette.feed SET address = $2 WHERE id = $1", [.int(feed), .text(address)])
            return
        }
        let readers = try runner.rows("SELECT visitor FROM gazette.subscription WHERE feed = $1", [.int(feed)])
            .compactMap { $0.bytes("visitor") }
        try runner.run(
            """
            INSERT INTO gazette.subscription (visitor, feed, title, folder, wants_text, unread)
            SELECT visitor, $2, title, folder, wants_text, 0 FROM gazette.subscription WHERE feed = $1
            ON CONFLICT (visitor, feed) DO NOTHING
            """, [.int(feed), .int(other)])
        try runner.run("DELETE FROM gazette.subscription WHERE feed = $1", [.int(feed)])
        try runner.run("DELETE FROM gazette.unread WHERE feed = $1", [.int(feed)])
        for reader in readers { try UnreadTable.recount(other, of: Visitor(id: reader), runner) }
    }

    // MARK: - Items

    /// Returns the items of a feed that are not stored, or that have changed since.
    private func changedItems(of feed: Feed, _ due: Due, _ now: Date) async throws -> [StoredItem] {
        let known = try await database.transaction { runner in
            var known: [String: (id: Int, digest: Data)] = [:]
            let rows = try runner.rows("SELECT guid, id, digest FROM gazette.feed_item WHERE feed = $1", [.int(due.id)])
            for row in rows {
                if let guid = row.text("guid"), let id = row.int("id"), let digest = row.bytes("digest") {
                    known[guid] = (id, digest)
                }
            }
            return known
        }
        // Items without a date that are there when a feed is read first are as old as the feed.
        let date = known.isEmpty ? min(feed.updated ?? now, now) : now
        let latest = feed.items.enumerated().map { index, item in
            StoredItem(item, of: due.id, at: date.addingTimeInterval(-Double(index)), limits.content, now)
        }.sorted { $0.number > $1.number }.prefix(limits.items)
        return latest.compactMap { item in
            let old = known[item.guid]
            guard old?.digest != item.digest else { return nil }
            return item.prepared(replacing: old?.id)
        }
    }

    /// Stores the items of a feed, and counts the new ones as unread for its readers.
    ///
    /// - Returns: The links of the new items.
    private static func save(
        _ items: [StoredItem], _ feed: Feed, of due: Due, _ limits: Limits, _ now: Date,
        _ runner: any StatementRunner
    ) throws -> [URL] {
        try runner.run(
            """
            UPDATE gazette.feed SET title = coalesce($2, title), home = coalesce($3, home), icon = coalesce($4, icon)
            WHERE id = $1
            """,
            [
                .int(due.id), .text(feed.title.map(clean)), .text(feed.homePage?.absoluteString),
                .text(feed.icon?.absoluteString),
            ])
        let stored = try runner.rows("SELECT 1 FROM gazette.feed_item WHERE feed = $1 LIMIT 1", [.int(due.id)])
        let limit = stored.isEmpty ? limits.unread : limits.items
        var new: [StoredItem] = []
        for item in items {
            if let old = item.old { try item.update(old, runner) } else if try item.insert(runner) { new.append(item) }
        }
        guard !new.isEmpty else { return [] }
        try trim(due.id, limits.items, runner)
        try spread(due.id, limit, now, runner)
        try filter(new.map { $0.subject(of: feed) }, of: due.id, runner)
        try runner.run(
            """
            UPDATE gazette.subscription SET unread = (SELECT count(*) FROM gazette.unread u
                WHERE u.visitor = gazette.subscription.visitor AND u.feed = $1)
            WHERE feed = $1
            """, [.int(due.id)])
        return new.prefix(limit).compactMap(\.item.link)
    }

    /// Removes the oldest items of a feed that has too many.
    private static func trim(_ feed: Int, _ limit: Int, _ runner: any StatementRunner) throws {
        try runner.run(
            """
            DELETE FROM gazette.feed_item WHERE feed = $1 AND id <= coalesce(
                (SELECT id FROM gazette.feed_item WHERE feed = $1 ORDER BY id DESC LIMIT 1 OFFSET $2), 0)
                AND NOT EXISTS (SELECT 1 FROM gazette.saved k WHERE k.entry = 'feeds:' || gazette.feed_item.id)
            """, [.int(feed), .int(limit)])
    }

    /// Counts new items as unread for the readers of a feed, unless another of their feeds has the same story.
    private static func spread(_ feed: Int, _ count: Int, _ now: Date, _ runner: any StatementRunner) throws {
        try runner.run(
            """
            INSERT INTO gazette.unread (visitor, item, feed)
            SELECT s.visitor, i.id, i.feed
            FROM gazette.subscription s JOIN gazette.feed_item i ON i.feed = s.feed
            WHERE s.feed = $1 AND i.arrived >= $2
                AND i.id IN (SELECT id FROM gazette.feed_item WHERE feed = $1 ORDER BY id DESC LIMIT $3)
                AND NOT EXISTS (
                    SELECT 1 FROM gazette.feed_item o JOIN gazette.subscription t
                        ON t.visitor = s.visitor AND t.feed = o.feed
                    WHERE o.story = i.story AND o.id <> i.id
                        AND (o.arrived < i.arrived OR o.arrived = i.arrived AND o.id < i.id))
            ON CONFLICT DO NOTHING
            """, [.int(feed), .double(now.timeIntervalSince1970), .int(count)])
    }
}

/// An item of a feed as its row.
private struct StoredItem: Sendable {
    let item: FeedItem
    let feed: Int
    let number: Int
    let guid: String
    let digest: Data
    /// The number of the stored item that it replaces; `nil` for a new one.
    private(set) var old: Int?
    private var summary: String?
    /// The text of the index.
    private var words = ""
    private let content: FeedText?
    private let now: Date

    /// The greatest length of a summary, in characters.
    private static let summaryLimit = 400
    private static let guidLimit = 1000

    /// - Parameter date: The date if the item has none.
    init(_ item: FeedItem, of feed: Int, at date: Date, _ limit: Int, _ now: Date) {
        self.item = item
        self.feed = feed
        self.now = now
        guid = String(FeedStore.clean(item.id).prefix(Self.guidLimit))
        number = ItemNumber.number(min(item.published ?? item.updated ?? date, now), feed, guid)
        let text = item.content ?? item.summary
        // HTML that breaks off is cleaned as browsers read it.
        content = text.map { FeedText(html: String($0.html.prefix(limit)), base: $0.base) }
        let facts = [item.title, item.link?.absoluteString, content?.html, item.authors.first?.name]
        digest = Data(SHA256.digest(of: facts.map { $0 ?? "\u{1}" }.joined(separator: "\0").utf8).prefix(16))
    }

    /// Returns the item with the texts that take a while to be made.
    func prepared(replacing old: Int?) -> StoredItem {
        var prepared = self
        prepared.old = old
        let text = PlainText.text(fromHTML: content?.html)
        let summary = item.summary == nil || item.content == nil ? text : PlainText.text(fromHTML: item.summary?.html)
        prepared.summary = summary.map {
            $0.count > Self.summaryLimit ? $0.prefix(Self.summaryLimit - 1) + "…" : $0
        }
        prepared.words = SearchWords.indexed([item.title, author, text])
        return prepared
    }

    private var author: String? {
        let names = item.authors.compactMap { $0.name ?? $0.email }
        return names.isEmpty ? nil : String(names.joined(separator: ", ").prefix(200))
    }

    private var values: [PostgreSQLValue] {
        let files = item.enclosures.filter { !$0.isPicture }.prefix(10).map {
            StoredEnclosure(url: $0.url, type: $0.type, byteCount: $0.byteCount)
        }
        let enclosures =
            files.isEmpty ? nil : (try? JSONEncoder().encode(Array(files))).map { String(decoding: $0, as: UTF8.self) }
        return [
            .bytes(digest), ItemNumber.story(item.link).map { .int($0) } ?? .null, .text(item.link?.absoluteString),
            .text(item.title.map { FeedStore.clean(String($0.prefix(500))) }), .text(author.map(FeedStore.clean)),
            .text(summary.map(FeedStore.clean)), .text((content?.html).map(FeedStore.clean)),
            .text(content?.base?.absoluteString), .text(item.picture?.absoluteString),
            .text(item.commentsPage?.absoluteString), .text(enclosures.map(FeedStore.clean)),
        ]
    }

    /// - Returns: Whether it was inserted.
    func insert(_ runner: any StatementRunner) throws -> Bool {
        let added = try runner.rows(
            """
            INSERT INTO gazette.feed_item (id, feed, guid, arrived, digest, story, link, title, author, summary, content,
                base, picture, comments, enclosures)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
            ON CONFLICT DO NOTHING RETURNING id
            """,
            [.int(number), .int(feed), .text(guid), .double(now.timeIntervalSince1970)] + values)
        guard !added.isEmpty else { return false }
        try index(number, runner)
        return true
    }

    func update(_ id: Int, _ runner: any StatementRunner) throws {
        try runner.run(
            """
            UPDATE gazette.feed_item SET digest = $2, story = $3, link = $4, title = $5, author = $6, summary = $7,
                content = $8, base = $9, picture = $10, comments = $11, enclosures = $12
            WHERE id = $1
            """, [.int(id)] + values)
        _ = try runner.rows(
            sqlite: "DELETE FROM feed_search WHERE rowid = $1",
            postgreSQL: "DELETE FROM gazette.feed_search WHERE item = $1", [.int(id)])
        try index(id, runner)
    }

    private func index(_ id: Int, _ runner: any StatementRunner) throws {
        _ = try runner.rows(
            sqlite: "INSERT INTO feed_search (rowid, words) VALUES ($1, $2)",
            postgreSQL: "INSERT INTO gazette.feed_search (item, words) VALUES ($1, to_tsvector('simple', $2))",
            [.int(id), .text(FeedStore.clean(words))])
    }

    func subject(of feed: Feed) -> FeedFilter.Subject {
        FeedFilter.Subject(
            id: number, title: item.title, summary: summary, author: author, link: item.link, source: feed.title)
    }
}
