public import Foundation

/// The texts that the screens of feeds share.
public enum FeedTexts {
    /// The title of the list of all feeds.
    public static let allFeeds = "All feeds"
    /// The text for an item that was removed.
    public static let absent = "This item is no longer stored."
    /// The text for an item without content.
    public static let noText = "The feed has no text for this item."
    /// The text for an item whose text is too large, or nested too deep, to be read in time.
    public static let tooSlow = "This text takes too long to read. Open it on the site."
    /// The text for an item without a link.
    public static let noPage = "This item has no page."
    /// The text while feeds can't be read.
    public static let unreadable = "Your feeds can't be read at the moment because the database is unavailable."
    /// The text if an item can't be read.
    public static let unreadableItem = "This item can't be read at the moment because the database is unavailable."
    /// The text for a reader without feeds.
    public static let noFeeds = "You have no feeds."
    /// The name of an item's text in its feed.
    public static let feedText = "Text of the feed"
    /// The name of the text of an item's page.
    public static let fullText = "Full text"

    /// Returns the text after a feed was added.
    public static func added(_ feed: FeedSubscription) -> String { "Added: \(feed.title), \(feed.unread) unread." }

    /// Returns the text after entries of a list of feeds were left out, since they have no address; `nil` for none.
    public static func withoutAddress(_ titles: [String]) -> String? {
        guard !titles.isEmpty else { return nil }
        let rest = titles.count > titlesLimit ? " and \(titles.count - titlesLimit) more" : ""
        return
            "The list has no address for \(titles.prefix(titlesLimit).map { "“\($0.prefix(80))”" }.joined(separator: ", "))\(rest)."
    }

    private static let titlesLimit = 5

    /// Returns the text of a list without items.
    public static func empty(_ query: ItemQuery) -> String {
        if let words = query.words { return "No item contains “\(words)”." }
        return switch query.selection {
        case .unread: "You have read everything."
        case .all: "There are no items yet."
        case .fresh: "There are no new items since your last visit."
        }
    }
}

extension ItemQuery.Selection {
    /// The name for people.
    public var title: String {
        switch self {
        case .unread: "Unread"
        case .all: "All"
        case .fresh: "Since your last visit"
        }
    }
}

extension ListedItem {
    /// The author; `nil` if unknown, or named as the feed is.
    public var shownAuthor: String? { author == source ? nil : author }

    /// The source, the age and the state.
    public func facts(now: Date) -> String {
        let parts: [String?] = [
            isHighlighted ? "highlighted" : nil, source, RelativeTime.text(from: date, to: now),
            isUnread ? "unread" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }
}

/// An error of the storage of feeds.
public struct FeedStorageError: LocalizedError, CustomStringConvertible {
    /// The message shown to the user.
    public let errorDescription: String?
    /// The reason, for developers.
    public let description: String

    init(_ sentence: String, _ reason: any Error) {
        errorDescription = sentence
        description = String(describing: reason)
    }
}
