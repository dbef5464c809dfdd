import Feeds
import Foundation
import ServiceTestSupport
import Testing

@Suite("Safe HTML")
struct SafeHTMLTests {
    private static let base = URL(string: "https://blog.example/posts/one")

    private func cleaned(_ html: String) -> String { SafeHTML(base: Self.base).cleaned(html) }

    @Test(
        "What remains",
        arguments: [
            ("<p>A <b>bold</b> word", "<p>A <b>bold</b> word</p>"),
            ("3 < 5 & 7 > 6", "3 &lt; 5 &amp; 7 &gt; 6"),
            ("a<script>x</script>b<style>y</style>c", "abc"),
            ("<font color=red>red</font> <blink>x</blink>", "red x"),
            ("<form><p>in</p><input></form>", "<p>in</p>"),
            (
                "<table><tr><td colspan=2 bgcolor=red>x</td></tr></table>",
                "<table><tr><td colspan=\"2\">x</td></tr></table>"
            ),
            ("<ul><li>1<li>2</ul>", "<ul><li>1</li><li>2</li></ul>"),
            ("<pre>a\n  b</pre>", "<pre>a\n  b</pre>"),
            ("one<br>two<hr/>", "one<br>two<hr>"),
            ("caf&eacute;&nbsp;\u{1F600}", "café\u{A0}\u{1F600}"),
            ("<p lang=de dir=rtl title='a \"b\"'>x</p>", "<p title=\"a &quot;b&quot;\" lang=\"de\" dir=\"rtl\">x</p>"),
            ("<a href=#top>up</a> <a name=x>y</a>", "up y"),
            ("<ol start=3 type=a><li>x</ol>", "<ol start=\"3\" type=\"a\"><li>x</li></ol>"),
            ("a<p hidden>b</p><i style='x: y; display: none'>c</i><b aria-hidden=true>d</b>", "a<b>d</b>"),
            ("<math><mi>x</mi><annotation>y</annotation></math>", "x"),
            ("<script type=math/tex>a < b</script><script>c</script>", "<code>a &lt; b</code>"),
            ("", ""), ("  \n ", ""), ("<!-- x -->", ""), ("\0a\0", "a"),
        ] as [(String, String)])
    func remaining(html: String, expected: String) {
        #expect(cleaned(html) == expected)
    }

    @Test func linksAreAbsoluteAndCarryTheirRelation() {
        let relation = #"rel="noopener noreferrer nofollow""#
        #expect(
            cleaned("<a href=../x?a=1&amp;b=2>x</a>")
                == #"<a href="https://blog.example/x?a=1&amp;b=2" \#(relation)>x</a>"#)
        #expect(cleaned("<a href=mailto:a@b.example>x</a>") == #"<a href="mailto:a@b.example" \#(relation)>x</a>"#)
        #expect(SafeHTML(base: nil).cleaned("<a href=/x>x</a>") == "x")
    }

