package import Foundation
import FreshetLenientJSON
import PostgreSQL
package import ReaderModels
package import ReaderStorage

extension FeedStore {
    // MARK: - Lists

    /// Returns the items of a list, the newest first.
    ///
    /// An item that several feeds of the reader have is in lists of several feeds once.
    ///
    /// - Parameters:
    ///   - since: The time of the visit before this one; `nil` for none.
    ///   - subscriptions: The feeds of the reader.
    package func items(
        _ query: ItemQuery, of visitor: Visitor, since: Date?, _ subscriptions: [FeedSubscription]
    ) async throws -> [ListedItem] {
        let list = ItemList(query, visitor, since, subscriptions)
        guard !list.isEmpty else { return [] }
        let titles = Dictionary(subscriptions.map { ($0.id, $0.title) }) { first, _ in first }
        // Read before the items: what is written meanwhile is in both.
        let unwritten = UnwrittenReads(unwritten(visitor))
        let filters = try await filters(of: visitor).filter { $0.action == .highlight }
        let items = try await database.transaction { runner in
            try list.rows(runner).compactMap { row -> ListedItem? in
                guard var item = Self.item(row, titles, since) else { return nil }
                item.isHighlighted = filters.contains { $0.matches(FeedFilter.Subject(item)) }
                return item
            }
        }
        return unwritten.applied(to: items, subscriptions)
    }

    private static func item(
        _ row: any StatementRow, _ titles: [Int: String], _ since: Date?
    ) -> ListedItem? {
        guard let id = row.int("id"), let feed = row.int("feed") else { return nil }
        let summary = row.text("summary")
        let arrived = row.double("arrived") ?? 0
        return ListedItem(
            id: id, feed: feed, source: titles[feed] ?? "", title: row.text("title") ?? untitled(summary),
            link: row.text("link").flatMap(WebLink.url), author: row.text("author"), summary: summary,
            picture: row.text("picture").flatMap(WebLink.url), date: ItemNumber.date(of: id),
            isUnread: row.int("is_unread") == 1, isFresh: since.map { arrived > $0.timeIntervalSince1970 } ?? false)
    }

    private static func untitled(_ summary: String?) -> String {
        guard let summary, !summary.isEmpty else { return "Untitled" }
        return summary.count > 80 ? summary.prefix(79) + "…" : summary
    }

    // MARK: - One item

    /// Returns an item of a feed that a reader has, or that they have saved; `nil` if there is none.
    package func item(
        _ id: Int, of visitor: Visitor, since: Date?, _ subscriptions: [FeedSubscription]
    ) async throws -> FullItem? {
        let titles = Dictionary(subscriptions.map { ($0.id, $0.title) }) { first, _ in first }
        let wanting = Set(subscriptions.filter(\.wantsText).map(\.id))
        let unwritten = UnwrittenReads(unwritten(visitor))
        return try await database.transaction { runner in
            let rows = try runner.rows(
                """
                SELECT i.id, i.feed, i.title, i.link, i.author, i.summary, i.picture, i.arrived,
                    CASE WHEN u.item IS NULL THEN 0 ELSE 1 END AS is_unread, i.content, i.base, i.comments, i.enclosures,
                    f.title AS feed_title
                FROM gazette.feed_item i JOIN gazette.feed f ON f.id = i.feed
                    LEFT JOIN gazette.unread u ON u.visitor = $1 AND u.item = i.id
                WHERE i.id = $2 AND (
                    EXISTS (SELECT 1 FROM gazette.subscription s WHERE s.visitor = $1 AND s.feed = i.feed)
                    OR EXISTS (SELECT 1 FROM gazette.saved k WHERE k.visitor = $1 AND k.entry = 'feeds:' || i.id))
                """, [.bytes(visitor.id), .int(id)])
            guard let row = rows.first else { return nil }
            let known = titles.merging([row.int("feed") ?? 0: row.text("feed_title") ?? ""]) { own, _ in own }
            guard let item = Self.item(row, known, since) else { return nil }
            let enclosures = row.text("enclosures").flatMap {
                try? JSONDecoder().decode([StoredEnclosure].self, from: Data($0.utf8))
            }
            return FullItem(
                item: unwritten.applied(to: [item], subscriptions)[0], content: row.text("content"),
                base: row.text("base").flatMap(WebLink.url) ?? item.link,
                comments: row.text("comments").flatMap(WebLink.url), enclosures: enclosures ?? [],
                wantsText: wanting.contains(item.feed))
        }
    }

