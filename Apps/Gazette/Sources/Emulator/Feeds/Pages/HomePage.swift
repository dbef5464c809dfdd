import Foundation

/// The home page of a site, which links to its feed and its articles.
struct HomePage {
    private let site: FeedSite
    private let articles: [FeedArticle]
    private let origin: String

    init(_ site: FeedSite, at date: Date, origin: String) {
        self.site = site
        self.origin = origin
        articles = site.articles(at: date)
    }

    var html: String {
        let items = articles.map { article in
            "<li><a href=\"\(article.path)\">\(XMLText.escaped(article.title))</a> "
                + "<time datetime=\"\(ISODate.text(of: article.date))\">\(ISODate.text(of: article.date).prefix(10))</time>"
                + "<p>\(XMLText.escaped(article.teaser))</p></li>\n"
        }
        return """
            <!DOCTYPE html>
            <html lang="\(site.language)"\(site.isRightToLeft ? " dir=\"rtl\"" : "")>
            <head><meta charset="utf-8"><title>\(XMLText.escaped(site.title))</title>
            \(Self.link(site))<link rel="icon" type="image/png" href="\(site.path)/icon.png">
            <meta name="description" content="\(XMLText.escaped(site.about))">
            </head>
            <body>
            <header><h1>\(XMLText.escaped(site.title))</h1><p>\(XMLText.escaped(site.about))</p></header>
            <main><ol>
            \(items.joined())</ol></main>
            <footer><a href="/feeds/">All sites</a></footer>
            </body>
            </html>

            """
    }

    /// Returns the link of a page to the feed of a site.
    static func link(_ site: FeedSite) -> String {
        let type =
            switch site.format {
            case .rss091, .rss092, .rdf, .rss, .rssTeasers, .podcast: "application/rss+xml"
            case .atom03, .atomXHTML, .atom: "application/atom+xml"
            case .json: "application/feed+json"
            }
        return "<link rel=\"alternate\" type=\"\(type)\" title=\"\(XMLText.escaped(site.title))\" "
            + "href=\"\(site.feedPath)\">\n"
    }
}
