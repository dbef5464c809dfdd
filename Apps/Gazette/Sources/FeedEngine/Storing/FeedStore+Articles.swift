package import Foundation
import FreshetLenientJSON
import PostgreSQL
package import ReaderModels
import ReaderStorage

extension FeedStore {
    /// How much of full texts and of their pictures is stored; the oldest texts are removed first.
    private static let articleLimit = 5000
    private static let pictureByteLimit = 64 << 20

    /// Returns the stored text of a page; `nil` if there is none.
    package func article(at url: URL) async throws -> KeptArticle? {
        let address = url.absoluteString
        return try await database.transaction { runner in
            try runner.rows(
                "SELECT title, html, picture, problem, fetched FROM gazette.article WHERE id = $1 AND address = $2",
                [.int(ItemNumber.number(ofAddress: address)), .text(address)]
            ).first.map { row in
                KeptArticle(
                    address: url, title: row.text("title"), html: row.text("html"),
                    picture: row.text("picture").flatMap(WebLink.url),
                    problem: row.text("problem"), fetched: Date(timeIntervalSince1970: row.double("fetched") ?? 0))
            }
        }
    }

    /// Stores the text of a page, without pictures.
    package func keep(_ article: KeptArticle) async throws {
        let address = article.address.absoluteString
        try await database.transaction { runner in
            let id = PostgreSQLValue.int(ItemNumber.number(ofAddress: address))
            try runner.run("DELETE FROM gazette.article WHERE id = $1", [id])
            try runner.run(
                """
                INSERT INTO gazette.article (id, address, title, html, picture, problem, fetched)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                """,
                [
                    id, .text(address), .text(article.title.map(Self.clean)), .text(article.html.map(Self.clean)),
                    .text(article.picture?.absoluteString), .text(article.problem),
                    .double(article.fetched.timeIntervalSince1970),
                ])
            try runner.run(
                """
                DELETE FROM gazette.article WHERE fetched <= coalesce(
                    (SELECT fetched FROM gazette.article ORDER BY fetched DESC LIMIT 1 OFFSET $1), 0)
                """, [.int(Self.articleLimit)])
        }
    }

    /// Stores a picture of a text, and removes the oldest texts where there is no room.
    package func keep(_ picture: Data, at url: URL, of page: URL) async throws {
        try await database.transaction { runner in
            let size =
                try runner.rows("SELECT coalesce(sum(length(bytes)), 0) AS size FROM gazette.article_picture", [])
                .first?.int("size")
            var room = Self.pictureByteLimit - (size ?? 0) - picture.count
            let article = ItemNumber.number(ofAddress: page.absoluteString)
            while room < 0 {
                let oldest = try runner.rows(
                    """
                    SELECT a.id, sum(length(p.bytes)) AS size FROM gazette.article a
                        JOIN gazette.article_picture p ON p.article = a.id
                    WHERE a.id <> $1 GROUP BY a.id, a.fetched ORDER BY a.fetched LIMIT 1
                    """, [.int(article)]
                ).first
                guard let id = oldest?.int("id") else { return }
                try runner.run("DELETE FROM gazette.article WHERE id = $1", [.int(id)])
                room += oldest?.int("size") ?? 0
            }
            try runner.run(
                """
                INSERT INTO gazette.article_picture (id, article, bytes)
                SELECT $1, id, $3 FROM gazette.article WHERE id = $2 ON CONFLICT DO NOTHING
                """,
                [.int(ItemNumber.number(ofAddress: url.absoluteString)), .int(article), .bytes(picture)])
        }
    }

    /// Returns the stored picture of a text, or the stored icon, at an address; `nil` if there is none.
    package func picture(at url: URL) async throws -> Data? {
        let address = url.absoluteString
        return try await database.transaction { runner in
            try runner.rows(
                """
                SELECT bytes FROM gazette.article_picture WHERE id = $1
                UNION ALL SELECT bytes FROM gazette.feed_icon WHERE address = $2 AND bytes IS NOT NULL LIMIT 1
                """, [.int(ItemNumber.number(ofAddress: address)), .text(address)]
            ).first?.bytes("bytes")
        }
    }
}
