import Foundation

/// A feed as a document of its format.
struct FeedDocument {
    let site: FeedSite
    let articles: [FeedArticle]
    /// The scheme, host and port of all absolute addresses.
    let origin: String

    init(_ site: FeedSite, at date: Date, origin: String) {
        self.site = site
        self.origin = origin
        articles = site.articles(at: date)
    }

    /// The date of the newest article.
    var updated: Date { articles.map(\.date).max() ?? site.date(of: 0) }
    var home: String { "\(origin)\(site.path)/" }
    var address: String { origin + site.feedPath }
    var icon: String { "\(origin)\(site.path)/icon.png" }

    func address(of article: FeedArticle) -> String { origin + article.path }

    /// The media type, which names no charset.
    var type: String {
        switch site.format {
        case .rss091, .rss092: "text/xml"
        case .rdf: "application/rdf+xml"
        case .rss, .rssTeasers, .podcast: "application/rss+xml"
        case .atom03, .atomXHTML, .atom: "application/atom+xml"
        case .json: "application/feed+json"
        }
    }

    /// The document as it is sent.
    var bytes: [UInt8] { site.encoding.bytes(text) }

    /// The document as text.
    var text: String {
        switch site.format {
        case .rss091, .rss092, .rss, .rssTeasers, .podcast: declaration + rss
        case .rdf: declaration + rdf
        case .atom03: declaration + atom03
        case .atomXHTML, .atom: declaration + atom
        case .json: jsonFeed.prettyText
        }
    }

    private var declaration: String { "<?xml version=\"1.0\" encoding=\"\(site.encoding.name)\"?>\n" }
}
