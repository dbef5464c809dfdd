public import Foundation

/// A feed that a reader has added.
public struct FeedSubscription: Sendable, Identifiable {
    /// The number of the feed.
    public let id: Int
    /// The address of the feed.
    public let address: String
    /// The title that the reader has chosen, or else that of the feed, or else its host.
    public let title: String
    /// The folder; empty for none.
    public let folder: String
    /// The page of the site.
    public let home: URL?
    /// A small picture of the site.
    public let icon: URL?
    /// The number of items that the reader has not read.
    public let unread: Int
    /// Whether the full text of each new item is fetched.
    public let wantsText: Bool
    /// The last time at which the feed was read; `nil` for never.
    public let checked: Date?
    /// The time of the next attempt.
    public let next: Date
    /// Why the last attempt has failed, as a sentence; `nil` if it has not.
    public let problem: String?
    /// Whether the site has ended the feed.
    public let isEnded: Bool

    /// Makes a value of its parts.
    public init(
        id: Int, address: String, title: String, folder: String, home: URL?, icon: URL?, unread: Int, wantsText: Bool,
        checked: Date?, next: Date, problem: String?, isEnded: Bool
    ) {
        self.id = id
        self.address = address
        self.title = title
        self.folder = folder
        self.home = home
        self.icon = icon
        self.unread = unread
        self.wantsText = wantsText
        self.checked = checked
        self.next = next
        self.problem = problem
        self.isEnded = isEnded
    }
}
