import Foundation
import Freshet
import Testing

// The code of the guide JSON decoding.

struct Page: Decodable {
    let articles: [Article]
}

struct Article: Decodable {
    let title: String
    let author: String?
    let publishedAt: Date?
}

extension Article: JSONReadable {
    init(json: JSONValue) throws {
        let fields = try json.object()
        title = try fields.read("title")
        author = try fields.readIfPresent("author")
        publishedAt = fields.readLeniently("publishedAt")
    }
}

private struct SwappedBack: Service {
    let baseURL = "https://weather.example/v1"
    var decoder: any BodyDecoder { JSONDecoder.freshet }
}

private func page(of body: Data) throws -> Page {
    var decoder = FreshetJSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let page = try decoder.decode(Page.self, from: body)
    return page
}

struct JSONSnippets {
    @Test func pagesAreDecoded() throws {
        let body = Data(
            #"{"articles":[{"title":"A","published_at":"2026-03-01T00:00:00Z"},{"title":"B","author":"C"}]}"#.utf8)
        let articles = try page(of: body).articles
        #expect(articles.map(\.title) == ["A", "B"])
        #expect(articles.map(\.author) == [nil, "C"])
        #expect(articles[0].publishedAt?.timeIntervalSince1970 == 1_772_323_200)
    }

    @Test func bothDecodersReadTheSame() throws {
        let body = Data(#"{"articles": [{"title": "Rain", "author": null}, {"title": "Snow", "author": "Wu"}]}"#.utf8)
        let ours = try FreshetJSONDecoder().decode(Page.self, from: body)
        let theirs = try JSONDecoder().decode(Page.self, from: body)
        #expect(ours.articles.map(\.title) == theirs.articles.map(\.title))
        #expect(ours.articles.map(\.author) == theirs.articles.map(\.author))
    }

    @Test func servicesMaySwapBack() {
        #expect(SwappedBack().decoder is JSONDecoder)
    }
}
