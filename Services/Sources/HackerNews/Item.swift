public import Foundation
public import Freshet
import FreshetLenientJSON

extension HackerNews {
    /// A story, comment, job, poll or poll option.
    ///
    /// All fields except ``id`` may be missing: deleted items have lost nearly all of them, and
    /// dead items have lost their text. A field that is missing, is null or has another type is
    /// `nil` or an empty list.
    public struct Item: Decodable, Identifiable, Hashable, Sendable {
        /// The kind of an item.
        public enum Kind: Hashable, Sendable {
            /// A story, including “Ask HN” and “Show HN”.
            case story
            /// A comment. ``Item/parent`` is the item to which it replies.
            case comment
            /// A job advertisement.
            case job
            /// A poll. ``Item/parts`` are its options.
            case poll
            /// A poll option. ``Item/poll`` is the poll.
            case pollOption
            /// A kind that this version doesn't know, with the service's name for it.
            case other(String)

            init(_ name: String) {
                self =
                    switch name {
                    case "story": .story
                    case "comment": .comment
                    case "job": .job
                    case "poll": .poll
                    case "pollopt": .pollOption
                    default: .other(name)
                    }
            }
        }

        /// The id of the item.
        public let id: Int
        /// The kind of the item.
        public let kind: Kind
        /// The name of the user; missing on deleted items.
        public let by: String?
        /// The time of creation; `nil` if missing.
        public let time: Date?
        /// The title as sent by the service, with HTML entities.
        public let title: String?
        /// The text as sent by the service, in its subset of HTML. ``paragraphs`` parses it.
        public let text: String?
        /// The address as sent by the service. Use ``link`` to open it.
        public let url: String?
        /// The number of points; `nil` if missing.
        public let score: Int?
        /// The number of comments on a story or poll, at all depths.
        public let descendants: Int?
        /// The ids of the direct replies, best first.
        public let kids: [Int]
        /// The id of the item to which a comment replies.
        public let parent: Int?
        /// The id of the poll to which an option belongs.
        public let poll: Int?
        /// The ids of a poll's options, in order.
        public let parts: [Int]
        /// Whether the author deleted it.
        public let isDeleted: Bool
        /// Whether moderators or votes removed it.
        public let isDead: Bool

        private enum CodingKeys: String, CodingKey {
            case id, type, by, time, title, text, url, score, descendants, kids, parent, poll, parts, deleted, dead
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            kind = Kind(container.decodeLeniently(String.self, forKey: .type) ?? "")
            by = container.decodeText(forKey: .by)
            time = container.decodeUnixTime(forKey: .time)
            title = container.decodeText(forKey: .title)
            text = container.decodeText(forKey: .text)
            url = container.decodeText(forKey: .url)
            score = container.decodeLeniently(Int.self, forKey: .score)
            descendants = container.decodeLeniently(Int.self, forKey: .descendants)
            kids = container.decodeList(of: Int.self, forKey: .kids)
            parent = container.decodeLeniently(Int.self, forKey: .parent)
            poll = container.decodeLeniently(Int.self, forKey: .poll)
            parts = container.decodeList(of: Int.self, forKey: .parts)
            isDeleted = container.decodeLeniently(Bool.self, forKey: .deleted) ?? false
            isDead = container.decodeLeniently(Bool.self, forKey: .dead) ?? false
        }
    }
}

// MARK: - Fast decoding

extension HackerNews.Item: JSONReadable {
    /// Reads the value.
    ///
    /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
    public init(json: JSONValue) throws {
        let fields = try json.object()
        id = try fields.read("id")
        kind = Kind(fields.readLeniently("type") ?? "")
        by = fields.readText("by")
        time = fields.readUnixTime("time")
        title = fields.readText("title")
        text = fields.readText("text")
        url = fields.readText("url")
        score = fields.readLeniently("score")
        descendants = fields.readLeniently("descendants")
        kids = fields.readList("kids")
        parent = fields.readLeniently("parent")
        poll = fields.readLeniently("poll")
        parts = fields.readList("parts")
        isDeleted = fields.readLeniently("deleted") ?? false
        isDead = fields.readLeniently("dead") ?? false
    }
}

// MARK: - For people

extension HackerNews.Item {
    /// The title as plain text.
    public var headline: String {
        if let text = PlainText.text(fromHTML: title) { return text }
        return isDeleted ? "[deleted]" : isDead ? "[dead]" : "Untitled"
    }

    /// The page to which the item links; `nil` for questions and texts, and for addresses that a
    /// browser must not open.
    public var link: URL? { WebLink.url(from: url) }

    /// The host of the ``link``, without `www.`.
    public var host: String? {
        link?.host().map { $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0 }
    }

    /// The item's page on Hacker News.
    public var page: URL? { WebLink.url(from: "https://news.ycombinator.com/item?id=\(id)") }

    /// The text in paragraphs; empty if there is none.
    public var paragraphs: [HackerNews.Paragraph] { HackerNews.Paragraph.paragraphs(of: text) }

    /// Whether the item has a title or a text and wasn't removed.
    public var isPresent: Bool { !isDeleted && !isDead && (title != nil || text != nil) }
}
