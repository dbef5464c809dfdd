import Foundation
import ReaderModels
import Testing

struct OutsideLinkTests {
    @Test(
        "Links without trackers",
        arguments: [
            ("https://a.example/x?utm_source=n&id=7&UTM_Medium=m", "https://a.example/x?id=7"),
            ("https://a.example/x?fbclid=1", "https://a.example/x"),
            ("https://a.example/x?fbclid=1#part", "https://a.example/x#part"),
            ("https://a.example/x?q=a%20b&c=%2F", "https://a.example/x?q=a%20b&c=%2F"),
            ("https://a.example/x?q=a%20b&gclid=2", "https://a.example/x?q=a%20b"),
            ("https://a.example/x", "https://a.example/x"),
            ("https://a.example/x?", "https://a.example/x?"),
        ])
    func plain(link: String, expected: String) throws {
        let url = try #require(URL(string: link))
        let plain = OutsideLink.plain(url)
        #expect(plain.absoluteString == expected)
        #expect(OutsideLink.plain(plain) == plain)
    }
}
