import Foundation
import FreshetLenientJSON
import PostgreSQL
import ReaderStorage

extension FeedStore {
    /// The feed of an icon that is to be fetched.
    struct WantedIcon: Sendable {
        let feed: Int
        let address: URL
    }

    /// The greatest size of an icon in bytes; a greater one is left out.
    private static let iconByteLimit = 64 << 10
    /// How long an icon is kept before it is fetched again, and how long one that could not be fetched is left out, in
    /// seconds.
    private static let iconLifetime = 30 * 24 * 3600.0

    /// Returns icons that are to be fetched: the one that the feed names, or else the usual one of its site.
    func wantedIcons(upTo count: Int, now: Date) async throws -> [WantedIcon] {
        let rows = try await database.transaction { runner in
            try runner.rows(
                """
                SELECT f.id, f.icon, f.home FROM gazette.feed f LEFT JOIN gazette.feed_icon i ON i.feed = f.id
                WHERE coalesce(f.icon, f.home) IS NOT NULL AND coalesce(i.fetched, 0) < $1 ORDER BY f.id LIMIT $2
                """, [.double(now.timeIntervalSince1970 - Self.iconLifetime), .int(count)]
            ).map { (feed: $0.int("id") ?? 0, icon: $0.text("icon"), home: $0.text("home")) }
        }
        return rows.compactMap { row in
            let usual = row.home.flatMap(WebLink.url).flatMap { WebLink.url(from: "/favicon.ico", relativeTo: $0) }
            return (row.icon.flatMap(WebLink.url) ?? usual).map { WantedIcon(feed: row.feed, address: $0) }
        }
    }

    /// Stores an icon.
    ///
    /// - Parameter bytes: The bytes of the picture; `nil` if it can't be fetched, so that the one of this address stays.
    func keep(_ bytes: Data?, for icon: WantedIcon, now: Date) async throws {
        let bytes = bytes.flatMap { $0.count <= Self.iconByteLimit ? $0 : nil }
        try await database.transaction { runner in
            try runner.run(
                """
                INSERT INTO gazette.feed_icon AS known (feed, address, bytes, fetched)
                SELECT id, $2, $3, $4 FROM gazette.feed WHERE id = $1
                ON CONFLICT (feed) DO UPDATE SET address = excluded.address, fetched = excluded.fetched,
                    bytes = CASE WHEN excluded.bytes IS NULL AND known.address = excluded.address THEN known.bytes
                        ELSE excluded.bytes END
                """,
                [
                    .int(icon.feed), .text(icon.address.absoluteString), bytes.map { .bytes($0) } ?? .null,
                    .double(now.timeIntervalSince1970),
                ])
        }
    }
}
