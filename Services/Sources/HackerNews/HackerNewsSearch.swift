public import Foundation
public import Freshet
import FreshetLenientJSON

/// Algolia's search API for Hacker News, version 1.
///
/// ```swift
/// let search = Client(HackerNewsSearch())
/// let page = try await search.value(for: .search(.init("swift concurrency", tags: [.story])))
/// ```
///
/// See [the documentation of the service](https://hn.algolia.com/api).
public struct HackerNewsSearch: Service {
    /// The address of the service.
    public static let defaultBaseURL = "https://hn.algolia.com/api/v1"

    /// The maximum number of hits per page, and of all pages of a search: 1000.
    public static let maximumHits = 1000

    /// The address of the service.
    public let baseURL: String

    /// - Parameter baseURL: The address of the service, or of an emulator or a proxy.
    public init(baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
    }

    /// Returns the service's error from a body, or `nil` if there is none.
    public func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        struct Failure: Decodable {
            let message: String?
            let error: String?
        }
        guard let failure = try? decoder.decode(Failure.self, from: body),
            let message = failure.message ?? failure.error
        else { return nil }
        return ServiceError(code: nil, message: message)
    }
}

// MARK: - What to search

extension HackerNewsSearch {
    /// A search with its words, tags, filters and order.
    public struct Search: Sendable, Hashable {
        /// The order of hits.
        public enum Order: Sendable, Hashable, CaseIterable {
            /// By best match, then by points, then by number of comments.
            case relevance
            /// Newest first.
            case date
        }

        /// The words to search for. If empty, the search finds everything that matches the tags and
        /// filters.
        public var text: String
        /// The order of the hits.
        public var order = Order.relevance
        /// The tags, all of which hits must match.
        public var tags: [Tag]
        /// The numeric filters, all of which hits must match.
        public var filters: [Filter] = []
        /// Whether only the URLs of stories are searched.
        public var searchesAddressesOnly = false

        /// Makes a search.
        public init(_ text: String = "", tags: [Tag] = [], order: Order = .relevance, filters: [Filter] = []) {
            self.text = text
            self.tags = tags
            self.order = order
            self.filters = filters
        }
    }

    /// A condition for the kind, author or story of a hit.
    public struct Tag: Sendable, Hashable {
        let text: String

        /// Matches stories.
        public static let story = Tag(text: "story")
        /// Matches comments.
        public static let comment = Tag(text: "comment")
        /// Matches polls.
        public static let poll = Tag(text: "poll")
        /// Matches options of polls.
        public static let pollOption = Tag(text: "pollopt")
        /// Matches jobs.
        public static let job = Tag(text: "job")
        /// Matches stories of “Show HN”.
        public static let show = Tag(text: "show_hn")
        /// Matches stories of “Ask HN”.
        public static let ask = Tag(text: "ask_hn")
        /// Matches stories that are on the front page.
        public static let frontPage = Tag(text: "front_page")
        /// Matches hits by a user.
        public static func author(_ name: String) -> Tag { Tag(text: "author_\(name)") }
        /// Matches a story and everything below it.
        public static func story(_ id: Int) -> Tag { Tag(text: "story_\(id)") }
        /// Matches hits with one of several tags.
        public static func any(of tags: [Tag]) -> Tag { Tag(text: "(\(tags.map(\.text).joined(separator: ",")))") }
    }

    /// A condition for one of a hit's numbers.
    public struct Filter: Sendable, Hashable {
        /// A number of a hit.
        public enum Field: String, Sendable, Hashable {
            /// The time of creation, in seconds since 1970.
            case created = "created_at_i"
            /// The points of a hit.
            case points
            /// The number of comments on a story or poll.
            case comments = "num_comments"
        }

        /// A comparison of a number.
        public enum Comparison: String, Sendable, Hashable {
            /// The number of the hit is less than the given one.
            case less = "<"
            /// The number of the hit is less than or equal to the given one.
            case atMost = "<="
            /// The number of the hit is equal to the given one.
            case equal = "="
            /// The number of the hit is greater than or equal to the given one.
            case atLeast = ">="
            /// The number of the hit is greater than the given one.
            case more = ">"
        }

        let text: String

        /// Makes a condition that compares a hit's number with another number.
        public init(_ field: Field, _ comparison: Comparison, _ number: Int) {
            text = "\(field.rawValue)\(comparison.rawValue)\(number)"
        }

        /// Matches hits written at or after a date.
        public static func since(_ date: Date) -> Filter {
            Filter(.created, .atLeast, Int(clamping: date.timeIntervalSince1970.rounded()))
        }
    }
}

// MARK: - Requests

extension Request where API == HackerNewsSearch, Value == HackerNewsSearch.HitPage {
    /// Searches stories and comments.
    ///
    /// - Parameters:
    ///   - search: What to search for.
    ///   - page: The page number, counted from 0.
    ///   - hitsPerPage: The number of hits per page, by default 20 and at most 1000.
    public static func search(_ search: HackerNewsSearch.Search, page: Int? = nil, hitsPerPage: Int? = nil) -> Self {
        Request(
            search.order == .date ? "search_by_date" : "search",
            query: [
                "query": search.text,
                "tags": search.tags.isEmpty ? nil : search.tags.map(\.text).joined(separator: ","),
                "numericFilters": search.filters.isEmpty ? nil : search.filters.map(\.text).joined(separator: ","),
                "restrictSearchableAttributes": search.searchesAddressesOnly ? "url" : nil, "page": page,
                "hitsPerPage": hitsPerPage,
            ])
    }
}

extension Request where API == HackerNewsSearch, Value == HackerNewsSearch.Tree {
    /// Requests an item with all comments below it in one response.
    public static func tree(_ id: Int) -> Self { Request("items/\(id, as: "id")") }
}

extension Request where API == HackerNewsSearch, Value == HackerNewsSearch.Profile {
    /// Requests a user by name.
    public static func user(_ name: String) -> Self { Request("users/\(name, as: "name")") }
}
