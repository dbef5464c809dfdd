import Foundation
import Freshet
import FreshetJSON
import Testing

// The code of the comment about types that read themselves.

private struct Article: Decodable {
    let title: String
    let author: String?
    let publishedAt: Date?
}

extension Article: JSONReadable {
    init(json: JSONValue) throws {
        let fields = try json.object()
        title = try fields.read("title")
        author = try fields.readIfPresent("author")
        publishedAt = fields.readLeniently("publishedAt")
    }
}

struct JSONCommentTests {
    @Test func anArticleReadsItself() throws {
        let body = Data(#"{"title": "Vagabond", "publishedAt": "yesterday"}"#.utf8)
        let article = try FreshetJSONDecoder().decode(Article.self, from: body)
        #expect(article.title == "Vagabond")
        #expect(article.author == nil && article.publishedAt == nil)
    }
}
