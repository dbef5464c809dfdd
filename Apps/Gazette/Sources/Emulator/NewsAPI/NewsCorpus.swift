import Foundation

/// The articles and sources of the emulated news service, the same on every machine for the same day.
struct NewsCorpus: Sendable {
    /// An outlet in the index.
    struct Source: Decodable, Sendable {
        let id: String
        let name: String
        let description: String
        let url: String
        let category: String
        let language: String
        let country: String

        var host: String { url.split(separator: "/").last.map(String.init) ?? url }
    }

    /// An outlet outside the index.
    struct Outlet: Decodable, Sendable {
        let name: String
        let host: String
        let language: String
        let country: String
        let category: String?
    }

    /// A story, or a template for several stories.
    ///
    /// A template has variants: each gives words for the placeholders in braces, such as `{city}`, and makes one story.
    struct Story: Decodable, Sendable {
        var language: String
        var country: String
        var category: String
        /// The stored picture of its topic.
        var picture: String
        var title: String
        var author: String?
        var description: String
        var body: String
        var variants: [[String: String]]?

        /// The stories that the template makes.
        var stories: [Story] {
            guard let variants else { return [self] }
            return variants.map { words in
                var story = self
                story.country = words["country"] ?? country
                story.picture = words["picture"] ?? picture
                story.author = words["author"] ?? author
                story.title = Self.filled(title, words)
                story.description = Self.filled(description, words)
                story.body = Self.filled(body, words)
                story.variants = nil
                return story
            }
        }

        private static func filled(_ frame: String, _ words: [String: String]) -> String {
            var result = ""
            var rest = frame[...]
            while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
                result += rest[..<open]
                result += words[String(rest[open..<close].dropFirst())] ?? String(rest[open...close])
                rest = rest[close...].dropFirst()
            }
            return result + rest
        }
    }

    let sources: [Source]
    /// All articles, newest first.
    let articles: [NewsArticle]

    /// Makes the corpus of a day.
    ///
    /// - Parameter startOfDay: The start of today; articles are dated back from it, over 30 days.
    init(startOfDay: Date) {
        sources = Self.sources
        let oldest = 29.5 * 86_400
        articles = Self.drafts.enumerated().map { index, draft in
            // Recent days have more articles than earlier ones.
            let age = pow(Double(index + 1) / Double(Self.drafts.count), 1.4) * oldest
            return draft.article(publishedAt: startOfDay.addingTimeInterval(-age.rounded()))
        }
    }

    /// The stories with their outlets, in an order that mixes subjects and countries.
    private static let drafts: [NewsDraft] = {
        var generator = SeededGenerator("the order of the news")
        let stories = ["stories-en", "stories-en-life", "stories-world"]
            .flatMap { Corpus.read([Story].self, "NewsAPI", $0) }.flatMap(\.stories)
        let outlets = Corpus.read([Outlet].self, "NewsAPI", "outlets")
        var candidates: [[String]: NewsDraft.Candidates] = [:]
        return stories.shuffled(using: &generator).map { story in
            let kind = [story.language, story.country, story.category]
            let ofKind = candidates[kind] ?? NewsDraft.Candidates(for: story, sources: sources, outlets: outlets)
            candidates[kind] = ofKind
            return NewsDraft(story, ofKind)
        }
    }()

    private static let sources = Corpus.read([Source].self, "NewsAPI", "sources")
}
