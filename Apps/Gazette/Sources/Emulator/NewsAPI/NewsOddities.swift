import Foundation

/// Irregularities of real articles, about as frequent as in reality, chosen by a seed from the title.
struct NewsOddities: Sendable {
    private let seed: String
    private let story: NewsCorpus.Story
    private let sourceID: String?
    private let sourceName: String

    init(story: NewsCorpus.Story, sourceID: String?, sourceName: String) {
        seed = story.title
        self.story = story
        self.sourceID = sourceID
        self.sourceName = sourceName
    }

    private func chance(_ what: String) -> Double {
        var generator = SeededGenerator("\(what) of \(seed)")
        return generator.unit()
    }

    /// Whether only the title is sent, as for sources that aggregate the articles of others.
    private var isTitleOnly: Bool { sourceID?.contains("digest") == true }

    /// Whether the publisher has withdrawn the article.
    var isRemoved: Bool { chance("removal") < 0.02 }

    var author: String? {
        guard let name = story.author else { return nil }
        let slug = Self.hyphenated(name)
        switch chance("author") {
        case ..<0.08: return nil
        case ..<0.11: return ""
        case ..<0.14: return "https://www.social.example/\(slug)"
        case ..<0.16: return "@\(slug.replacingOccurrences(of: "-", with: "_"))"
        case ..<0.20: return "By <a href=\"/profiles/\(slug)\">\(name)</a>, <a href=\"/profiles/newsroom\">Newsroom</a>"
        default: return name
        }
    }

    var title: String? {
        switch chance("title") {
        case ..<0.005: nil
        case ..<0.85: "\(story.title) - \(sourceName)"
        default: story.title
        }
    }

    var description: String? {
        guard !isTitleOnly else { return nil }
        let text = story.description
        switch chance("description") {
        case ..<0.03: return nil
        case ..<0.05: return ""
        case ..<0.08: return "<p>\(text)</p>"
        case ..<0.11:
            return text.replacingOccurrences(of: "'", with: "&#39;").replacingOccurrences(of: " & ", with: " &amp; ")
        case ..<0.14:
            let words = text.split(separator: " ", omittingEmptySubsequences: false)
            let half = words.count / 2
            return words[..<half].joined(separator: " ") + "\r\n" + words[half...].joined(separator: " ")
        case ..<0.20: return "\(text.prefix(90))…"
        default: return text
        }
    }

    /// At most 200 characters of the text, and the number of characters that were cut off.
    var content: String? {
        guard !isTitleOnly, chance("video") >= 0.05 else { return nil }
        let body = story.body
        let missing = max(0, body.count - 200) + Int(chance("length") * 6000)
        return "\(body.prefix(200))… [+\(missing) chars]"
    }

    func picture(slug: String) -> String? {
        guard !isTitleOnly else { return nil }
        let base = "\(PictureRoutes.origin)/news/\(story.picture)/\(slug)"
        switch chance("picture") {
        case ..<0.06: return nil
        case ..<0.08: return ""
        case ..<0.12: return "\(base).jpg".replacingOccurrences(of: "https:", with: "http:")
        case ..<0.14: return "/images/\(slug).jpg"
        case ..<0.17: return "\(base).jpg?caption=at a glance|wide"
        // A few topics have a GIF.
        case ..<0.25 where PictureFile.named("scenes/\(story.picture).gif") != nil: return "\(base).gif"
        default: return "\(base).jpg"
        }
    }

    func text(of date: Date) -> String {
        let text = ISODate.text(of: date)
        switch chance("date") {
        case ..<0.05: return "\(text.dropLast()).0000000Z"
        case ..<0.08: return "\(text.dropLast())+00:00"
        default: return text
        }
    }

    var slug: String {
        let slug = Self.hyphenated(story.title)
        let mark = String(SeededGenerator(seed).peek % 100_000)
        return slug.isEmpty ? "story-\(mark)" : "\(slug.prefix(60))-\(mark)"
    }

    /// Returns the words of a text joined by hyphens, for addresses.
    private static func hyphenated(_ text: String) -> String {
        SearchableText.folded(text).filter { $0.isASCII }.split(separator: " ").joined(separator: "-")
    }
}

extension SeededGenerator {
    /// The next number, without advancing the generator.
    fileprivate var peek: UInt64 {
        var copy = self
        return copy.next()
    }
}
