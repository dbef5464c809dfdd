import FreshetCore
import FreshetLenientJSON
import Testing

struct PlainTextTests {
    @Test(
        "HTML as text",
        arguments: [
            ("plain", "plain"), ("<p>one</p><p>two</p>", "one two"), ("a<br>b<br/>c", "a b c"),
            ("bold <b>wo</b>rd", "bold word"),
            ("Tom &amp; Jerry", "Tom & Jerry"), ("it&#39;s &#x2019;ere", "it's ’ere"),
            ("3 < 5 and 7 > 6", "3 < 5 and 7 > 6"),
            ("AT&T &unknown; &", "AT&T &unknown; &"), ("  two\r\n  lines ", "two lines"),
            ("<a href=\"x>y\">z</a>", "y\">z"),
            ("&lt;script&gt;", "<script>"), ("&amp;lt;", "&lt;"), ("unclosed <b", "unclosed <b"),
            ("&#0;&#xFFFFFFFF;", "&#0;&#xFFFFFFFF;"),
            // A mark that combines with what stands before it.
            ("<b>\u{301}a", "\u{301}a"), ("&lt;\u{301}", "<\u{301}"), ("a \u{301}b\t\u{301}", "a \u{301}b \u{301}"),
        ])
    func text(html: String, expected: String) {
        #expect(PlainText.text(fromHTML: html) == expected)
    }

    @Test("Nothing left is nothing", arguments: ["", "  ", "<p></p>", "&nbsp;", nil])
    func nothing(html: String?) {
        #expect(PlainText.text(fromHTML: html) == nil)
    }

    @Test(
        "Entities are decoded once, and tags stay",
        arguments: [("a &amp; b", "a & b"), ("&amp;lt;", "&lt;"), ("<b>&eacute;", "<b>é")])
    func entities(text: String, expected: String) {
        #expect(PlainText.decodingEntities(in: text) == expected)
    }
}
