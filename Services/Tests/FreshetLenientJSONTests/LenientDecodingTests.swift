import Foundation
import Freshet
import FreshetLenientJSON
import Testing

/// Fields that may be unusable, read from a container or from an object.
struct LenientDecodingTests {
    private struct Fields: Decodable {
        let number: Int?
        let date: Date?
        let list: [Int]
        let text: String?
        let link: URL?

        private enum CodingKeys: CodingKey { case number, date, list, text, link }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            number = container.decodeLeniently(Int.self, forKey: .number)
            date = container.decodeLeniently(Date.self, forKey: .date)
            list = container.decodeList(of: Int.self, forKey: .list)
            text = container.decodeText(forKey: .text)
            link = container.decodeLink(forKey: .link)
        }

        init(_ object: ObjectFields) {
            (number, date, list, text, link) = (object.number, object.date, object.list, object.text, object.link)
        }
    }

    /// The same fields of a type that reads itself.
    private struct ObjectFields: Decodable, JSONReadable {
        let number: Int?
        let date: Date?
        let list: [Int]
        let text: String?
        let link: URL?

        init(json: JSONValue) throws {
            let fields = try json.object()
            number = fields.readLeniently("number")
            date = fields.readLeniently("date")
            list = fields.readList("list")
            text = fields.readText("text")
            link = fields.readLink("link")
            #expect(fields.readText(named: "te" + "xt") == text)
        }
    }

    enum Way: CaseIterable, Sendable { case freshetJSON, foundation, object }

    private func fields(_ json: String, _ way: Way) throws -> Fields {
        let body = Data(json.utf8)
        return switch way {
        case .freshetJSON: try FreshetJSONDecoder.freshet.decode(Fields.self, from: body)
        case .foundation: try JSONDecoder.freshet.decode(Fields.self, from: body)
        case .object: Fields(try FreshetJSONDecoder.freshet.decode(ObjectFields.self, from: body))
        }
    }

    @Test(arguments: Way.allCases)
    func whatIsThereIsRead(way: Way) throws {
        let fields = try fields(
            #"{"number":7,"date":"2026-01-31","list":[1,2],"text":"a","link":"https://a.example/x"}"#, way)
        #expect(fields.number == 7)
        #expect(fields.date == InternetDate.date(from: "2026-01-31"))
        #expect(fields.list == [1, 2])
        #expect(fields.text == "a")
        #expect(fields.link?.absoluteString == "https://a.example/x")
    }

    @Test(
        "Missing, null and other types read as nothing (T2, T16)",
        arguments: [
            "{}", #"{"number":null,"date":null,"list":null,"text":null,"link":null}"#,
            #"{"number":"7","date":7.5,"list":{},"text":1,"link":[]}"#,
            #"{"number":1.5,"date":"","list":"x","text":"","link":""}"#,
            #"{"number":1e99,"date":"soon","list":7,"text":" \r\n\t\u00a0","link":"not a link"}"#,
        ], Way.allCases)
    func tolerance(json: String, way: Way) throws {
        let fields = try fields(json, way)
        #expect(fields.number == nil)
        #expect(fields.date == nil)
        #expect(fields.list == [])
        #expect(fields.text == nil)
        #expect(fields.link == nil)
    }

    @Test(arguments: Way.allCases)
    func listsAndTextsLoseWhatIsBroken(way: Way) throws {
        #expect(try fields(#"{"list":[1,"x",null,2.5,3]}"#, way).list == [1, 3])
        #expect(try fields(#"{"text":" \r\n a  b\t"}"#, way).text == "a  b")
    }

    @Test(
        "Links that may be opened",
        arguments: [
            ("https://a.example", true), ("HTTP://a.example/x?y#z", true), ("http://127.0.0.1:8080", true),
            ("https://", false), ("https:///x", false), ("//a.example", false), ("/x", false), ("a.example", false),
            ("ftp://a.example", false), ("javascript:alert(1)", false), ("JAVASCRIPT://a.example/%0aalert(1)", false),
            ("data:text/html,x", false), ("file:///etc/passwd", false), ("mailto:a@b.example", false), ("", false),
        ])
    func links(text: String, isOpened: Bool) {
        #expect((WebLink.url(from: text) != nil) == isOpened)
        #expect(WebLink.url(from: nil) == nil)
    }

    @Test(
        "Links that are written carelessly, or relative",
        arguments: [
            (" https://a.example/b%20c?ids[]=1\n", "https://a.example/b%20c?ids%5B%5D=1"),
            ("https://a.example/100%|caf%E9", "https://a.example/100%25%7Ccaf%E9"),
            ("https://bücher.example/é%2F", "https://xn--bcher-kva.example/%C3%A9%2F"),
            ("../x y%20z", "https://site.example/x%20y%20z"), ("//cdn.example/[1]", "https://cdn.example/%5B1%5D"),
            ("?page=2", "https://site.example/news/story?page=2"), (" \n", nil), ("", nil),
            ("java\tscript:alert(1)", nil), ("\u{1}javascript:alert(1)", nil), ("data:text/html,x", nil),
        ] as [(String, String?)])
    func carelessLinks(text: String, expected: String?) throws {
        let page = try #require(URL(string: "https://site.example/news/story?page=1#top"))
        #expect(WebLink.url(from: text, relativeTo: page)?.absoluteString == expected)
        let isAbsolute = text.contains("https://")
        #expect(WebLink.url(from: text)?.absoluteString == (isAbsolute ? expected : nil))
        #expect(WebLink.url(from: text, relativeTo: nil) == WebLink.url(from: text))
    }
}
