extension FeedDocument {
    /// JSON Feed 1.1.
    var jsonFeed: JSONText {
        .object([
            ("version", .string("https://jsonfeed.org/version/1.1")), ("title", .string(site.title)),
            ("home_page_url", .string(home)), ("feed_url", .string(address)), ("description", .string(site.about)),
            ("icon", .string(icon)), ("favicon", .string(icon)), ("language", .string(site.language)),
            ("authors", .array([.object([("name", .string(site.title)), ("url", .string(home))])])),
            ("items", .array(articles.map(item))),
        ])
    }

    private func item(_ article: FeedArticle) -> JSONText {
        .object([
            ("id", .string(article.tag)), ("url", .string(address(of: article))), ("title", .string(article.title)),
            ("summary", .string(article.teaser)), ("content_html", .string(article.html(origin: origin))),
            ("image", .string(origin + article.picturePath)),
            ("date_published", .string(ISODate.text(of: article.date))), ("tags", .strings(article.categories)),
        ])
    }
}
