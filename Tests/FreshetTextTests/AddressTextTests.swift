import Foundation
import FreshetJSON
import FreshetText
import Testing

/// Addresses in the texts of servers.
struct AddressTextTests {
    @Test(
        "What is allowed stays, the rest is encoded once",
        arguments: [
            ("/x%20y?ids[]=1&q=a%2Fb", "/x%20y?ids%5B%5D=1&q=a%2Fb"), ("a b%20c", "a%20b%20c"),
            ("100%/a%20b", "100%25/a%20b"), ("a|b%7c", "a%7Cb%7c"), ("/caf%E9 é", "/caf%E9%20%C3%A9"), ("%", "%25"),
            ("%4", "%254"), ("%4g", "%254g"), ("a\"<>\\^`{}", "a%22%3C%3E%5C%5E%60%7B%7D"),
            ("?a=%zz&b=%2B", "?a=%25zz&b=%2B"), ("#a#b [%20]", "#a%23b%20%5B%20%5D"), ("/\u{1}\u{7F}", "/%01%7F"),
            ("  /a\n", "/a"), ("\u{0} \t/a\u{1F}", "/a"), ("/a\t\r\nb", "/ab"),
            ("ht\ntps://a.ex\tample/", "https://a.example/"),
            ("https://[::1]:80/[a]", "https://[::1]:80/%5Ba%5D"), ("//é.example/é", "//é.example/%C3%A9"),
            ("mailto:a b@c", "mailto:a%20b@c"), ("a b:c", "a%20b:c"), ("", ""), (" ", ""),
            ("https://a.example/b%20c?d=%E9#e", "https://a.example/b%20c?d=%E9#e"),
        ])
    func escaped(text: String, expected: String) {
        #expect(AddressText.escaped(text) == expected)
        #expect(AddressText.escaped(expected) == expected)
    }

    @Test(
        "As URL",
        arguments: [
            ("https://a.example/x%20y?ids[]=1&q=a%2Fb", "https://a.example/x%20y?ids%5B%5D=1&q=a%2Fb"),
            (" https://a.example/\n", "https://a.example/"), ("/a b%20c", "/a%20b%20c"),
            ("https://bücher.example/a%20b c", "https://xn--bcher-kva.example/a%20b%20c"),
            ("https://a.example/caf%E9|", "https://a.example/caf%E9%7C"), ("https://sh op/", nil),
            ("https://a\u{0}b.example/", nil), ("http://[:2e%2@", nil), ("", nil), (" ", nil),
        ] as [(String, String?)])
    func url(text: String, expected: String?) {
        #expect(AddressText.url(text)?.absoluteString == expected)
    }

    @Test("In JSON")
    func inJSON() throws {
        struct Page: Decodable { let next: URL }
        let body = Data(#"{"next":" https://a.example/x%20y?ids[]=1&q=a%2Fb "}"#.utf8)
        let page = try FreshetJSONDecoder().decode(Page.self, from: body)
        #expect(page.next.absoluteString == "https://a.example/x%20y?ids%5B%5D=1&q=a%2Fb")
    }
}
