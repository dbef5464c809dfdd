public import Foundation
import Freshet
import FreshetLenientJSON

extension HackerNewsSearch {
    /// A page of hits.
    public struct HitPage: Decodable, Hashable, Sendable {
        /// The hits of the page.
        public let hits: [Hit]
        /// The total number of hits.
        public let totalHits: Int
        /// The number of the page, counted from 0.
        public let page: Int
        /// The number of available pages.
        public let pageCount: Int
        /// The duration of the search in milliseconds; `nil` if missing.
        public let processingMilliseconds: Int?
        /// The number of hits that couldn't be decoded.
        public let unreadableCount: Int

        private enum CodingKeys: String, CodingKey {
            case hits, page
            case totalHits = "nbHits"
            case pageCount = "nbPages"
            case processingMilliseconds = "processingTimeMS"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let received = try container.decode(LossyArray<Hit>.self, forKey: .hits)
            hits = received.elements
            unreadableCount = received.skippedCount
            totalHits = container.decodeLeniently(Int.self, forKey: .totalHits) ?? received.count
            page = container.decodeLeniently(Int.self, forKey: .page) ?? 0
            pageCount = container.decodeLeniently(Int.self, forKey: .pageCount) ?? 1
            processingMilliseconds = container.decodeLeniently(Int.self, forKey: .processingMilliseconds)
        }

        /// The number of the next page; `nil` after the last page and after a page without hits.
        public var nextPage: Int? {
            let isEmpty = hits.isEmpty && unreadableCount == 0
            return !isEmpty && page < pageCount && page + 1 < pageCount ? page + 1 : nil
        }
    }

    /// A story or comment that was found.
    public struct Hit: Decodable, Identifiable, Hashable, Sendable {
        /// The id of the item.
        public let id: Int
        /// The date of creation; `nil` if missing.
        public let createdAt: Date?
        /// The author; `nil` if missing.
        public let author: String?
        /// The title; `nil` if missing.
        public let title: String?
        /// The address as sent by the service; `nil` if missing.
        public let url: String?
        /// The number of points; `nil` if missing.
        public let points: Int?
        /// The number of comments; `nil` if missing.
        public let commentCount: Int?
        /// The text of the story, in HTML; `nil` if missing.
        public let storyText: String?
        /// The text of the comment, in HTML; `nil` if missing.
        public let commentText: String?
        /// The id of the story; `nil` if missing.
        public let storyID: Int?
        /// The title of the story; `nil` if missing.
        public let storyTitle: String?
        /// The id of the parent; `nil` if missing.
        public let parentID: Int?
        /// The tags, such as `story` and `author_jl`.
        public let tags: [String]

        private enum CodingKeys: String, CodingKey {
            case author, title, url, points
            case id = "objectID"
            case created = "created_at_i"
            case commentCount = "num_comments"
            case storyText = "story_text"
            case commentText = "comment_text"
            case storyID = "story_id"
            case storyTitle = "story_title"
            case parentID = "parent_id"
            case tags = "_tags"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard let id = Int(try container.decode(String.self, forKey: .id)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .id, in: container, debugDescription: "It isn't an item's number.")
            }
            self.id = id
            createdAt = container.decodeUnixTime(forKey: .created)
            author = container.decodeText(forKey: .author)
            title = container.decodeText(forKey: .title)
            url = container.decodeText(forKey: .url)
            points = container.decodeLeniently(Int.self, forKey: .points)
            commentCount = container.decodeLeniently(Int.self, forKey: .commentCount)
            storyText = container.decodeText(forKey: .storyText)
            commentText = container.decodeText(forKey: .commentText)
            storyID = container.decodeLeniently(Int.self, forKey: .storyID)
            storyTitle = container.decodeText(forKey: .storyTitle)
            parentID = container.decodeLeniently(Int.self, forKey: .parentID)
            tags = container.decodeList(of: String.self, forKey: .tags)
        }

        /// Whether the hit is a comment.
        public var isComment: Bool { tags.contains("comment") }

        /// The title as plain text or, for a comment, the title of its story.
        public var headline: String {
            PlainText.text(fromHTML: title) ?? PlainText.text(fromHTML: storyTitle) ?? "Untitled"
        }

        /// The text of the story or comment, as one line of plain text.
        public var excerpt: String? { PlainText.text(fromHTML: commentText ?? storyText) }

        /// The link; `nil` if missing.
        public var link: URL? { WebLink.url(from: url) }
    }

    /// An item with all comments below it.
    public struct Tree: Decodable, Identifiable, Hashable, Sendable {
        /// The id.
        public let id: Int
        /// The type; `nil` if missing.
        public let type: String?
        /// The date of creation; `nil` if missing.
        public let createdAt: Date?
        /// The author; `nil` if missing.
        public let author: String?
        /// The title; `nil` if missing.
        public let title: String?
        /// The address as sent by the service; `nil` if missing.
        public let url: String?
        /// The text; `nil` if missing.
        public let text: String?
        /// The number of points; `nil` if missing.
        public let points: Int?
        /// The id of the parent; `nil` if missing.
        public let parentID: Int?
        /// The direct replies.
        public let children: [Tree]

        private enum CodingKeys: String, CodingKey {
            case id, type, author, title, url, text, points, children
            case created = "created_at_i"
            case parentID = "parent_id"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            type = container.decodeText(forKey: .type)
            createdAt = container.decodeUnixTime(forKey: .created)
            author = container.decodeText(forKey: .author)
            title = container.decodeText(forKey: .title)
            url = container.decodeText(forKey: .url)
            text = container.decodeText(forKey: .text)
            points = container.decodeLeniently(Int.self, forKey: .points)
            parentID = container.decodeLeniently(Int.self, forKey: .parentID)
            children = container.decodeList(of: Tree.self, forKey: .children)
        }

        /// The text in paragraphs; empty if it was removed.
        public var paragraphs: [HackerNews.Paragraph] { HackerNews.Paragraph.paragraphs(of: text) }

        /// The number of comments below the item, without removed ones.
        public var commentCount: Int { children.reduce(0) { $0 + $1.commentCount + ($1.author == nil ? 0 : 1) } }
    }

    /// A user, as known to the search service.
    public struct Profile: Decodable, Identifiable, Hashable, Sendable {
        /// The name.
        public let id: String
        /// The karma.
        public let karma: Int
        /// The description of the user; `nil` if missing.
        public let about: String?

        private enum CodingKeys: String, CodingKey {
            case id = "username"
            case karma, about
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            karma = container.decodeLeniently(Int.self, forKey: .karma) ?? 0
            about = container.decodeText(forKey: .about)
        }
    }
}
