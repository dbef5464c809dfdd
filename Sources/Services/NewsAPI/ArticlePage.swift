import FreshetCore
import FreshetLenientJSON

extension NewsAPI {
    /// One page of articles, and how many there are in all.
    public struct ArticlePage: Decodable, Hashable, Sendable {
        /// The articles of the page, without withdrawn ones.
        public let articles: [Article]
        /// How many articles match in all, withdrawn ones included: the count that paging goes by.
        public let totalResults: Int
        /// How many articles of the page were withdrawn.
        public let removedCount: Int
        /// How many elements of the page could not be read.
        public let unreadableCount: Int

        public init(articles: [Article], totalResults: Int, removedCount: Int = 0, unreadableCount: Int = 0) {
            self.articles = articles
            self.totalResults = totalResults
            self.removedCount = removedCount
            self.unreadableCount = unreadableCount
        }

        private enum CodingKeys: String, CodingKey {
            case totalResults, articles
        }

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

        /// How many pages can be asked for.
        ///
        /// - Parameters:
        ///   - size: The articles of a page.
        ///   - resultLimit: How deep the plan may page; `nil` for a plan without such a limit.
        public func pageCount(size: Int, resultLimit: Int? = NewsAPI.developerResultLimit) -> Int {
            let reachable = max(0, min(totalResults, resultLimit ?? .max))
            let size = max(1, size)
            return reachable / size + (reachable % size == 0 ? 0 : 1)
        }

        /// The page behind another; `nil` when that was the last.
        ///
        /// It goes by the server's count, so a page that lost withdrawn articles ends nothing.
        public func page(after page: Int, size: Int, resultLimit: Int? = NewsAPI.developerResultLimit) -> Int? {
            page < pageCount(size: size, resultLimit: resultLimit) ? page + 1 : nil
        }
    }
}
