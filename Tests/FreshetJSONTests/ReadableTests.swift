import Foundation
import FreshetJSON
import Testing

/// Types that read themselves from the index.
@Suite struct ReadableTests {
    struct Book: JSONReadable, Equatable {
        struct Author: JSONReadable, Equatable {
            var name: String
            var born: Int?

            init(json: JSONValue) throws {
                let fields = try json.object()
                name = try fields.read("name")
                born = try fields.readIfPresent("born")
            }

            enum CodingKeys: CodingKey { case name, born }
        }

        var title: String
        var pages: Int?
        var price: Double?
        var isSold: Bool
        var date: Date?
        var authors: [Author]
        var home: URL?
        var parts: [String: [Int]]

        init(json: JSONValue) throws {
            let fields = try json.object()
            title = try fields.read("title")
            pages = try fields.readIfPresent("pages")
            price = try fields.readIfPresent("price")
            isSold = try fields.read("isSold")
            date = try fields.readIfPresent("date")
            authors = try fields.read("authors")
            home = try fields.readIfPresent("home")
            parts = try fields.read("parts")
        }

        enum CodingKeys: CodingKey { case title, pages, price, isSold, date, authors, home, parts }
    }

    static let bodies = [
        #"{"title":"A","pages":3,"price":1.5,"isSold":true,"date":"2026-03-01T12:30:45Z","authors":[{"name":"B","born":1}],"home":"https://a.example","parts":{"x":[1]}}"#,
        #"{"parts":{},"authors":[],"isSold":false,"title":"Ä\n","unknown":{"title":1}}"#,
        #"{"title":"A","isSold":true,"authors":[{"name":"B"},{"name":"C","born":"x"}],"parts":{}}"#,
        #"{"title":"A","isSold":true,"authors":[{"name":"B"},{}],"parts":{}}"#,
        #"{"title":"A","isSold":true,"authors":{},"parts":{}}"#,
        #"{"title":"A","isSold":true,"authors":[null],"parts":{}}"#,
        #"{"title":"A","isSold":true,"authors":[],"parts":{"x":[1,true]}}"#, #"{"title":null}"#,
        #"{"title":"A","pages":1.5}"#,
        #"{"title":"A","pages":null,"price":"1"}"#, #"{"title":"A","isSold":1}"#,
        #"{"title":"A","isSold":true,"date":5}"#,
        #"{"title":"A","isSold":true,"date":"soon"}"#, #"{"title":"A","isSold":true,"authors":[],"home":"http://["}"#,
        #"{"title":"A","title":"B","isSold":true,"isSold":false,"authors":[],"parts":{}}"#, "{}", "[]", "null", "1",
    ]

    /// By the initialiser that the compiler makes, `JSONDecoder` reads what the type reads from the index.
    @Test("Both ways", arguments: bodies)
    func bothWaysAreAlike(_ body: String) {
        var decoders = BothDecoders()
        decoders.ours.dateDecodingStrategy = .iso8601
        decoders.standard.dateDecodingStrategy = .iso8601
        let bare = decoders.outcomes(of: Book.self, from: Data(body.utf8))
        #expect(bare.ours.agrees(with: bare.standard), "\(bare)")
        let listed = decoders.outcomes(of: [String: [Book?]].self, from: Data("{\"a\":[null,\(body)]}".utf8))
        #expect(listed.ours.agrees(with: listed.standard), "\(listed)")
        struct Shelf: Decodable, Equatable {
            var first: Book?
            var second: Book
        }
        let inside = decoders.outcomes(of: Shelf.self, from: Data("{\"second\":\(body),\"first\":null}".utf8))
        #expect(inside.ours.agrees(with: inside.standard), "\(inside)")
    }

    @Test func keysAreConvertedHereToo() throws {
        struct Row: JSONReadable, Equatable {
            var publishedAt: Int
            init(json: JSONValue) throws { publishedAt = try json.object().read("publishedAt") }
            enum CodingKeys: CodingKey { case publishedAt }
        }
        var decoders = BothDecoders()
        decoders.ours.keyDecodingStrategy = .convertFromSnakeCase
        decoders.standard.keyDecodingStrategy = .convertFromSnakeCase
        for body in [#"[{"published_at":1}]"#, #"[{"published_at":"x"}]"#, #"[{"published":1}]"#] {
            let (ours, standard) = decoders.outcomes(of: [Row].self, from: Data(body.utf8))
            #expect(ours == standard)
        }
    }

    @Test func whatCanBeDoneWithoutIsNil() throws {
        struct Lenient: JSONReadable, Equatable {
            var texts: [String?] = []
            var numbers: [Int?] = []
            init(json: JSONValue) throws {
                let fields = try json.object()
                texts = [fields.readLeniently("a"), fields.readLeniently("b"), fields.readLeniently("c")]
                numbers = [fields.readLeniently("a"), fields.readLeniently("b"), fields.readLeniently("c")]
                let date: Date? = fields.readLeniently("a")
                let flag: Bool? = fields.readLeniently("b")
                let list: [Int]? = fields.readLeniently("a")
                #expect(date == nil && flag == nil && list == nil)
            }
        }
        let value = try FreshetJSONDecoder(dates: .iso8601).decode(Lenient.self, from: Data(#"{"a":"x","b":2}"#.utf8))
        #expect(value.texts == ["x", nil, nil])
        #expect(value.numbers == [nil, 2, nil])
    }

    @Test func valuesAreOpenedByHand() throws {
        struct Tree: JSONReadable, Equatable {
            var sum = 0
            init(json: JSONValue) throws {
                if let list = try? json.array() {
                    for element in list { sum += try element.read(Tree.self).sum }
                } else if !json.isNull {
                    sum = try json.read(Int.self)
                }
            }
        }
        #expect(try FreshetJSONDecoder().decode(Tree.self, from: Data("[1,[2,[3]],null,[]]".utf8)).sum == 6)
        let broken = Outcome { try FreshetJSONDecoder().decode(Tree.self, from: Data("[1,[2,[\"x\"]]]".utf8)) }
        #expect(broken == .failure("typeMismatch", path: ["Index 1/1", "Index 1/1", "Index 0/0"]))
    }

    @Test func valueOfAFieldKnowsItsWay() throws {
        struct Row: JSONReadable {
            var path: [String]
            init(json: JSONValue) throws {
                let field = try #require(json.object().value("a"))
                path = field.codingPath.map(\.stringValue) + ["\(try json.object().contains("b"))"]
            }
            init(from decoder: any Decoder) throws { path = [] }
        }
        let rows = try FreshetJSONDecoder().decode([Row].self, from: Data(#"[{"a":1}]"#.utf8))
        #expect(rows.first?.path == ["Index 0", "a", "false"])
    }
}
