public import Foundation
import FreshetLenientJSON
public import HackerNews
public import NewsAPI

/// An article, a story or a hit of a search as a row of a list: what a page, a terminal and a feed show of it.
///
/// Whether it was read or saved is known by its ``section`` and ``id``.
public struct NewsRow: Hashable, Sendable {
    /// The section that it belongs to: ``ReaderSection/news`` or ``ReaderSection/hn``.
    public let section: ReaderSection
    /// The id at the service.
    public let id: String
    /// The headline.
    public let title: String
    /// The address at which it was published, as the service has it.
    public let link: URL?
    /// Its page at the service; `nil` for an article, which has none.
    public let page: URL?
    /// The publisher of an article, or the author of a story.
    public let source: String?
    /// The date of publication.
    public let date: Date?
    /// The beginning of an article, or the text of a comment that a search has found.
    public let summary: String?
    /// The address of its picture.
    public let picture: URL?
    /// The points of a story.
    public let points: Int?
    /// The number of comments on a story.
    public let comments: Int?

    /// Makes the row of an article.
    public init(_ article: NewsAPI.Article) {
        self.init(
            .news, article.id, article.headline, article.link, page: nil, source: article.source.name,
            date: article.publishedAt, summary: article.summary, picture: article.picture)
    }

    /// Makes the row of a story or a comment.
    public init(_ item: HackerNews.Item) {
        let title = item.title == nil ? item.paragraphs.first?.text ?? item.headline : item.headline
        self.init(
            .hn, String(item.id), title, item.link, page: item.page, source: item.by, date: item.time,
            points: item.score, comments: item.descendants)
    }

    /// Makes the row of a hit.
    public init(_ hit: HackerNewsSearch.Hit) {
        self.init(
            .hn, String(hit.id), hit.headline, hit.link,
            page: WebLink.url(from: "https://news.ycombinator.com/item?id=\(hit.id)"), source: hit.author,
            date: hit.createdAt, summary: hit.isComment ? hit.excerpt : nil, points: hit.points,
            comments: hit.commentCount)
    }

    private init(
        _ section: ReaderSection, _ id: String, _ title: String, _ link: URL?, page: URL?, source: String?,
        date: Date?, summary: String? = nil, picture: URL? = nil, points: Int? = nil, comments: Int? = nil
    ) {
        self.section = section
        self.id = id
        self.title = title
        self.link = link
        self.page = page
        self.source = source
        self.date = date
        self.summary = summary
        self.picture = picture
        self.points = points
        self.comments = comments
    }

    /// The link without tracking parameters.
    public var readingLink: URL? { link.map(OutsideLink.plain) }

    /// The address to open in a browser: the link, or else the page at the service.
    public var address: String? { (readingLink ?? page)?.absoluteString }

    /// The text below the title: "12 points · by jl · 5 min · 3 comments", or "The Times · 2 h".
    public func facts(now: Date) -> String {
        [
            points.map(CountText.points), source.map { section == .hn ? "by \($0)" : $0 },
            date.map { RelativeTime.text(from: $0, to: now) }, comments.map(CountText.comments),
        ].compactMap(\.self).joined(separator: " · ")
    }
}
