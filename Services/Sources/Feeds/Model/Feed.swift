public import Foundation

/// A feed with its items.
public struct Feed: Sendable, Hashable, Codable {
    /// The format of a feed document.
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
    /// The address of the page to which the feed belongs; `nil` if missing.
    public var homePage: URL?
    /// The feed's own address, as declared in the document; `nil` if missing.
    public var address: URL?
    /// The description as plain text; `nil` if missing.
    public var description: String?
    /// The address of a small, square image; `nil` if missing.
    public var icon: URL?
    /// The address of a large image; `nil` if missing.
    public var picture: URL?
    /// The language as declared by the feed, such as `en-us`; `nil` if missing.
    public var language: String?
    /// The authors of the feed. Items without authors inherit them.
    public var authors: [FeedAuthor] = []
    /// The date of the last change; `nil` if missing.
    public var updated: Date?
    /// The address of the next page, with older items (RFC 5005); `nil` if there is none.
    public var nextPage: URL?
    /// The address of the hub that reports changes (WebSub); `nil` if there is none.
    public var hub: URL?
    /// The number of minutes after which the feed should be fetched again; `nil` if missing.
    public var ttlMinutes: Int?
    /// The hours of the day in UTC, from 0 to 23, during which the feed doesn't change.
    public var skippedHours: [Int] = []
    /// The days of the week in UTC on which the feed doesn't change.
    public var skippedDays: [Weekday] = []
    /// Whether the document is truncated. An incomplete item is left out.
    public var isTruncated = false
    /// The items in document order, without duplicate ids.
    public var items: [FeedItem] = []

    /// Makes a feed without items.
    public init(format: Format) { self.format = format }
}
