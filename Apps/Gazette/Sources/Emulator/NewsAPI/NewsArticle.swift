import Foundation

/// An article as the news service sends it, with the data that searches use.
struct NewsArticle: Sendable {
    let sourceID: String?
    let sourceName: String
    let host: String
    let language: String
    let country: String
    let category: String
    let author: String?
    let title: String?
    let description: String?
    let url: String
    let urlToImage: String?
    let publishedAt: Date
    let publishedText: String
    let content: String?
    let popularity: Double
    let isRemoved: Bool
    let titleText: SearchableText
    let descriptionText: SearchableText
    let contentText: SearchableText

    var json: JSONText {
        .object([
            ("source", .object([("id", .optional(sourceID)), ("name", .string(sourceName))])),
            ("author", .optional(author)), ("title", .optional(title)), ("description", .optional(description)),
            ("url", .string(url)), ("urlToImage", .optional(urlToImage)), ("publishedAt", .string(publishedText)),
            ("content", .optional(content)),
        ])
    }
}

extension NewsArticle {
    /// Makes the article that replaces one withdrawn by its publisher.
    static func removed(language: String, country: String, date: Date) -> NewsArticle {
        NewsArticle(
            sourceID: nil, sourceName: "[Removed]", host: "removed.com", language: language, country: country,
            category: "general", author: nil, title: "[Removed]", description: "[Removed]", url: "https://removed.com",
            urlToImage: nil, publishedAt: date, publishedText: "1970-01-01T00:00:00Z", content: "[Removed]",
            popularity: 0, isRemoved: true, titleText: SearchableText([]), descriptionText: SearchableText([]),
            contentText: SearchableText([]))
    }
}
