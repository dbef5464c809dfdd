import Feeds
import Foundation
import Testing

@Suite("The feeds of a page")
struct FeedDiscoveryTests {
    private func links(_ html: String) -> [String] {
        let links = FeedDiscovery.links(in: Data(html.utf8), address: URL(string: "https://a.example/blog/page"))
        return links.map { "\($0.title ?? "-") \($0.type ?? "-") \($0.url.absoluteString)" }
    }

    @Test(
        "Links",
        arguments: [
            (
                "<link rel=alternate type=application/rss+xml href=feed>",
                ["- application/rss+xml https://a.example/blog/feed"]
            ),
            (
                "<LINK HREF='/f' TITLE='A &amp; B' TYPE='Application/Atom+XML; charset=utf-8' REL='home ALTERNATE'>",
                ["A & B application/atom+xml https://a.example/f"]
            ),
            (
                "<link rel=alternate type=application/feed+json href=//b.example/f>",
                ["- application/feed+json https://b.example/f"]
            ),
            (
                "<base href=https://c.example/x/><link rel=alternate type=text/xml href=f>",
                ["- text/xml https://c.example/x/f"]
            ),
            ("<base href=sub/><link rel=feed href=f>", ["- - https://a.example/blog/sub/f"]),
            (
                "<link rel=alternate type=application/rss+xml href=feed://a.example/f>",
                ["- application/rss+xml https://a.example/f"]
            ),
            (
                "<body><p><link rel=alternate type=application/rss+xml href=/f><link rel=alternate type=application/rss+xml href=/f>",
                ["- application/rss+xml https://a.example/f"]
            ),
            ("<link rel=alternate hreflang=de href=/de><link rel=stylesheet type=application/rss+xml href=/x>", []),
            ("<link rel=alternate type=application/rss+xml href=javascript:x>", []),
            (
                "<!-- <link rel=alternate type=application/rss+xml href=/f> --><script>'<link rel=feed href=/f>'</script>",
                []
            ),
            (
                "<link rel=alternate title=JSON type=application/json href=https://a.example/wp-json/wp/v2/pages/2>"
                    + "<link rel=alternate type=application/json href='/?rest_route=/wp/v2/pages/2'>",
                []
            ),
            ("", []),
        ] as [(String, [String])])
    func links(html: String, expected: [String]) {
        #expect(links(html) == expected)
    }

    @Test func usualAddressesAreCandidates() throws {
        let page = try #require(URL(string: "https://a.example/blog?x=1#y"))
        let candidates = FeedDiscovery.candidates(for: page).map(\.absoluteString)
        #expect(candidates.first == "https://a.example/blog/feed")
        #expect(candidates.contains("https://a.example/rss.xml"))
        #expect(candidates.contains("https://a.example/atom.xml"))
        #expect(Set(candidates).count == candidates.count)
        #expect(FeedDiscovery.candidates(for: try #require(URL(string: "https://a.example/"))).count == 7)
    }
}
