import ReaderModels
import Testing

@testable import GazetteCommands

/// Clean HTML as a terminal shows it.
struct ProseTests {
    private func lines(_ html: String, _ width: Int = 40) -> [String] {
        Prose(cleanHTML: html).lines(width: width).map(\.text)
    }

    @Test(
        "Blocks",
        arguments: [
            ("<p>One\n  two</p><p>three</p>", ["One two", "", "three"]),
            ("one<br>two", ["one", "two"]),
            ("<h2>Title</h2><p>Text</p>", ["Title", "", "Text"]),
            ("<ul><li>a</li><li>b</li></ul>", ["• a", "• b"]),
            (
                "<p>x</p><ul><li><p>a</p><p>b</p></li><li>c</li></ul><p>y</p>",
                ["x", "", "• a", "", "  b", "• c", "", "y"]
            ),
            ("<ol start=\"9\"><li>a</li><li>b<ul><li>c</li></ul></li></ol>", ["9. a", "10. b", "    • c"]),
            ("<blockquote><p>a</p><blockquote>b</blockquote></blockquote>", ["│ a", "", "│ │ b"]),
            ("<pre><code>let a = 1\n\n\tb &lt; c\n</code></pre>", ["  let a = 1", "  ", "      b < c"]),
            ("<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>", ["A │ B", "1 │ 2"]),
            ("<dl><dt>a</dt><dd>b</dd></dl>", ["a", "", "    b"]),
            ("<p>a</p><hr><p>b</p>", ["a", "", String(repeating: "─", count: 20), "", "b"]),
            ("<p>She said <q>no</q> &amp; left &lt;b&gt;.</p>", ["She said “no” & left <b>."]),
            (
                "<figure><img src=\"https://a.example/p\" alt=\"A cat\"><figcaption>Cat</figcaption></figure>",
                ["[A cat]", "", "Cat"]
            ),
            ("<img src=\"https://a.example/p\" alt=\"\">", []),
            ("", []), ("plain", ["plain"]),
        ] as [(String, [String])])
    func blocks(html: String, expected: [String]) {
        #expect(lines(html) == expected)
    }

    @Test func linksAreNumbered() {
        let html = """
            <p>See <a href="https://a.example/?x=1&amp;y=2" rel="nofollow">this</a>, <a href="https://b.example/">that </a>and \
            <a href="https://a.example/?x=1&amp;y=2">this</a> again; <a href="https://c.example">https://c.example</a>, \
            <a href="mailto:ann@a.example">ann@a.example</a>.</p><a href="https://d.example/"><div>A card</div></a>\
            <a href="https://e.example/"><img src="https://e.example/p" alt=""></a>
            """
        let prose = Prose(cleanHTML: html)
        #expect(
            prose.plainLines == [
                "See this[1], that[2] and this[1] again; https://c.example, ann@a.example.", "A card[3]",
            ])
        #expect(prose.links == ["https://a.example/?x=1&y=2", "https://b.example/", "https://d.example/"])
        #expect(prose.linkLines(width: 40).map(\.text).first == "[1] https://a.example/?x=1&y=2")
        let sound = Prose(cleanHTML: "<audio src=\"https://a.example/s\" controls=\"\" preload=\"none\"></audio>")
        #expect(sound.plainLines == ["Sound[1]"] && sound.links == ["https://a.example/s"])
    }

    @Test("Text keeps to the width, however deep it is", arguments: [1, 8, 20, 40, 80])
    func width(width: Int) {
        let deep = String(repeating: "<blockquote><ul><li>", count: 30) + "some words of a text"
        for line in lines(deep, width) { #expect(TerminalText.width(line) <= max(width, 36), "\(line)") }
        let texts = lines("<p>\(String(repeating: "日本語 ", count: 30))</p>", max(16, width))
        #expect(texts.allSatisfy { TerminalText.width($0) <= max(16, width) })
    }

    @Test(
        "What is not well-formed is shown in some way",
        arguments: [
            "<", "</p>", "<p", "<a href=", "<a href=\"x", "<ol><li></ol></li>x", "</blockquote><li>a", "<td>a<td>b",
        ])
    func broken(html: String) {
        _ = lines(html)
        #expect(Prose(cleanHTML: html + "<p>end</p>").blocks.count <= 3)
    }

    @Test func controlCharactersAreNotShown() {
        let text = lines(
            "<p>a\u{1B}[31mb</p><pre>c\u{1B}[2Jd\u{7}</pre><p><a href=\"https://a.example/\u{1B}\">e</a></p>")
        #expect(!text.joined().unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(
            !Prose(cleanHTML: "<a href=\"https://a.example/\u{1B}[2J\">e</a>").linkLines(width: 80)[0].text.contains(
                "\u{1B}"))
    }
}
