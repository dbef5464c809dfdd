import Foundation
import HackerNews
import LivePages
import NewsAPI
import ReaderModels
import ReaderStorage

/// A ``NewsRow`` as templates show it: as a card, a brief or a dense row.
struct RowContext: EntryRow {
    let title: String
    let href: String
    let isOutside: Bool
    /// The publisher of an article, or the host of a story's link.
    let source: String?
    let time: TimeContext?
    let summary: String?
    var picture: String?
    var points: String?
    var by: String?
    var byHref: String?
    var discussion: String?
    var comments: String?
    var mark: MarkContext?

    /// Makes the row of an article.
    ///
    /// - Parameters:
    ///   - path: The path of the article's view in Gazette, or of its list.
    ///   - isOutside: Whether it links to the original, if there is one.
    init(_ article: NewsAPI.Article, path: String, isOutside: Bool = false, _ pictures: PictureLinks, now: Date) {
        let row = NewsRow(article)
        title = row.title
        self.isOutside = isOutside && row.link != nil
        href = isOutside ? row.address ?? path : path
        source = row.source
        time = row.date.map { TimeContext($0, now: now, daysAfter: 2) }
        summary = row.summary
        picture = pictures.link(row.picture)
        mark = MarkContext(Entry(row, path: path))
    }

    /// Makes the row of a story, a comment or a hit.
    init(_ row: NewsRow, now: Date) {
        let path = "/hn/item/\(row.id)"
        title = row.title
        href = row.readingLink?.absoluteString ?? path
        isOutside = row.link != nil
        source = row.link.flatMap(HostText.of)
        time = row.date.map { TimeContext($0, now: now) }
        summary = row.summary
        points = row.points.map(CountText.points)
        by = row.source
        byHref = row.source.map { PageAddress.link(["hn", "user", $0]) }
        discussion = path
        comments = row.comments.map(CountText.comments)
        mark = MarkContext(Entry(row, path: path))
    }
}
