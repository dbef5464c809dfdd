import Foundation
import Freshet
import FreshetLenientJSON
import FreshetTesting
import Testing

// The code of the guide "Reading untidy JSON".

struct Concerts: Service {
    let baseURL = "https://concerts.example/v1"
}

struct Programme: Decodable, Sendable {
    let concerts: LossyArray<Concert>
}

struct Concert: Decodable, Sendable {
    let id: Int
    let title: String
    let summary: String?
    let start: Date?
    let soloists: [String]
    let page: URL?

    private enum CodingKeys: CodingKey { case id, title, description, start, soloists, url }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        title = container.decodeText(forKey: .title) ?? "Untitled"
        summary = PlainText.text(fromHTML: container.decodeText(forKey: .description))
        start = container.decodeLeniently(Date.self, forKey: .start)
        soloists = container.decodeList(of: String.self, forKey: .soloists)
        page = container.decodeLink(forKey: .url)
    }
}

extension Request where API == Concerts, Value == Programme {
    static var programme: Self { Request("programme") }
}

struct Hall: Decodable {
    let name: String
    let website: URL?
    let seats: Int?
}

extension Hall: JSONReadable {
    init(json: JSONValue) throws {
        let fields = try json.object()
        name = fields.readText("name") ?? "Unnamed"
        website = fields.readLink("website")
        seats = fields.readLeniently("seats")
    }
}

func showProgramme(_ client: Client<Concerts>) async throws -> [String] {
    let programme = try await client.value(for: .programme)
    for failure in programme.concerts.failures { print(failure.codingPath, failure.reason) }
    return programme.concerts.map(\.title)
}

/// "7 of 10", also for a rating of 1e300.
func ratingText(_ rating: Double) -> String { "\(Int(clamping: min(max(rating, 0), 10))) of 10" }

/// The page after another one, also where a service names the greatest number as its page.
func page(after page: Int, of count: Int) -> Int? { page < count ? page + 1 : nil }

struct LenientJSONSnippets {
    @Test func numbersOfAnySize() {
        #expect(ratingText(7.5) == "7 of 10" && ratingText(1e300) == "10 of 10")
        #expect(page(after: 1, of: 2) == 2 && page(after: .max, of: .max) == nil)
    }

    @Test func whatIsBrokenCostsItselfOnly() async throws {
        let stub = StubTransport { _ in
            .json(
                #"""
                {"concerts": [
                    {"id": 1, "title": " Winter &amp; spring ", "description": "<p>Two<br>parts</p>", "start": "2026-12-24",
                     "soloists": ["Oboe", null, 3], "url": "https://concerts.example/1"},
                    {"id": "two", "title": "No number"},
                    {"id": 3, "title": null, "start": "soon", "soloists": "none", "url": "javascript:alert(1)"}
                ]}
                """#)
        }
        let client = Client(Concerts(), transport: stub, cache: nil)
        #expect(try await showProgramme(client) == ["Winter &amp; spring", "Untitled"])
        let concerts = try await client.value(for: .programme).concerts
        #expect(concerts.skippedCount == 1)
        #expect(concerts[0].summary == "Two parts")
        #expect(concerts[0].start == InternetDate.date(from: "2026-12-24"))
        #expect(concerts[0].soloists == ["Oboe"])
        #expect(concerts[0].page?.absoluteString == "https://concerts.example/1")
        #expect(concerts[1].start == nil)
        #expect(concerts[1].soloists == [])
        #expect(concerts[1].page == nil)
    }

    @Test func anObjectIsReadLeniently() throws {
        let body = Data(#"[{"name": " Great hall ", "website": "ftp://hall.example", "seats": "many"}]"#.utf8)
        let halls = try FreshetJSONDecoder.freshet.decode([Hall].self, from: body)
        #expect(halls.map(\.name) == ["Great hall"])
        #expect(halls.first?.website == nil)
        #expect(halls.first?.seats == nil)
    }
}
