/// A story that the emulated sites publish: texts with gaps, and the words that fill them.
struct FeedStory: Decodable, Sendable {
    let title: String
    /// The first sentences, as plain text.
    let teaser: String
    /// The paragraphs in HTML. Those with `> ` are quotations, those with `## ` are headings, those with `- ` are lists.
    let body: [String]
    /// The name of a scene, see ``PictureFile``.
    let picture: String
    let categories: [String]
    let variants: [[String: String]]

    /// Returns the story in one of its variants, with the gaps filled.
    func filled(variant: Int, number: Int) -> FeedStory {
        var words = variants.isEmpty ? [:] : variants[variant % variants.count]
        words["episode"] = String(number + 1)
        func fill(_ text: String) -> String {
            var parts = text.split(separator: "{", omittingEmptySubsequences: false).map(String.init)
            for index in parts.indices.dropFirst() {
                let gap = parts[index].prefix { $0 != "}" }
                guard let word = words[String(gap)] else {
                    parts[index] = "{" + parts[index]
                    continue
                }
                parts[index] = word + parts[index].dropFirst(gap.count + 1)
            }
            return parts.joined()
        }
        return FeedStory(
            title: fill(title), teaser: fill(teaser), body: body.map(fill), picture: picture, categories: categories,
            variants: [])
    }
}

/// The stories of all sites.
enum FeedStories {
    /// Returns the story with a number. They start again when all variants have appeared.
    static func story(_ number: Int, of file: String) -> FeedStory? {
        guard let stories = files[file], let round = rounds[file], !round.isEmpty else { return nil }
        let (story, variant) = round[number % round.count]
        return stories[story].filled(variant: variant, number: number)
    }

    private static let files: [String: [FeedStory]] = Dictionary(
        uniqueKeysWithValues: FeedSite.storyFiles.map { ($0, Corpus.read([FeedStory].self, "Feeds", $0)) })

    /// Each story in each of its variants: the first variant of all stories, then the second.
    private static let rounds: [String: [(story: Int, variant: Int)]] = files.mapValues { stories in
        let count = stories.map(\.variants.count).max() ?? 0
        return (0..<count).flatMap { variant in
            stories.indices.filter { variant < stories[$0].variants.count }.map { (story: $0, variant: variant) }
        }
    }
}
