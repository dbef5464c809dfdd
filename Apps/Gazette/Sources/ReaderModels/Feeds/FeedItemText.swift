public import Foundation

/// An item of a feed with its text, as a screen shows it.
public struct FeedItemText: Sendable {
    /// What lists show of it.
    public let item: ListedItem
    /// The text as clean HTML; `nil` if reading it took too long.
    public let html: String?
    /// The text in blocks.
    public let prose: Prose
    /// Whether the text is that of the page, and not that of the feed.
    public let isFull: Bool
    /// Why the text is missing or is not complete.
    public var notice: String?
    /// Why the text in blocks, which has no pictures, is missing or is not complete.
    public var proseNotice: String? { notice ?? (prose.blocks.isEmpty ? FeedTexts.noText : nil) }
    /// The page with comments.
    public let comments: URL?
    /// The addresses of the files that belong to the item.
    public let enclosures: [StoredEnclosure]

    /// Reads the text of an item.
    ///
    /// - Parameters:
    ///   - html: The text as clean HTML; `nil` if reading it took too long.
    ///   - article: The text of the page, if it was requested.
    public init(_ full: FullItem, html: String?, _ article: KeptArticle? = nil) {
        item = full.item
        comments = full.comments
        enclosures = full.enclosures
        isFull = article?.html != nil
        self.html = html
        var prose = Prose(cleanHTML: html ?? "")
        // The text of a page often begins with its title.
        prose.removeTitle(full.item.title)
        self.prose = prose
        notice = article?.problem ?? (html == nil ? FeedTexts.tooSlow : html == "" ? FeedTexts.noText : nil)
    }

    /// The source, the author, the date and the time that reading takes.
    public func facts(now: Date) -> String {
        let minutes = prose.readingMinutes.map { "\($0) min to read" }
        let age = RelativeTime.text(from: item.date, to: now)
        return [item.source, item.shownAuthor.map { "by \($0)" }, DateText.day(item.date), age, minutes]
            .compactMap(\.self).joined(separator: " · ")
    }

    /// The addresses of files and comments, each with a name.
    public var addresses: [(name: String, address: URL)] {
        enclosures.map { ($0.name, $0.url) } + (comments.map { [(Words.comments, $0)] } ?? [])
    }
}

extension StoredEnclosure {
    /// The kind of the file, for people.
    fileprivate var name: String {
        switch type?.split(separator: "/").first {
        case "audio": "Sound"
        case "video": "Video"
        case "image": "Picture"
        default: "File"
        }
    }
}
