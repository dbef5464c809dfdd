import Foundation
import Freshet
import HackerNews
import NewsAPI
import ReaderModels
import Testing

struct NewsRowTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_300)

    private func decode<API: Service, Value: Decodable>(_ service: API, _ json: String) throws -> Value {
        try service.decode(Value.self, from: Data(json.utf8))
    }

    @Test func anArticleIsARow() throws {
        let article: NewsAPI.Article = try decode(
            NewsAPI(apiKey: "key"),
            #"{"source":{"name":"The Times"},"title":"A","description":"B","url":"https://a.example/?utm_x=1","#
                + #""urlToImage":"https://a.example/a.jpg","publishedAt":"2023-11-14T22:13:20Z"}"#)
        let row = NewsRow(article)
        #expect(row.section == .news && row.id == article.id && row.title == "A" && row.summary == "B")
        #expect(row.facts(now: Self.now) == "The Times · 5 min")
        #expect(row.address == "https://a.example/" && row.page == nil)
        #expect(row.picture?.absoluteString == "https://a.example/a.jpg")
    }

    @Test func aStoryAndAHitAreRowsOfOneShape() throws {
        let story: HackerNews.Item = try decode(
            HackerNews(), #"{"id":7,"type":"story","title":"A","by":"jl","score":2,"descendants":1,"time":1700000000}"#)
        let hit: HackerNewsSearch.Hit = try decode(
            HackerNewsSearch(),
            #"{"objectID":"7","title":"A","author":"jl","points":2,"num_comments":1,"created_at_i":1700000000}"#)
        #expect(NewsRow(story) == NewsRow(hit))
        #expect(NewsRow(hit).facts(now: Self.now) == "2 points · by jl · 5 min · 1 comment")
        // Without a link, the page of the service is opened.
        #expect(NewsRow(story).address == "https://news.ycombinator.com/item?id=7")
    }
}
