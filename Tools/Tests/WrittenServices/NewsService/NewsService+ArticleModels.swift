// Written by "freshet service" from newsapi.yaml. Changes are overwritten.

public import Foundation

extension NewsService {
    /// A value of the service.
    public struct Article: Decodable, Hashable, Sendable {
        /// The member `source`.
        public var source: ArticleSource
        /// The member `author`.
        public var author: String?
        /// The member `title`.
        public var title: String?
        /// The member `description`.
        public var description: String?
        /// The member `url`.
        public var url: String?
        /// The member `urlToImage`.
        public var urlToImage: String?
        /// The member `publishedAt`.
        public var publishedAt: Date?
        /// At most the first 200 characters of the text.
        public var content: String?
    }
}

extension NewsService {
    /// A value of the service.
    public struct ArticlePage: Decodable, Hashable, Sendable {
        /// The member `totalResults`.
        public var totalResults: Int
        /// The member `articles`.
        public var articles: [Article]
    }
}

extension NewsService {
    /// A value of the service.
    public struct ArticleSource: Decodable, Hashable, Sendable {
        /// The member `id`.
        public var id: String?
        /// The member `name`.
        public var name: String?
    }
}
