import Feeds
import Foundation
import Testing

@Suite("The article of a page")
struct ArticleTextTests {
    private static let paragraph = """
        The harbour was quiet in the morning, and the boats, which had come in at night, lay side by side. Nobody was there \
        but the keeper, who wrote down their names, their cargo, and the hour of their arrival.
        """

    private func article(_ body: String, head: String = "<title>Boats</title>") -> ArticleText? {
        ArticleText.extract(
            Data("<!DOCTYPE html><html><head>\(head)</head><body>\(body)</body></html>".utf8),
            address: URL(string: "https://a.example/2026/boats"))
    }

    @Test(
        "Pages with menus and lists around an article",
        arguments: [
            "<nav><a href=/>Home</a></nav><article><h1>Boats</h1>TEXT</article><footer>Imprint</footer>",
            "<div id=menu><ul><li><a href=/x>Home, sweet home</a></ul></div><div class='post-content'>TEXT</div><div class=sidebar><p>TEXT-ELSE</p></div>",
            "<table><tr><td><a href=/>Home</a></td><td>TEXT</td></tr></table>",
            "<div><div><div itemprop=articleBody>TEXT<div class='share social'><p>Home, share this with your friends</p></div></div></div></div>",
            "<main>TEXT<form><p>Home: subscribe to our letter, now, today, at once.</p></form></main><section class=comments><p>Home</p></section>",
        ])
    func page(body: String) throws {
        let text = String(repeating: "<p>\(Self.paragraph)</p>", count: 3)
        let page = body.replacing("TEXT-ELSE", with: "Home, and elsewhere").replacing("TEXT", with: text)
        let found = try #require(article(page))
        #expect(found.html.contains("The harbour was quiet"))
        #expect(found.html.matches(of: /<p>The harbour/).count == 3)
        #expect(!found.html.contains("Home"))
        #expect(found.title == "Boats")
    }

    @Test(
        "Names that mislead",
        arguments: [
            "<div class='portal'><div class='widget Blog'><div class=sidebar-layout>TEXT</div></div></div>",
            "<form class=menu id=aspnetForm>TEXT</form>",
            "<div class='elementor-widget banner'>TEXT</div><div class='elementor-widget social'>TEXT</div>",
            "<div class=nav-wrap><div id=sharing-our-harbour-with-everybody>TEXT</div></div>",
            "<div class='related promo'><div class=subscribe>TEXT</div></div>",
        ])
    func misleadingNames(body: String) throws {
        let text = String(repeating: "<p>\(Self.paragraph)</p>", count: 3)
        let found = try #require(article(body.replacing("TEXT", with: text)))
        #expect(found.html.matches(of: /<p>The harbour/).count == body.matches(of: /TEXT/).count * 3)
    }

    @Test func longCommentsAreNotTheArticle() throws {
        let comments =
            "<div class='post comment'>" + String(repeating: "<p>Home, \(Self.paragraph)</p>", count: 9) + "</div>"
        let found = try #require(article("<div><p>\(Self.paragraph)</p></div>\(comments)"))
        #expect(found.html.contains("The harbour was quiet"))
        #expect(!found.html.contains("Home"))
    }

    @Test(
        "Several containers of one article",
        arguments: [
            "<div class=text>TEXT</div><div class=text>TEXT</div><div class=text>TEXT</div>",
            "<section class=a><div><div>TEXT</div></div></section><section class=a><div><div>TEXT</div></div></section>",
            "<article><span><div>TEXT</div></span><h2>Boats</h2><span><div>TEXT</div></span></article>",
            "<div>TEXT</div><p>TEXT</p><div><div>TEXT</div></div>",
        ])
    func containers(body: String) throws {
        let menu = "<div><a href=/a>Home</a> <a href=/b>Home, all about it</a></div>"
        let found = try #require(article(menu + body.replacing("TEXT", with: Self.paragraph + Self.paragraph) + menu))
        #expect(found.html.matches(of: /The harbour/).count == body.matches(of: /TEXT/).count * 2)
        #expect(!found.html.contains("Home"))
    }

    @Test func textNeedsNoParagraphs() throws {
        let lines = String(repeating: "<span>\(Self.paragraph)</span><br><br>", count: 2)
        let found = try #require(article("<div><ul><li><a href=/>Home</a></ul></div><div>\(lines)</div>"))
        #expect(found.html.matches(of: /The harbour/).count == 2)
        #expect(!found.html.contains("Home"))
    }

    @Test func whatThePageHidesIsNotShown() throws {
        let text = "<p>\(Self.paragraph)</p>"
        let hidden = ["style='color: red; Display : none'", "hidden", "style=visibility:hidden", "aria-hidden=true"]
        let parts = hidden.map { "<div \($0)><p>Home, \(Self.paragraph)</p></div>" }.joined()
        let page = "<article style='opacity: 0'>\(text)<p>One <span hidden>Home</span></p>\(parts)</article>"
        let found = try #require(article(page))
        #expect(found.html.contains("One"))
        #expect(!found.html.contains("Home"))
        #expect(ArticleText.extract(Data("<body style=display:none>\(text)".utf8), address: nil) != nil)
    }

    @Test func programsAndFormulasRemain() throws {
        let found = try #require(
            article(
                """
                <article><p>\(Self.paragraph)</p><div class="code toolbar"><pre>let a = 1</pre></div>
                <p>The root of <math><mi>x</mi><annotation>\\sqrt</annotation></math> and
                <script type="math/tex; mode=display">a < b &amp; c</script></p></article>
                """))
        #expect(found.html.contains("<pre>let a = 1</pre>"))
        #expect(found.html.contains("The root of x and"))
        #expect(found.html.contains("<code>a &lt; b &amp;amp; c</code>"))
        #expect(!found.html.contains("sqrt"))
    }

    @Test(arguments: [
        "<main><div>Low water is at ten, high water at four.</div></main>",
        "<article><h2>Boats</h2><img src=a.png></article>",
        "<ol><li><p>\(paragraph.prefix(90))</p></li></ol>",
    ])
    func aShortTextThatIsNamedOrAloneIsAnArticle(body: String) {
        #expect(article(body, head: "")?.html.isEmpty == false)
    }

    @Test func theTextIsCleanAndItsAddressesAreAbsolute() throws {
        let html =
            "<article><p onclick=x>\(Self.paragraph)<script>x</script><img src=a.png></p><p>\(Self.paragraph)</p></article>"
        let found = try #require(article(html, head: "<base href=/files/><meta property=og:image content=p.png>"))
        #expect(found.html.contains(#"src="https://a.example/files/a.png""#))
        #expect(!found.html.contains("onclick"))
        #expect(found.picture?.absoluteString == "https://a.example/files/p.png")
        #expect(StrictHTML.problem(in: found.html) == nil)
    }

    @Test func aShortTextOfIdeographsIsAnArticle() throws {
        let text = String(repeating: "川の水は今日も静かに流れ、橋の上には誰もいない。", count: 3)
        #expect(try #require(article("<article><p>\(text)</p></article>")).html.contains("<p>\(text)</p>"))
        #expect(article("<article><p>橋の上。</p></article>") == nil)
    }

    @Test(arguments: [
        "", "<p>Too short.</p>", "<div id=root>You need to enable JavaScript to run this app.</div>",
        "<ul><li><a href=/a>One</a><li><a href=/b>Two</a></ul>",
    ])
    func aPageWithoutTextHasNoArticle(body: String) {
        #expect(article(body) == nil)
    }
}
