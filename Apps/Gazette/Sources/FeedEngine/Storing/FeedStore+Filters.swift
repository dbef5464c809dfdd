import Foundation
import FreshetLenientJSON
import PostgreSQL
package import ReaderModels
package import ReaderStorage

extension FeedStore {
    /// How many items of a reader's feeds a filter is compared with when it is made; later ones are as they come.
    private static let comparedItems = 5000

    /// Returns the filters of a reader.
    package func filters(of visitor: Visitor) async throws -> [FeedFilter] {
        try await database.transaction { try Self.filters(of: visitor, $0) }
    }

    private static func filters(of visitor: Visitor, _ runner: any StatementRunner) throws -> [FeedFilter] {
        try runner.rows(
            "SELECT id, part, action, words FROM gazette.feed_filter WHERE visitor = $1 ORDER BY words, id",
            [.bytes(visitor.id)]
        ).compactMap { row in
            guard let id = row.int("id"), let part = row.text("part").flatMap(FeedFilter.Part.init),
                let action = row.text("action").flatMap(FeedFilter.Action.init), let words = row.text("words")
            else { return nil }
            return FeedFilter(id: id, part: part, action: action, words: words)
        }
    }

    /// Returns the items that a filter matches among the latest ones, the newest first.
    package func preview(_ filter: FeedFilter, of visitor: Visitor) async throws -> [FeedFilter.Subject] {
        try await database.transaction { runner in
            try Self.latest(of: visitor, runner).filter(filter.matches)
        }
    }

    /// Adds a filter, which acts on the latest items at once.
    ///
    /// - Returns: Whether there is room for it.
    package func add(_ filter: FeedFilter, of visitor: Visitor) async throws -> Bool {
        try await database.transaction { [limits] runner in
            guard try Self.filters(of: visitor, runner).count < limits.filters else { return false }
            let owner = PostgreSQLValue.bytes(visitor.id)
            try runner.run(
                "INSERT INTO gazette.feed_filter (id, visitor, part, action, words) VALUES ($1, $2, $3, $4, $5)",
                [
                    .int(filter.id), owner, .text(filter.part.rawValue), .text(filter.action.rawValue),
                    .text(Self.clean(filter.words)),
                ])
            guard filter.action != .highlight else { return true }
            for subject in try Self.latest(of: visitor, runner) where filter.matches(subject) {
                try Self.apply(filter, to: subject.id, of: visitor, runner)
            }
            try UnreadTable.recount(of: visitor, runner)
            return true
        }
    }

    /// Removes a filter. What it has hidden is shown again, as read.
    package func removeFilter(_ id: Int, of visitor: Visitor) async throws {
        try await database.transaction { runner in
            try runner.run(
                "DELETE FROM gazette.feed_filter WHERE id = $1 AND visitor = $2", [.int(id), .bytes(visitor.id)])
        }
    }

    private static func apply(
        _ filter: FeedFilter, to item: Int, of visitor: Visitor, _ runner: any StatementRunner
    ) throws {
        let key: [PostgreSQLValue] = [.bytes(visitor.id), .int(item)]
        if filter.action == .hide {
            try runner.run(
                """
                INSERT INTO gazette.hidden (visitor, item, filter) VALUES ($1, $2, $3)
                ON CONFLICT (visitor, item) DO NOTHING
                """, key + [.int(filter.id)])
        }
        try runner.run("DELETE FROM gazette.unread WHERE visitor = $1 AND item = $2", key)
    }

    private static func latest(
        of visitor: Visitor, _ runner: any StatementRunner
    ) throws -> [FeedFilter.Subject] {
        try runner.rows(
            """
            SELECT i.id, i.title, i.summary, i.author, i.link, coalesce(s.title, f.title) AS source
            FROM gazette.feed_item i CROSS JOIN gazette.subscription s CROSS JOIN gazette.feed f
            WHERE s.visitor = $1 AND s.feed = i.feed AND f.id = i.feed ORDER BY i.id DESC LIMIT $2
            """, [.bytes(visitor.id), .int(comparedItems)]
        ).compactMap { row in
            row.int("id").map {
                FeedFilter.Subject(
                    id: $0, title: row.text("title"), summary: row.text("summary"), author: row.text("author"),
                    link: row.text("link").flatMap(WebLink.url), source: row.text("source"))
            }
        }
    }

    /// Lets the filters of all readers of a feed act on its new items.
    package static func filter(
        _ subjects: [FeedFilter.Subject], of feed: Int, _ runner: any StatementRunner
    ) throws {
        guard !subjects.isEmpty else { return }
        let rows = try runner.rows(
            """
            SELECT r.visitor, r.id, r.part, r.action, r.words, s.title FROM gazette.feed_filter r
                JOIN gazette.subscription s ON s.visitor = r.visitor
            WHERE s.feed = $1 AND r.action <> 'highlight'
            """, [.int(feed)])
        for row in rows {
            guard let visitor = row.bytes("visitor"), let id = row.int("id"),
                let part = row.text("part").flatMap(FeedFilter.Part.init),
                let action = row.text("action").flatMap(FeedFilter.Action.init), let words = row.text("words"),
                let filter = FeedFilter(id: id, part: part, action: action, words: words)
            else { continue }
            for subject in subjects {
                var subject = subject
                if let title = row.text("title") { subject.source = title }
                if filter.matches(subject) { try apply(filter, to: subject.id, of: Visitor(id: visitor), runner) }
            }
        }
    }
}
