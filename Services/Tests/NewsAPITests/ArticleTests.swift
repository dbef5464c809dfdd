import Foundation
import Freshet
import NewsAPI
import Testing

/// Articles as the service really sends them.
struct ArticleTests {
    /// Reads an article in both of its ways.
    private func article(_ fields: String) throws -> NewsAPI.Article {
        let body = Data("{\(fields)}".utf8)
        let article = try FreshetJSONDecoder.freshet.decode(NewsAPI.Article.self, from: body)
        #expect(try JSONDecoder.freshet.decode(NewsAPI.Article.self, from: body) == article)
        return article
    }

    @Test("The same article has the same identity however often it is decoded (T5)")
    func identity() throws {
        let fields =
            #""source":{"id":null,"name":"A"},"url":"https://a.example/1","publishedAt":"2026-03-01T12:00:00Z""#
        let first = try article(fields + #","title":"One""#)
        #expect(try article(fields + #","title":"One, corrected""#).id == first.id)
        #expect(try article(fields.replacingOccurrences(of: "/1", with: "/2")).id != first.id)
        #expect(try article(fields.replacingOccurrences(of: "00Z", with: "01Z")).id != first.id)
        #expect(try article(#""title":"A""#).id != article(#""title":"B""#).id)
    }

    @Test(
        "Nulls, missing keys and wrong types cost a field, not the article (T15, T16)",
        arguments: [
            "", #""title":null,"url":null,"publishedAt":null,"source":null"#,
            #""title":7,"source":"A","publishedAt":12,"url":[]"#,
            #""source":{"id":null,"name":null}"#, #""source":{}"#, #""publishedAt":"soon""#,
        ])
    func tolerance(fields: String) throws {
        let article = try article(fields)
        #expect(article.headline == "Untitled")
        #expect(article.link == nil)
        #expect(article.publishedAt == nil)
    }

    @Test(
        "Headlines for people",
        arguments: [
            ("Plant reopens - The Post", "The Post", "Plant reopens"), ("Plant reopens", "The Post", "Plant reopens"),
            ("A - B - The Post", "The Post", "A - B"), ("Tom &amp; <b>Jerry</b> - The Post", "The Post", "Tom & Jerry"),
            (" - The Post", "The Post", "- The Post"),
        ])
    func headline(title: String, outlet: String, expected: String) throws {
        #expect(try article(#""title":"\#(title)","source":{"id":null,"name":"\#(outlet)"}"#).headline == expected)
    }

    @Test(
        "Authors for people",
        arguments: [
            ("Ann Lee", "Ann Lee"), ("", nil), ("  ", nil), ("https://www.social.example/ann", nil),
            ("@ann_lee", "@ann_lee"),
            ("By <a href=/p/ann>Ann Lee</a>, Bo Ek", "Ann Lee, Bo Ek"), ("by Ann Lee", "Ann Lee"),
            ("www.ann.example", nil),
        ])
    func byline(author: String, expected: String?) throws {
        let article = try article(#""author":"\#(author)""#)
        #expect(article.byline == expected)
        #expect(article.author == author)
    }

    @Test(
        "Pictures over https only (T24)",
        arguments: [
            ("https://p.example/a.png", "https://p.example/a.png"),
            ("http://p.example/a.png", "https://p.example/a.png"),
            ("http://p.example:80/a.png", "https://p.example/a.png"), ("http://p.example:8080/a.png", nil), ("", nil),
            ("/images/a.png", "https://site.example/images/a.png"),
            ("//cdn.example/a.png", "https://cdn.example/a.png"),
            ("https://p.example/a b|c.png", "https://p.example/a%20b%7Cc.png"), ("data:image/png;base64,AA", nil),
            ("https://p.example/a b%20c.png", "https://p.example/a%20b%20c.png"),
            (" ../caf%E9|.png ", "https://site.example/caf%E9%7C.png"),
            ("javascript:alert(1)", nil), ("file:///etc/passwd", nil),
        ])
    func picture(text: String, expected: String?) throws {
        let article = try article(#""url":"https://site.example/story","urlToImage":"\#(text)""#)
        #expect(article.picture?.absoluteString == expected)
        #expect(article.urlToImage == text)
    }

    @Test(
        "Links that may be opened",
        arguments: [
            ("https://a.example/x", true), ("http://a.example", true), ("javascript:alert(1)", false),
            ("https://", false),
            ("/relative", false), ("mailto:a@b.example", false),
        ])
    func link(text: String, isOpened: Bool) throws {
        #expect((try article(#""url":"\#(text)""#).link != nil) == isOpened)
    }

    @Test func theExcerptLosesTheNoteOfWhatIsMissing() throws {
        #expect(try article(#""content":"One.\r\nTwo three… [+1234 chars]""#).excerpt == "One. Two three…")
        #expect(try article(#""content":null"#).excerpt == nil)
    }
}
