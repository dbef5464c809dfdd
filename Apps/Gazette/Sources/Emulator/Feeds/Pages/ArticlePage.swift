import Foundation

/// The page of an article, with what surrounds the text on real pages: menus, other articles, forms, counters.
struct ArticlePage {
    private let article: FeedArticle
    private let origin: String

    init(_ article: FeedArticle, origin: String) {
        self.article = article
        self.origin = origin
    }

    private var site: FeedSite { article.site }

    var html: String {
        let title = XMLText.escaped(article.title)
        return """
            <!DOCTYPE html>
            <html lang="\(site.language)"\(site.isRightToLeft ? " dir=\"rtl\"" : "")>
            <head><meta charset="utf-8"><title>\(title) | \(XMLText.escaped(site.title))</title>
            \(HomePage.link(site))<link rel="icon" type="image/png" href="\(site.path)/icon.png">
            <link rel="canonical" href="\(XMLText.escaped(origin + article.path))">
            <meta property="og:title" content="\(title)">
            <meta property="og:image" content="\(XMLText.escaped(origin + article.picturePath))">
            <meta name="description" content="\(XMLText.escaped(article.teaser))">
            \(structuredData)<script src="/feeds/site.js" async></script>
            </head>
            <body>
            <div class="cookie-banner" role="dialog"><p>This site would like to store something about you, for you, on
            your own computer, for longer than you will own it.</p><button>Accept</button></div>
            <header class="site-header"><a href="\(site.path)/">\(XMLText.escaped(site.title))</a>
            <nav><ul><li><a href="\(site.path)/">Home</a></li><li><a href="/feeds/">All sites</a></li>
            <li><a href="\(site.feedPath)">Feed</a></li></ul></nav></header>
            <div class="columns">
            <main><article>
            <h1>\(title)</h1>
            <p class="byline">\(XMLText.escaped(site.title)), <time datetime="\(ISODate.text(of: article.date))">\
            \(ISODate.text(of: article.date).prefix(10))</time></p>
            \(text)
            <div class="share social"><a href="mailto:?subject=\(site.path)">Send by mail</a></div>
            </article></main>
            <aside class="sidebar"><h2>More of \(XMLText.escaped(site.title))</h2><ul>
            \(others)</ul>
            <div class="ad">Advertisement: a chair that is also a ladder. Read on, it says, from higher up.</div></aside>
            </div>
            <section id="comments" class="comments"><h2>Comments</h2>
            <p>Thank you for this text, which I have read twice, once in a train and once at home, with the map beside
            it, and which agrees with what I have seen.</p></section>
            <form class="newsletter"><label>Mail <input type="email" name="mail"></label><button>Subscribe</button></form>
            <footer><p>\(XMLText.escaped(site.title)) is a site of the emulator. All rights to the weather reserved.</p></footer>
            <img src="/feeds/pixel.gif?page=\(site.name)/\(article.number)" width="1" height="1" alt="">
            </body>
            </html>

            """
    }

    /// The text, of which only the beginning is on the page of an article for subscribers.
    private var text: String {
        let teaser = "<p>\(XMLText.escaped(article.teaser))</p>\n"
        guard article.access != .subscribers else {
            return teaser + "<div class=\"paywall\"><p>This article is for subscribers.</p></div>"
        }
        return teaser + """
            <figure><img class="lazy" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" loading="lazy" \
            data-src="\(article.picturePath)" width="640" height="360" alt="">\
            <noscript><img src="\(article.picturePath)" alt=""></noscript></figure>

            """ + article.blocks.joined(separator: "\n")
    }

    /// What search engines read: see [subscriptions](https://schema.org/isAccessibleForFree).
    private var structuredData: String {
        guard article.access == .subscribers else { return "" }
        let data = JSONText.object([
            ("@context", .string("https://schema.org")), ("@type", .string("NewsArticle")),
            ("headline", .string(article.title)), ("isAccessibleForFree", .bool(false)),
            (
                "hasPart",
                .object([
                    ("@type", .string("WebPageElement")), ("isAccessibleForFree", .bool(false)),
                    ("cssSelector", .string(".paywall")),
                ])
            ),
        ])
        return
            "<script type=\"application/ld+json\">\(data.text.replacingOccurrences(of: "<", with: "\\u003C"))</script>\n"
    }

    private var others: String {
        let numbers = [1, 2, 3].map { article.number - $0 }
        return numbers.compactMap { FeedArticle(site: site, number: $0) }.map { other in
            "<li><a href=\"\(other.path)\">\(XMLText.escaped(other.title))</a></li>\n"
        }.joined()
    }

    /// The script of all pages, which loads pictures late.
    static let script = """
        document.addEventListener("DOMContentLoaded", () => {
          for (const picture of document.querySelectorAll("img.lazy")) picture.src = picture.dataset.src;
        });

        """
}
