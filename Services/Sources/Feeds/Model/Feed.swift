public import Foundation

/// A feed: what it is about, and its items.
public struct Feed: Sendable, Hashable, Codable {
    /// The format that a feed is written in.
    public enum Format: String, Sendable, Hashable, Codable, CaseIterable {
        /// RSS 0.91 to 2.0.
        case rss
        /// RSS 0.9 and 1.0, which are RDF.
        case rdf
        /// Atom 1.0 and 0.3.
        case atom
        /// JSON Feed 1 and 1.1.
        case json
    }

    /// A day of the week.
    public enum Weekday: String, Sendable, Hashable, Codable, CaseIterable {
        /// Monday.
        case monday
        /// Tuesday.
        case tuesday
        /// Wednesday.
        case wednesday
        /// Thursday.
        case thursday
        /// Friday.
        case friday
        /// Saturday.
        case saturday
        /// Sunday.
        case sunday
    }

    /// The format of the document.
    public var format: Format
    /// The title as plain text; `nil` if missing.
    public var title: String?
    /// The address of the page that the feed belongs to; `nil` if missing.
    public var homePage: URL?
    /// The address that the feed names as its own; `nil` if it names none.
    public var address: URL?
    /// The description as plain text; `nil` if missing.
    public var description: String?
    /// The address of a small, square picture; `nil` if missing.
    public var icon: URL?
    /// The address of a large picture; `nil` if missing.
    public var picture: URL?
    /// The language, such as `en-us`, as the feed names it; `nil` if missing.
    public var language: String?
    /// The authors of the feed, which are those of items without any.
    public var authors: [FeedAuthor] = []
    /// The date of the last change; `nil` if missing.
    public var updated: Date?
    /// The address of the next page of older items (RFC 5005); `nil` for none.
    public var nextPage: URL?
    /// The address of the hub that reports changes (WebSub); `nil` for none.
    public var hub: URL?
    /// The number of minutes for which the feed need not be fetched again; `nil` if missing.
    public var ttlMinutes: Int?
    /// The hours of the day in UTC, from 0 to 23, in which the feed does not change.
    public var skippedHours: [Int] = []
    /// The days in UTC on which the feed does not change.
    public var skippedDays: [Weekday] = []
    /// Whether the document breaks off. An item that is not complete is left out.
    public var isTruncated = false
    /// The items in the order of the document, each id once.
    public var items: [FeedItem] = []

    /// Makes a feed without items.
    public init(format: Format) { self.format = format }
}
