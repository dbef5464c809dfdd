import Foundation
import Freshet
import FreshetTesting
import HackerNews
import ServiceTestSupport
import Testing

/// The site's subset of HTML, read into paragraphs.
@Suite(.timeLimit(.minutes(2)))
struct ParagraphTests {
    typealias Run = HackerNews.Paragraph.Run

    private func paragraphs(_ html: String) async throws -> [HackerNews.Paragraph] {
        struct Item: Encodable {
            let id = 1
            let text: String
        }
        return try await News.item(String(decoding: JSONEncoder().encode(Item(text: html)), as: UTF8.self)).paragraphs
    }

    private func texts(_ html: String) async throws -> [String] { try await paragraphs(html).map(\.text) }

    private func link(_ text: String, _ url: String) throws -> Run { .link(text, try #require(URL(string: url))) }

    @Test func paragraphsAndStyles() async throws {
        #expect(
            try await paragraphs("One <i>two</i> three<p>four<p><i>five</i>") == [
                .text([.plain("One "), .emphasis("two"), .plain(" three")]), .text([.plain("four")]),
                .text([.emphasis("five")]),
            ])
        #expect(try await texts("a<br>b<br/>c</p>d") == ["a", "b", "c", "d"])
        #expect(try await texts("<h2>a</h2>b<ul><li>c<li>d</ul>") == ["a", "b", "c", "d"])
        #expect(try await texts("<p><p> <p>a<p>\n<p>") == ["a"])
        #expect(try await texts("a \n\t b\r\nc") == ["a b c"])
    }

    @Test(
        "Entities",
        arguments: [
            ("I&#x27;m &quot;in&quot; &lt;b&gt; &amp; out &#x2F; &#8212;", #"I'm "in" <b> & out / —"#),
            ("&amp;lt;", "&lt;"), ("AT&T &; &#x; &nope;", "AT&T &; &#x; &nope;"), ("&#xFFFFFFFF;", "\u{FFFD}"),
            ("a &amp b", "a & b"), ("&#147;a&#148;", "“a”"), ("a<!-- > -->b<style>c</style>", "ab"),
        ])
    func entities(html: String, text: String) async throws {
        #expect(try await paragraphs(html) == [.text([.plain(text)])])
    }

    @Test func links() async throws {
        #expect(
            try await paragraphs(
                #"See <a href="https:&#x2F;&#x2F;a.example&#x2F;x?a=1&amp;b=2" rel="nofollow">https:&#x2F;&#x2F;a.exa...</a>."#
            )
                == [
                    .text([
                        .plain("See "), try link("https://a.exa...", "https://a.example/x?a=1&b=2"), .plain("."),
                    ])
                ])
        #expect(
            try await paragraphs(#"<a href="http://a.example"></a>"#)
                == [.text([try link("http://a.example", "http://a.example")])])
        for start in [
            #"<A HREF="http://a.example" title="x">"#, "<a href=http://a.example>",
            "<a title='>' href = 'http://a.example'>",
        ] {
            #expect(try await paragraphs(start + "X</A>") == [.text([try link("X", "http://a.example")])])
        }
        #expect(
            try await paragraphs(#"<a href="http://a.example/?a=1&copy=2">X</a>"#)
                == [.text([try link("X", "http://a.example/?a=1&copy=2")])])
    }

    @Test(
        "Links that may not be opened are plain text",
        arguments: [
            "javascript:alert(1)", "JavaScript:alert(1)", "java&#x0A;script:alert(1)", "data:text/html,x",
            "//a.example",
            "/item?id=1", "", "vbscript:x", "file:///etc/passwd",
        ])
    func forbiddenLinks(target: String) async throws {
        #expect(
            try await paragraphs(#"a <a href="\#(target)" rel="nofollow">b</a> c"#) == [.text([.plain("a b c")])])
    }

    @Test func code() async throws {
        #expect(
            try await paragraphs("Look:<p><pre><code>  if a &lt; b {\n\n    c &amp;&amp; d\n  }\n</code></pre>\nDone")
                == [
                    .text([.plain("Look:")]), .code("  if a < b {\n\n    c && d\n  }"), .text([.plain(" Done")]),
                ])
        // Tags that are shown in code do not affect the text after it.
        #expect(
            try await paragraphs(#"<pre><code><i>a<p>b <a href="http://a.example">c</a></code></pre>d"#) == [
                .code("ab c"), .text([.plain("d")]),
            ])
        #expect(try await paragraphs("<pre><code>\n \n</code></pre>a").last == .text([.plain("a")]))
    }

