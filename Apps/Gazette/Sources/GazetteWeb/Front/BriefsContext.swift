import Foundation
import Freshet
import HackerNews
import NewsAPI
import ReaderModels
import TMDb
import TheMealDB

/// A headline with a line of facts.
struct Brief: EntryRow {
    let title: String
    let href: String
    let isOutside: Bool
    var source: String?
    var time: TimeContext?
    var points: String?
    var discussion: String?
    var comments: String?
    var picture: String?
    var summary: String?
    var mark: MarkContext?

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
        picture = pictures.link(row.picture)
        summary = row.summary
        mark = MarkContext(Entry(row, path: path))
    }

    init(_ row: StoryRows.Row) {
        title = row.title
        href = row.href
        isOutside = row.isOutside
        source = row.host
        points = row.points
        time = row.time
        discussion = row.discussion
        comments = row.comments
        mark = row.mark
    }
}

/// Headlines below a head, after an optional lead story with its picture and text.
struct BriefsContext: TemplateContext {
    static let template = "briefs"

    let head: GroupHead
    var lead: Brief?
    var briefs: [Brief]
    var showsFailure: Bool { head.failure != nil }

    mutating func mark(_ marks: Marks) {
        lead?.mark?.show(marks)
        briefs.mark(marks)
    }
}

/// Movies or meals below a head, as a row of pictures that scrolls sideways.
struct StripContext: TemplateContext {
    static let template = "strip"

    let head: GroupHead
    var movies: MovieRows?
    var meals: MealRows?

    mutating func mark(_ marks: Marks) {
        movies?.mark(marks)
        meals?.mark(marks)
    }
}
