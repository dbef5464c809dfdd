import Foundation
import Freshet

/// A page of news with the `Decodable` conformance that the compiler generates.
struct PlainNews: Decodable {
    struct Article: Decodable {
        struct Outlet: Decodable {
            var id: String?
            var name: String?
        }

        var source: Outlet
        var author: String?
        var title: String
        var description: String?
        var url: String
        var urlToImage: String?
        var publishedAt: Date
        var content: String?
    }

    var status: String
    var totalResults: Int
    var articles: [Article]
}

/// A page of news that reads itself as `JSONReadable`.
struct ReadNews: JSONReadable {
    struct Article: JSONReadable {
        struct Outlet: JSONReadable {
            var id: String?
            var name: String?

            init(json: JSONValue) throws {
                let fields = try json.object()
                id = try fields.readIfPresent("id")
                name = try fields.readIfPresent("name")
            }

            enum CodingKeys: CodingKey { case id, name }
        }

        var source: Outlet
        var author: String?
        var title: String
        var description: String?
        var url: String
        var urlToImage: String?
        var publishedAt: Date
        var content: String?

        init(json: JSONValue) throws {
            let fields = try json.object()
            source = try fields.read("source")
            author = try fields.readIfPresent("author")
            title = try fields.read("title")
            description = try fields.readIfPresent("description")
            url = try fields.read("url")
            urlToImage = try fields.readIfPresent("urlToImage")
            publishedAt = try fields.read("publishedAt")
            content = try fields.readIfPresent("content")
        }

        enum CodingKeys: CodingKey { case source, author, title, description, url, urlToImage, publishedAt, content }
    }

    var status: String
    var totalResults: Int
    var articles: [Article]

    init(json: JSONValue) throws {
        let fields = try json.object()
        status = try fields.read("status")
        totalResults = try fields.read("totalResults")
        articles = try fields.read("articles")
    }

    enum CodingKeys: CodingKey { case status, totalResults, articles }
}
