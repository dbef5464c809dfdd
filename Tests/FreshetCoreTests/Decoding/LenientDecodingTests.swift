import Foundation
import FreshetCore
import FreshetJSON
import Testing

/// Fields that can be done without.
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
            number = container.lenient(Int.self, .number)
            date = container.lenient(Date.self, .date)
            list = container.lenientList(Int.self, .list)
            text = container.lenientText(.text)
            link = container.lenientLink(.link)
        }
    }

    private func fields(_ json: String) throws -> Fields {
        try FreshetJSONDecoder.freshet.decode(Fields.self, from: Data(json.utf8))
    }

    @Test func whatIsThereIsRead() throws {
        let fields = try fields(
            #"{"number":7,"date":"2026-01-31","list":[1,2],"text":"a","link":"https://a.example/x"}"#)
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
        ])
    func tolerance(json: String) throws {
        let fields = try fields(json)
        #expect(fields.number == nil)
        #expect(fields.date == nil)
        #expect(fields.list == [])
        #expect(fields.text == nil)
        #expect(fields.link == nil)
    }

    @Test func listsAndTextsLoseWhatIsBroken() throws {
        #expect(try fields(#"{"list":[1,"x",null,2.5,3]}"#).list == [1, 3])
        #expect(try fields(#"{"text":" \r\n a  b\t"}"#).text == "a  b")
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
        #expect((WebLink.url(text) != nil) == isOpened)
        #expect(WebLink.url(nil) == nil)
    }
}
