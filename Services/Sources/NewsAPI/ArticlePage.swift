import Freshet
import FreshetLenientJSON

extension NewsAPI {
    /// A page of articles, with the total number of articles.
    public struct ArticlePage: Decodable, Hashable, Sendable {
        /// The articles on the page, without withdrawn ones.
        public let articles: [Article]
        /// The total number of matching articles, including withdrawn ones. It is used for paging.
        public let totalResults: Int
        /// The number of withdrawn articles on the page.
        public let removedCount: Int
        /// The number of elements on the page that couldn't be decoded.
        public let unreadableCount: Int

        /// Makes a page, for use in tests and previews.
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
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
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
        ///   - size: The number of articles per page.
        ///   - resultLimit: The number of results that the plan can page through; `nil` for no limit.
        public func pageCount(size: Int, resultLimit: Int? = NewsAPI.developerResultLimit) -> Int {
            let reachable = max(0, min(totalResults, resultLimit ?? .max))
            let size = max(1, size)
            return reachable / size + (reachable % size == 0 ? 0 : 1)
        }

        /// Returns the number of the next page, or `nil` after the last page and after a page
        /// without articles.
        ///
        /// It is computed from the server's number of results, so withdrawn articles don't end
        /// paging early.
        public func page(after page: Int, size: Int, resultLimit: Int? = NewsAPI.developerResultLimit) -> Int? {
            let isEmpty = articles.isEmpty && removedCount == 0 && unreadableCount == 0
            return !isEmpty && page < pageCount(size: size, resultLimit: resultLimit) ? page + 1 : nil
        }
    }
}
