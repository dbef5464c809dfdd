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
        #expect(article("<article><p>橋の上には誰もいない。静かな朝である。</p></article>") == nil)
    }

    @Test(arguments: ["", "<p>Too short.</p>", "<ul><li><a href=/a>One</a><li><a href=/b>Two</a></ul>"])
    func aPageWithoutTextHasNoArticle(body: String) {
        #expect(article(body) == nil)
    }
}