    @Test(
        "Addresses of pictures",
        arguments: [
            ("<img src=a.png>", "https://blog.example/posts/a.png"),
            ("<img src=data:image/gif;base64,x data-src=/b.jpg>", "https://blog.example/b.jpg"),
            ("<img src=/placeholder.gif data-original=//cdn.example/c.jpg>", "https://cdn.example/c.jpg"),
            ("<img src=/d.jpg data-lazy=true data-src=lazy>", "https://blog.example/d.jpg"),
            ("<picture><source srcset='/s.webp, /l.webp 2x'><img alt=x></picture>", "https://blog.example/l.webp"),
            ("<picture><source><source srcset=/s.webp><img alt=x></picture>", "https://blog.example/s.webp"),
            ("<picture><source srcset=/s.webp><img src=/e.png></picture>", "https://blog.example/e.png"),
            ("<img srcset='/s.jpg 320w, /l.jpg 1024w'>", "https://blog.example/l.jpg"),
            ("<img src=/a.png width=640 height=1>", nil), ("<img src=https://pixel.wp.com/b.gif?x=1>", nil),
            ("<img src=/x.gif width=1 height=1>", nil), ("<img src=/x.gif style='display: none'>", nil),
            ("<img src=http://feeds.feedburner.com/~r/blog/~4/abc>", nil), ("<img alt=x>", nil),
        ] as [(String, String?)])
    func picture(html: String, expected: String?) {
        let source = cleaned(html).firstMatch(of: /src="([^"]*)"/).map { String($0.1) }
        #expect(source == expected)
    }

    @Test(
        "Links in the place of media and frames",
        arguments: [
            ("<video src=/a.mp4 controls>No video.</video>", "/a.mp4", "Video (mp4)"),
            ("<audio><source src=/a.ogg><source src=/a.mp3>No sound.</audio>", "/a.ogg", "Sound (ogg)"),
            ("<video title='The &lt;harbour>' src=/v></video>", "/v", "The &lt;harbour&gt;"),
            ("<iframe src=/embed/1></iframe>", "/embed/1", "blog.example"),
            ("<iframe title=\"\" src=/embed/1></iframe>", "/embed/1", "blog.example"),
            ("<iframe title=Boats src=about:blank data-src=/embed/1>x</iframe>", "/embed/1", "Boats"),
        ])
    func media(html: String, path: String, text: String) {
        #expect(
            cleaned("a\(html)b")
                == #"a<a href="https://blog.example\#(path)" rel="noopener noreferrer nofollow">\#(text)</a>b"#)
    }

    @Test(arguments: [
        "<video>No video.</video>", "<iframe src=//www.googletagmanager.com/ns.html></iframe>No video.",
        "<iframe src=/x width=1 height=1></iframe>No video.", "<video src=javascript:x>No video.</video>",
    ])
    func mediaWithoutAnAddressAreTheirText(html: String) { #expect(cleaned(html) == "No video.") }

    @Test(
        "What a browser would read in another way",
        arguments: [
            ("<p>a<b><div>b</div></b></p>", "<div>a<b><div>b</div></b></div>"),
            ("<p>a<figure>b</figure>", "<div>a<figure>b</figure></div>"), ("<p>a<b>b</b></p>", "<p>a<b>b</b></p>"),
        ])
    func nesting(html: String, expected: String) {
        #expect(cleaned(html) == expected)
        #expect(cleaned(expected) == expected)
    }

    @Test func aLinkInALinkIsItsText() {
        let html = cleaned("<a href=/x>a<b><a href=/y>b</a></b></a><video src=/v></video>")
        #expect(html.contains("a<b>b</b></a>") && html.matches(of: #/<a /#).count == 2)
        #expect(cleaned(html) == html)
    }

    @Test func aSetOfPicturesRemains() {
        #expect(
            cleaned("<img src=/a.jpg srcset='/a.jpg, /b,c.jpg 2x'>").contains(
                #"srcset="https://blog.example/a.jpg, https://blog.example/b%2Cc.jpg 2x""#))
    }

    @Test func aProxyReplacesTheAddressesOfPictures() {
        let cleaner = SafeHTML(base: Self.base) {
            $0.path() == "/no.jpg" ? nil : "/picture?of=\($0.lastPathComponent)&s=\""
        }
        let html = cleaner.cleaned(
            "<img src=/a.jpg srcset='/a.jpg 1x, /b.jpg 2x'><img src=/no.jpg><video src=/v.mp4 poster=/p.jpg></video>")
        #expect(html.contains(#"src="/picture?of=a.jpg&amp;s=&quot;""#))
        #expect(html.contains(#"/picture?of=b.jpg&amp;s=&quot; 2x"#))
        #expect(html.contains(#"src="/picture?of=p.jpg&amp;s=&quot;""#))
        #expect(!html.contains("no.jpg"))
    }

    @Test func aTextOfAFeedHasItsOwnBase() {
        let text = FeedText(html: "<img src=x.png>", base: URL(string: "https://other.example/a/"))
        #expect(SafeHTML(base: Self.base).cleaned(text).contains("https://other.example/a/x.png"))
    }

    @Test func deepAndLongHTMLIsBounded() {
        let deep = cleaned(String(repeating: "<div>", count: 100_000) + "x")
        #expect(deep.utf8.count < 10_000)
        var cleaner = SafeHTML(base: nil)
        cleaner.byteLimit = 1000
        #expect(cleaner.cleaned(String(repeating: "é", count: 5000)).utf8.count <= 1010)
    }

    // MARK: - Attacks

    private static let attacks: [String] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "XSS.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            String(line).replacing(/\\x([0-9a-f]{2})/) { match in character(match.1) }
        }
    }()

    private static func character(_ hexadecimal: Substring) -> String {
        guard let number = UInt32(hexadecimal, radix: 16), let scalar = Unicode.Scalar(number) else { return "?" }
        return String(Character(scalar))
    }

    @Test func theListOfAttacksIsThere() { #expect(Self.attacks.count >= 100) }

    @Test("An attack has no effect", arguments: attacks)
    func attack(html: String) {
        let once = cleaned(html)
        #expect(StrictHTML.problem(in: once) == nil, "\(once)")
        // What is clean stays as it is, so that no second parser reads something else.
        #expect(cleaned(once) == once)
        let inside = cleaned("<p title=\"\(html)\">\(html)</p>")
        #expect(StrictHTML.problem(in: inside) == nil, "\(inside)")
    }

    @Test func mutatedAttacksHaveNoEffect() {
        var random = MutationRandom(seed: 7)
        let attacks = Self.attacks.map { Array($0.utf8) }
        for _ in 0..<(TestLength.isLong ? 100_000 : 2_000) {
            let attack = attacks[Int.random(in: 0..<attacks.count, using: &random)]
            let mutated = Mutations.mutated(attack, with: attacks, using: &random)
            let html = cleaned(String(decoding: mutated, as: UTF8.self))
            #expect(StrictHTML.problem(in: html) == nil, "\(html)")
        }
    }

    @Test func combinedAttacksHaveNoEffect() {
        for (index, first) in Self.attacks.enumerated() {
            let second = Self.attacks[(index * 7 + 3) % Self.attacks.count]
            let html = cleaned(first + second + first)
            #expect(StrictHTML.problem(in: html) == nil, "\(html)")
        }
    }
}
