public import Foundation
import FreshetCore
public import FreshetJSON
import FreshetLenientJSON

extension HackerNews {
    /// A story, comment, job, poll or one option of a poll.
    ///
    /// Everything but ``id`` may be missing: deleted items have lost nearly all, dead ones their text. What is missing,
    /// null or of another type reads as `nil`, or as an empty list.
    public struct Item: Decodable, Identifiable, Hashable, Sendable {
        /// What an item is.
        public enum Kind: Hashable, Sendable {
            case story, comment, job, poll, pollOption
            /// A kind that this version does not know, as the service named it.
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

        public let id: Int
        public let kind: Kind
        /// The name of the user; missing on deleted items.
        public let by: String?
        public let time: Date?
        /// The title as the service wrote it, with entities.
        public let title: String?
        /// The text as the service wrote it, in its subset of HTML; ``paragraphs`` reads it.
        public let text: String?
        /// The address as the service wrote it; ``link`` is what may be opened.
        public let url: String?
        public let score: Int?
        /// How many comments there are below a story or poll, at all depths.
        public let descendants: Int?
        /// The ids of the comments right below, best first.
        public let kids: [Int]
        /// What a comment answers.
        public let parent: Int?
        /// The poll of an option.
        public let poll: Int?
        /// The ids of a poll's options, in their order.
        public let parts: [Int]
        public let isDeleted: Bool
        /// Whether moderators or votes took it away.
        public let isDead: Bool

        private enum CodingKeys: String, CodingKey {
            case id, type, by, time, title, text, url, score, descendants, kids, parent, poll, parts, deleted, dead
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            kind = Kind(container.decodeLeniently(String.self, forKey: .type) ?? "")
            by = container.decodeText(forKey: .by)
            time = container.decodeLeniently(Date.self, forKey: .time)
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

// MARK: - The fast way

extension HackerNews.Item: JSONReadable {
    public init(json: JSONValue) throws {
        let fields = try json.object()
        id = try fields.read("id")
        kind = Kind(fields.readLeniently("type") ?? "")
        by = fields.readText("by")
        time = fields.readLeniently("time")
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

    /// What the item is about elsewhere; `nil` for questions and texts, and for what no browser may open.
    public var link: URL? { WebLink.url(from: url) }

    /// The host of the ``link``, without `www.`.
    public var host: String? {
        link?.host().map { $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0 }
    }

    /// The page of the item on the site itself.
    public var page: URL? { URL(string: "https://news.ycombinator.com/item?id=\(id)") }

    /// The text in paragraphs; empty when there is none.
    public var paragraphs: [HackerNews.Paragraph] { HackerNews.Paragraph.paragraphs(of: text) }

    /// Whether there is something to show: a title or a text that was not taken away.
    public var isPresent: Bool { !isDeleted && !isDead && (title != nil || text != nil) }
}
