import Foundation

/// An article of a site.
struct FeedArticle: Sendable {
    /// Who may read an article.
    enum Access: Sendable { case everybody, subscribers, members }

    let site: FeedSite
    let number: Int
    private let story: FeedStory

    /// Makes an article; `nil` if the number is negative or the site has no stories.
    init?(site: FeedSite, number: Int) {
        guard number >= 0, let file = site.stories, let story = FeedStories.story(number, of: file) else { return nil }
        self.site = site
        self.number = number
        self.story = story
    }

    var title: String { site.isNumbered ? "\(story.title) · \(number + 1)" : story.title }
    var teaser: String { story.teaser }
    var categories: [String] { story.categories }
    var date: Date { site.date(of: number) }
    var picturePath: String { "/feeds/pictures/\(story.picture).jpg" }

    /// Who may read it: one site has articles for subscribers, and a folder that `robots.txt` excludes.
    var access: Access {
        guard site.name == "type-case" else { return .everybody }
        if number % 4 == 3 { return .subscribers }
        return number % 8 == 5 ? .members : .everybody
    }

    /// The path of the page.
    var path: String { "\(site.path)/\(access == .members ? "members" : "articles")/\(number)" }

    /// An identity that is no address.
    var tag: String { "tag:gazette.example,2026:\(site.name)/\(number)" }

    // MARK: - The text in HTML

    /// The text in well-formed HTML.
    ///
    /// - Parameters:
    ///   - origin: The origin of absolute addresses; `nil` for addresses relative to the home page.
    func html(origin: String?) -> String {
        let picture = origin.map { "\($0)\(picturePath)" } ?? "..\(picturePath.dropFirst("/feeds".count))"
        var parts = ["<p>\(XMLText.escaped(teaser))</p>"]
        parts.append("<p><img src=\"\(XMLText.escaped(picture))\" alt=\"\" width=\"640\" height=\"360\" /></p>")
        parts += blocks
        if number > 0, let earlier = FeedArticle(site: site, number: number - 1) {
            let address = origin.map { "\($0)\(earlier.path)" } ?? String(earlier.path.dropFirst(site.path.count + 1))
            parts.append(
                "<p>Earlier: <a href=\"\(XMLText.escaped(address))\">\(XMLText.escaped(earlier.title))</a></p>")
        }
        return parts.joined(separator: "\n")
    }

    /// The paragraphs after the first sentences.
    var blocks: [String] {
        story.body.map { text in
            let text = text.replacingOccurrences(of: "& ", with: "&amp; ")
            if text.hasPrefix("> ") { return "<blockquote><p>\(text.dropFirst(2))</p></blockquote>" }
            if text.hasPrefix("## ") { return "<h2>\(text.dropFirst(3))</h2>" }
            if text.hasPrefix("- ") {
                let lines = text.split(separator: "\n").map { "<li>\($0.dropFirst(2))</li>" }
                return "<ul>\(lines.joined())</ul>"
            }
            return "<p>\(text)</p>"
        }
    }
}
