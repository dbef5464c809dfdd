import Freshet
import FreshetLenientJSON

extension NewsAPI {
    /// A page of articles, with the number of all articles.
    public struct ArticlePage: Decodable, Hashable, Sendable {
        /// The articles of the page, without withdrawn ones.
        public let articles: [Article]
        /// The number of all matching articles, including withdrawn ones. Paging uses it.
        public let totalResults: Int
        /// The number of withdrawn articles of the page.
        public let removedCount: Int
        /// The number of elements of the page that could not be decoded.
        public let unreadableCount: Int

        /// Makes a page, for tests and previews.
        public init(articles: [Article], totalResults: Int, removedCount: Int = 0, unreadableCount: Int = 0) {
            self.articles = articles
            self.totalResults = totalResults
            self.removedCount = removedCount
            self.unreadableCount = unreadableCount
        }

        private enum CodingKeys: String, CodingKey {
            case totalResults, articles
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or of another type.
        public init(from decoder: any Decoder) throws {
            try Envelope.check(decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let received = try container.decode(LossyArray<Article>.self, forKey: .articles)
            articles = received.filter { !$0.isRemoved }
            removedCount = received.count - articles.count
            unreadableCount = received.skippedCount
            totalResults =
                container.decodeLeniently(Int.self, forKey: .totalResults) ?? received.count + received.skippedCount
        }

        /// Returns the number of available pages.
        ///
        /// - Parameters:
        ///   - size: The number of articles of a page.
        ///   - resultLimit: The number of results that the plan can page through; `nil` for no limit.
        public func pageCount(size: Int, resultLimit: Int? = NewsAPI.developerResultLimit) -> Int {
            let reachable = max(0, min(totalResults, resultLimit ?? .max))
            let size = max(1, size)
            return reachable / size + (reachable % size == 0 ? 0 : 1)
        }

        /// Returns the number of the next page; `nil` after the last one, and after a page without articles.
        ///
        /// It is computed from the server's number of results, so withdrawn articles don't end the paging early.
        public func page(after page: Int, size: Int, resultLimit: Int? = NewsAPI.developerResultLimit) -> Int? {
            let isEmpty = articles.isEmpty && removedCount == 0 && unreadableCount == 0
            return !isEmpty && page < pageCount(size: size, resultLimit: resultLimit) ? page + 1 : nil
        }
    }
}
