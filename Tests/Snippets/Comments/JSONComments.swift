import Foundation
import Freshet
import FreshetJSON
import Testing

// The comment about types that read themselves: `Article` is that of the guide JSON decoding.

struct JSONCommentTests {
    @Test func anArticleReadsItself() throws {
        let body = Data(#"{"title": "Vagabond", "publishedAt": "yesterday"}"#.utf8)
        let article = try FreshetJSONDecoder().decode(Article.self, from: body)
        #expect(article.title == "Vagabond")
        #expect(article.author == nil && article.publishedAt == nil)
    }
}
