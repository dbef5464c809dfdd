public import Foundation
import FreshetCore

extension HackerNewsSearch {
    /// One page of hits.
    public struct HitPage: Decodable, Hashable, Sendable {
        public let hits: [Hit]
        /// How many hits there are in all.
        public let totalHits: Int
        /// Counts from 0.
        public let page: Int
        /// The pages that can be asked for.
        public let pageCount: Int
        /// How long the search took.
        public let processingMilliseconds: Int?
        /// How many hits could not be read.
        public let unreadableCount: Int

        private enum CodingKeys: String, CodingKey {
            case hits, page
            case totalHits = "nbHits"
            case pageCount = "nbPages"
            case processingMilliseconds = "processingTimeMS"
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let received = try container.decode(LossyArray<Hit>.self, forKey: .hits)
            hits = received.elements
            unreadableCount = received.skippedCount
            totalHits = container.lenient(Int.self, .totalHits) ?? received.count
            page = container.lenient(Int.self, .page) ?? 0
            pageCount = container.lenient(Int.self, .pageCount) ?? 1
            processingMilliseconds = container.lenient(Int.self, .processingMilliseconds)
        }

        /// The page behind this one; `nil` when it is the last.
        public var nextPage: Int? { page + 1 < pageCount ? page + 1 : nil }
    }

    /// A story or comment that was found.
    public struct Hit: Decodable, Identifiable, Hashable, Sendable {
        /// The number of the item.
        public let id: Int
        public let createdAt: Date?
        public let author: String?
        public let title: String?
        public let url: String?
        public let points: Int?
        public let commentCount: Int?
        public let storyText: String?
        public let commentText: String?
        public let storyID: Int?
        public let storyTitle: String?
        public let parentID: Int?
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

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard let id = Int(try container.decode(String.self, forKey: .id)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .id, in: container, debugDescription: "It is not the number of an item.")
            }
            self.id = id
            createdAt = container.lenient(Double.self, .created).map(Date.init(timeIntervalSince1970:))
            author = container.lenientText(.author)
            title = container.lenientText(.title)
            url = container.lenientText(.url)
            points = container.lenient(Int.self, .points)
            commentCount = container.lenient(Int.self, .commentCount)
            storyText = container.lenientText(.storyText)
            commentText = container.lenientText(.commentText)
            storyID = container.lenient(Int.self, .storyID)
            storyTitle = container.lenientText(.storyTitle)
            parentID = container.lenient(Int.self, .parentID)
            tags = container.lenientList(String.self, .tags)
        }

        public var isComment: Bool { tags.contains("comment") }

        /// The title as plain text: a comment's is that of its story.
        public var headline: String {
            PlainText.text(of: title) ?? PlainText.text(of: storyTitle) ?? "Untitled"
        }

        /// What was written, as plain text in one line.
        public var excerpt: String? { PlainText.text(of: commentText ?? storyText) }

        public var link: URL? { WebLink.url(url) }
    }

    /// An item with everything below it.
    public struct Tree: Decodable, Identifiable, Hashable, Sendable {
        public let id: Int
        public let type: String?
        public let createdAt: Date?
        public let author: String?
        public let title: String?
        public let url: String?
        public let text: String?
        public let points: Int?
        public let parentID: Int?
        public let children: [Tree]

        private enum CodingKeys: String, CodingKey {
            case id, type, author, title, url, text, points, children
            case created = "created_at_i"
            case parentID = "parent_id"
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            type = container.lenientText(.type)
            createdAt = container.lenient(Double.self, .created).map(Date.init(timeIntervalSince1970:))
            author = container.lenientText(.author)
            title = container.lenientText(.title)
            url = container.lenientText(.url)
            text = container.lenientText(.text)
            points = container.lenient(Int.self, .points)
            parentID = container.lenient(Int.self, .parentID)
            children = container.lenientList(Tree.self, .children)
        }

        /// The text in paragraphs; empty when it was taken away.
        public var paragraphs: [HackerNews.Paragraph] { HackerNews.Paragraph.paragraphs(of: text) }

        /// How many comments there are below, those that were taken away left out.
        public var commentCount: Int { children.reduce(0) { $0 + $1.commentCount + ($1.author == nil ? 0 : 1) } }
    }

    /// What the search knows of a user.
    public struct Profile: Decodable, Identifiable, Hashable, Sendable {
        /// The name.
        public let id: String
        public let karma: Int
        public let about: String?

        private enum CodingKeys: String, CodingKey {
            case id = "username"
            case karma, about
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            karma = container.lenient(Int.self, .karma) ?? 0
            about = container.lenientText(.about)
        }
    }
}
