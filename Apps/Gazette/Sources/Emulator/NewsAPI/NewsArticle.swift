import Foundation

/// An article as the news service sends it, and what it is found by.
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

/// A story with its outlet and the oddities that real articles have, before it gets a date.
struct NewsDraft: Sendable {
    private let story: NewsCorpus.Story
    private let sourceID: String?
    private let sourceName: String
    private let host: String
    private let popularity: Double
    private let oddities: NewsOddities
    private let slug: String
    private let titleText: SearchableText
    private let descriptionText: SearchableText
    private let contentText: SearchableText

    /// Chooses an outlet that could have printed the story.
    init(_ story: NewsCorpus.Story, sources: [NewsCorpus.Source], outlets: [NewsCorpus.Outlet]) {
        self.story = story
        var generator = SeededGenerator("outlet of \(story.title)")
        let unlistedShare = story.language == "it" ? 0.95 : story.country == "us" ? 0.55 : 0.45
        let prefersUnlisted = generator.unit() < unlistedShare

        let listed = Self.best(of: sources, for: story, \.language, \.country) { $0.category }
        let unlisted = Self.best(of: outlets, for: story, \.language, \.country) { $0.category }
        if prefersUnlisted || listed.isEmpty, let outlet = unlisted.randomElement(using: &generator) {
            (sourceID, sourceName, host) = (nil, outlet.name, outlet.host)
        } else if let source = listed.randomElement(using: &generator) {
            (sourceID, sourceName, host) = (source.id, source.name, source.host)
        } else {
            (sourceID, sourceName, host) = (nil, "Newswire", "newswire.example")
        }
        var popularity = SeededGenerator("readers of \(sourceName)")
        self.popularity = popularity.unit() * 0.7 + generator.unit() * 0.3
        oddities = NewsOddities(story: story, sourceName: sourceName)
        slug = oddities.slug
        titleText = SearchableText([story.title])
        descriptionText = SearchableText([story.description])
        contentText = SearchableText([story.body])
    }

    /// The outlets of the story's language, its country and subject where there are any.
    private static func best<Outlet>(
        of outlets: [Outlet],
        for story: NewsCorpus.Story,
        _ language: (Outlet) -> String,
        _ country: (Outlet) -> String,
        category: (Outlet) -> String?
    ) -> [Outlet] {
        let sameLanguage = outlets.filter { language($0) == story.language }
        let sameCountry = sameLanguage.filter { country($0) == story.country }
        let base = sameCountry.isEmpty ? sameLanguage : sameCountry
        let sameSubject = base.filter { [story.category, "general", nil].contains(category($0)) }
        return sameSubject.isEmpty ? base : sameSubject
    }

    /// Prints the story on a date.
    func article(publishedAt date: Date) -> NewsArticle {
        guard !oddities.isRemoved else { return .removed(language: story.language, country: story.country, date: date) }
        let day = ISODate.text(of: date).prefix(10).split(separator: "-").joined(separator: "/")
        return NewsArticle(
            sourceID: sourceID, sourceName: sourceName, host: host, language: story.language, country: story.country,
            category: story.category, author: oddities.author, title: oddities.title, description: oddities.description,
            url: "https://\(host)/\(day)/\(slug)", urlToImage: oddities.picture(slug: slug), publishedAt: date,
            publishedText: oddities.text(of: date), content: oddities.content, popularity: popularity, isRemoved: false,
            titleText: titleText, descriptionText: descriptionText, contentText: contentText)
    }
}

extension NewsArticle {
    /// What is left of an article that its publisher has withdrawn.
    fileprivate static func removed(language: String, country: String, date: Date) -> NewsArticle {
        NewsArticle(
            sourceID: nil, sourceName: "[Removed]", host: "removed.com", language: language, country: country,
            category: "general", author: nil, title: "[Removed]", description: "[Removed]", url: "https://removed.com",
            urlToImage: nil, publishedAt: date, publishedText: "1970-01-01T00:00:00Z", content: "[Removed]",
            popularity: 0,
            isRemoved: true, titleText: SearchableText([]), descriptionText: SearchableText([]),
            contentText: SearchableText([]))
    }
}
