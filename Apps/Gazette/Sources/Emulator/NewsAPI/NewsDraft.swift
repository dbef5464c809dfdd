import Foundation

/// A story with its outlet and the irregularities of real articles, before it gets a date.
struct NewsDraft: Sendable {
    private let story: NewsCorpus.Story
    private let sourceID: String?
    private let sourceName: String
    private let host: String
    private let popularity: Double
    private let oddities: NewsOddities
    private let slug: String
    private let author: String?
    private let title: String?
    private let description: String?
    private let content: String?
    private let picture: String?
    private let titleText: SearchableText
    private let descriptionText: SearchableText
    private let contentText: SearchableText

    /// Chooses one of the outlets that could have printed the story.
    init(_ story: NewsCorpus.Story, _ candidates: Candidates) {
        self.story = story
        var generator = SeededGenerator("outlet of \(story.title)")
        let unlistedShare = story.language == "it" ? 0.95 : story.country == "us" ? 0.55 : 0.45
        let prefersUnlisted = generator.unit() < unlistedShare

        let (listed, unlisted) = (candidates.sources, candidates.outlets)
        if prefersUnlisted || listed.isEmpty, let outlet = unlisted.randomElement(using: &generator) {
            (sourceID, sourceName, host) = (nil, outlet.name, outlet.host)
        } else if let source = listed.randomElement(using: &generator) {
            (sourceID, sourceName, host) = (source.id, source.name, source.host)
        } else {
            (sourceID, sourceName, host) = (nil, "Newswire", "newswire.example")
        }
        var popularity = SeededGenerator("readers of \(sourceName)")
        self.popularity = popularity.unit() * 0.7 + generator.unit() * 0.3
        oddities = NewsOddities(story: story, sourceID: sourceID, sourceName: sourceName)
        slug = oddities.slug
        author = oddities.author
        title = oddities.title
        description = oddities.description
        content = oddities.content
        picture = oddities.picture(slug: slug)
        titleText = SearchableText([title == nil ? nil : story.title])
        descriptionText = SearchableText([description?.isEmpty == false ? story.description : nil])
        contentText = SearchableText([content == nil ? nil : story.body])
    }

    /// The outlets that could have printed a story: those of its language, its country and subject where there are any.
    struct Candidates {
        let sources: [NewsCorpus.Source]
        let outlets: [NewsCorpus.Outlet]

        init(for story: NewsCorpus.Story, sources: [NewsCorpus.Source], outlets: [NewsCorpus.Outlet]) {
            self.sources = Self.best(of: sources, for: story, \.language, \.country) { $0.category }
            self.outlets = Self.best(of: outlets, for: story, \.language, \.country) { $0.category }
        }

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
    }

    /// Returns the story as an article published on a date.
    func article(publishedAt date: Date) -> NewsArticle {
        guard !oddities.isRemoved else { return .removed(language: story.language, country: story.country, date: date) }
        let day = ISODate.text(of: date).prefix(10).split(separator: "-").joined(separator: "/")
        return NewsArticle(
            sourceID: sourceID, sourceName: sourceName, host: host, language: story.language, country: story.country,
            category: story.category, author: author, title: title, description: description,
            url: "https://\(host)/\(day)/\(slug)", urlToImage: picture, publishedAt: date,
            publishedText: oddities.text(of: date), content: content, popularity: popularity, isRemoved: false,
            titleText: titleText, descriptionText: descriptionText, contentText: contentText)
    }
}