    /// Returns the items around one in a list: the newer one, and the older one.
    package func neighbours(
        of item: Int, in query: ItemQuery, of visitor: Visitor, since: Date?, _ subscriptions: [FeedSubscription]
    ) async throws -> (newer: OpenItem.Neighbour?, older: OpenItem.Neighbour?) {
        var query = query
        (query.before, query.limit) = (item, 1)
        let older = try await items(query, of: visitor, since: since, subscriptions).first
        return (try await newer(than: item, query, visitor), older.map { .init(id: $0.id, title: $0.title) })
    }

    private func newer(than item: Int, _ query: ItemQuery, _ visitor: Visitor) async throws -> OpenItem.Neighbour? {
        let folder = if case .folder(let name) = query.scope { name } else { "" }
        let feed = if case .feed(let id) = query.scope { id } else { 0 }
        let values: [PostgreSQLValue] = [.bytes(visitor.id), .int(item), .text(folder), .int(feed)]
        return try await database.transaction { runner in
            if query.selection == .unread {
                return try runner.rows(
                    """
                    SELECT i.id, i.title, i.summary
                    FROM gazette.unread u JOIN gazette.feed_item i ON i.id = u.item
                    WHERE u.visitor = $1 AND u.item > $2
                        AND (CAST($3 AS text) = '' OR u.feed IN
                            (SELECT feed FROM gazette.subscription WHERE visitor = $1 AND folder = $3))
                        AND (CAST($4 AS bigint) = 0 OR u.feed = $4)
                    ORDER BY u.item LIMIT 1
                    """, values
                ).first.flatMap(Self.neighbour)
            }
            try ItemList.keepOrder(runner)
            return try runner.rows(
                """
                SELECT i.id, i.title, i.summary FROM gazette.feed_item i CROSS JOIN gazette.subscription s
                WHERE s.visitor = $1 AND s.feed = i.feed AND i.id > $2
                    AND (CAST($3 AS text) = '' OR s.folder = $3) AND (CAST($4 AS bigint) = 0 OR s.feed = $4)
                    AND NOT EXISTS (SELECT 1 FROM gazette.hidden h WHERE h.visitor = s.visitor AND h.item = i.id)
                ORDER BY i.id LIMIT 1
                """, values
            ).first.flatMap(Self.neighbour)
        }
    }

    private static func neighbour(_ row: any StatementRow) -> OpenItem.Neighbour? {
        row.int("id").map { .init(id: $0, title: row.text("title") ?? untitled(row.text("summary"))) }
    }

    // MARK: - Marks

    /// Makes a change of what a reader whose marks are stored elsewhere has read.
    package func mark(_ change: Marks.Change, of visitor: Visitor) async throws {
        try await database.transaction { runner in _ = try UnreadTable.write(change, of: visitor, runner) }
    }

    /// Replaces the saved items of a reader whose marks are stored elsewhere.
    ///
    /// A saved item stays stored although its feed has newer ones, or was removed.
    package func replaceSaved(_ items: Set<Int>, of visitor: Visitor, now: Date) async throws {
        try await database.transaction { runner in
            let owner = PostgreSQLValue.bytes(visitor.id)
            let rows = try runner.rows("SELECT entry FROM gazette.saved WHERE visitor = $1", [owner])
            let known = rows.compactMap { $0.text("entry").flatMap(Entry.Key.init) }.filter { $0.section == .feeds }
            for key in known where Int(key.id).map(items.contains) != true {
                try runner.run(
                    "DELETE FROM gazette.saved WHERE visitor = $1 AND entry = $2", [owner, .text(key.description)])
            }
            for item in items.subtracting(known.compactMap { Int($0.id) }) {
                let id = String(item)
                try runner.run(
                    """
                    INSERT INTO gazette.saved (visitor, entry, title, path, date)
                    SELECT v.id, $3, coalesce(i.title, ''), $4, $5
                    FROM gazette.visitor v CROSS JOIN gazette.feed_item i WHERE v.id = $1 AND i.id = $2
                    """,
                    [
                        owner, .int(item), .text(Entry.Key(.feeds, id).description),
                        .text(PageAddress.link(["feeds", "item", id])), .double(now.timeIntervalSince1970),
                    ])
            }
        }
    }
}

extension FeedFilter.Subject {
    package init(_ item: ListedItem) {
        self.init(
            id: item.id, title: item.title, summary: item.summary, author: item.author, link: item.link,
            source: item.source)
    }
}
