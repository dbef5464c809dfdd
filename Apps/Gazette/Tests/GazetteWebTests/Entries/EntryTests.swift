import Foundation
import ReaderModels
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// Names of entries, what their buttons carry, and addresses that may be gone to.
@Suite
struct EntryTests {
    @Test(
        "Names are read as they are written, and nothing else is",
        arguments: [
            ("hn:8863", true), ("movies:603", true), ("news:abc_-9", true), ("meals:52764", true), ("people:1", false),
            ("lab:x", false), ("hn:", false), (":1", false), ("hn", false), ("", false), ("hn:a b", false),
            ("hn:a:b", false), ("hn:<b>", false), ("hn:\r\n", false), ("hn:é", false),
            ("hn:" + String(repeating: "1", count: 41), false),
        ])
    func names(text: String, isName: Bool) {
        #expect(Entry.Key(text)?.description == (isName ? text : nil))
    }

    @Test func longIdsAreNamedByTheirDigest() {
        let key = Entry.Key(.news, "https://news.example/a?b=c|1800000000")
        #expect(key.id.utf8.count == 22)
        #expect(Entry.Key(key.description) == key)
        #expect(Entry.Key(.news, "https://news.example/a?b=c|1800000001") != key)
    }

    @Test func whatAButtonCarriesComesBack() throws {
        let entry = Entry(
            key: .init(.hn, "8863"), title: "My \"YC\" app:\ta <b> &\r\nmore", path: "/hn/item/8863",
            original: URL(string: "https://example.com/a?b=c"), source: "dhouston")
        let back = try #require(Entry(line: entry.line))
        #expect(back.title == "My \"YC\" app: a <b> & more")
        #expect(back.key == entry.key)
        #expect(back.path == entry.path)
        #expect(back.original == entry.original)
        #expect(back.source == entry.source)
    }

    @Test(
        "Hostile lines are refused, or lose what is hostile",
        arguments: [
            ("", nil), ("\t\t\t\t", nil), ("hn:1", nil), ("hn:1\tT\thttps://evil.example/\t\t", nil),
            ("hn:1\tT\t//evil.example/\t\t", nil), ("hn:1\tT\t/a\tjavascript:alert(1)\t", "hn:1\tT\t/a\t\t"),
            ("hn:1\tT\t/a\tfile:///etc/passwd\t", "hn:1\tT\t/a\t\t"), ("hn:1\t\t/a\t\t", "hn:1\tUntitled\t/a\t\t"),
            ("hn:1\tT\t/a\thttps://x.example/\tS\tmore", nil), ("hn:1\tT\u{0}\t/a\t\t", "hn:1\tT\t/a\t\t"),
            (
                "hn:1\t" + String(repeating: "T", count: 5000) + "\t/a\t\t",
                "hn:1\t" + String(repeating: "T", count: 300) + "\t/a\t\t"
            ),
        ] as [(String, String?)])
    func lines(line: String, taken: String?) {
        #expect(Entry(line: line)?.line == taken)
    }

    @Test(
        "Addresses that a form may come back to",
        arguments: [
            ("/", true), ("/news?category=science&pages=2", true), ("/hn/item/1#comment-2", true), ("", false),
            ("news", false), ("//evil.example", false), ("/\\evil.example", false), ("\\\\evil.example", false),
            ("https://evil.example/", false), ("javascript:alert(1)", false), ("/a\r\nSet-Cookie: x=y", false),
            ("/a\nb", false), ("/a b", false), ("/\u{0}", false), ("/\t/evil.example", false), ("/é", false),
            ("/" + String(repeating: "a", count: 7999), true),
            ("/" + String(repeating: "a", count: 8000), false),
        ])
    func returns(text: String, isOurs: Bool) {
        #expect((OwnPath(text) != nil) == isOurs)
    }
}