    @Test func nesting() async throws {
        #expect(
            try await paragraphs(#"<i>a <a href="http://a.example">b <i>c</i> d</a> e</i> f"#).map(\.text) == [
                "a b c d e f"
            ])
        #expect(
            try await paragraphs(#"<a href="http://a.example">a <a href="http://b.example">b</a></a>c"#) == [
                .text([
                    try link("a ", "http://a.example"), try link("b", "http://b.example"), .plain("c"),
                ])
            ])
        // A paragraph ends what is open in it.
        #expect(
            try await paragraphs(#"<i>a<p>b <a href="http://a.example">c<p>d"#) == [
                .text([.emphasis("a")]), .text([.plain("b "), try link("c", "http://a.example")]), .text([.plain("d")]),
            ])
    }

    @Test(
        "Broken tags",
        arguments: [
            ("a < b and c > d", "a < b and c > d"), ("a <3 b", "a <3 b"), ("<", "<"), ("a <", "a <"), ("a </", "a </"),
            ("a <i", "a "), ("a <i b", "a "), ("<>", "<>"), ("</i>a</a></pre></p>", "a"),
            ("<script>alert(1)</script>a", "a"), ("<b onclick=x>a</b>", "a"), ("<<i>a</i>", "<a"),
            (#"a<a href="http://a.example>b</a>"#, "a"), ("<a>b</a>", "b"), ("<a href=x>b</a>", "b"),
            (#"<a title="x>y" href=x>b</a>"#, "b"),
        ])
    func brokenTags(html: String, text: String) async throws {
        #expect(try await texts(html) == [text])
    }

    @Test func marksThatCombineHideNoTag() async throws {
        let html = "<p>\u{301}a<i>\u{301}b</i>\u{301}<a href=\"https://a.example\">\u{301}c</a>&gt;\u{301}"
        let url = try #require(URL(string: "https://a.example"))
        let expected: [HackerNews.Paragraph.Run] = [
            .plain("\u{301}a"), .emphasis("\u{301}b"), .plain("\u{301}"), .link("\u{301}c", url), .plain(">\u{301}"),
        ]
        #expect(try await paragraphs(html) == [.text(expected)])
    }

    @Test func oneStyleIsOneRun() async throws {
        #expect(try await paragraphs("a < b <3 c") == [.text([.plain("a < b <3 c")])])
        #expect(try await paragraphs("<i>a < b</i>") == [.text([.emphasis("a < b")])])
    }

    @Test func noTextIsLostWhereCodeIsNotEnded() async throws {
        #expect(try await texts("<pre>a<pre>b</pre>c") == ["a", "b", "c"])
        #expect(try await texts("<pre>a") == ["a"])
        #expect(try await texts("<pre> \n\t\r\n  b\r\nc\n \n</pre><pre> \n </pre>") == ["  b\nc"])
    }

    @Test(
        "Hostile texts take linear time",
        arguments: [
            "<", "<a", "<a <i", "&", "&#", "<p>", "<i>", "<pre>", #"<a href=""#, "</", "<!", ">", "<i></i>x",
            #"<a href="http://a.example">x</a>"#,
        ])
    func hostileTexts(piece: String) async throws {
        // Quadratic time would take minutes here.
        let count = TestLength.isLong ? 100_000 : 100_000 / piece.utf8.count
        let html = String(repeating: piece, count: count)
        let text = try await texts(html).joined()
        #expect(text.utf8.count <= html.utf8.count)
        let item = try await News.item(#"{"id":1,"title":"\#(html.replacing("\"", with: "'"))"}"#)
        #expect(item.headline.utf8.count <= html.utf8.count)
    }
}
