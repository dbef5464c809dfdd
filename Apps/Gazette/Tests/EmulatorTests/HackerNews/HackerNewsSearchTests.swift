import Foundation
import HTTPTypes
import Testing

@testable import Emulator

@Suite struct HackerNewsSearchTests {
    @Test func aResponseNamesItsPages() async throws {
        let response = try await HackerNews.search("search?query=data%20the")
        #expect(
            response.names == [
                "exhaustiveNbHits", "exhaustiveTypo", "hits", "hitsPerPage", "nbHits", "nbPages", "page", "params",
                "processingTimeMS", "query",
            ])
        #expect(response["query"].text == "data the")
        #expect(response["page"].number == 0)
        #expect(response["hitsPerPage"].number == 20)
        #expect(response["hits"].list.count == 20)
        let total = try #require(response["nbHits"].number)
        #expect(response["nbPages"].number == (total + 19) / 20)
    }

    @Test func everyHitHoldsEveryWord() async throws {
        for hit in try await HackerNews.search("search?query=SQLite%20the&hitsPerPage=100")["hits"].list {
            let texts = ["title", "story_text", "comment_text", "url", "author"].compactMap { hit[$0].text }
            let words = texts.flatMap(TextSearch.words)
            #expect(words.contains { $0.hasPrefix("sqlite") } && words.contains { $0.hasPrefix("the") })
        }
    }

    @Test func hitsAreStoriesOrComments() async throws {
        let hits = try await HackerNews.search("search?query=sqlite&hitsPerPage=200")["hits"].list
        #expect(!hits.isEmpty)
        var withNulls = 0
        for hit in hits {
            // Numbers are texts here.
            let id = try #require(hit["objectID"].text.flatMap { Int($0) })
            let item = try #require(HackerNews.corpus.items[id])
            #expect(hit["author"].text == item.by)
            #expect(hit["created_at_i"].number == item.time)
            #expect(hit["created_at"].text?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
            #expect(hit["children"].numbers == item.kids)
            #expect(hit["_tags"].texts.starts(with: [item.kind, "author_\(item.by ?? "")"]))
            if item.kind == "comment" {
                #expect(hit["comment_text"].text == item.text)
                #expect(hit["parent_id"].number == item.parent)
                let story = try #require(hit["story_id"].number.flatMap { HackerNews.corpus.items[$0] })
                #expect(hit["story_title"].text == story.title)
                #expect(hit["title"].text == nil)
            } else {
                #expect(hit["title"].text == item.title)
                #expect(hit["points"].number == item.score)
                #expect(hit["num_comments"].number == item.descendants)
                #expect(hit["comment_text"].text == nil)
            }
            if hit.names.contains(where: { hit[$0].isNull }) { withNulls += 1 }
        }
        // Older responses hold nulls, newer ones leave them out.
        #expect((1..<hits.count).contains(withNulls))
    }

    @Test func titlesAreMarkedWhereTheyMatch() async throws {
        let hits = try await HackerNews.search("search?query=board%20games&tags=story")["hits"].list
        let first = try #require(hits.first)["_highlightResult"]["title"]
        #expect(first["value"].text?.contains("<em>Board</em>") == true)
        #expect(["full", "partial"].contains(first["matchLevel"].text))
        #expect(first["matchedWords"].texts.contains("board"))
        let all = try await HackerNews.search("search?tags=story&hitsPerPage=1")["hits"].list
        #expect(all.first?["_highlightResult"]["title"]["matchLevel"].text == "none")
    }

    @Test func theBestKnownComesFirst() async throws {
        let hits = try await HackerNews.search("search?tags=story&hitsPerPage=1000")["hits"].list
        let points = hits.compactMap { $0["points"].number }
        #expect(points.count > 300)
        #expect(points == points.sorted(by: >))
    }

    @Test func theNewestComesFirstByDate() async throws {
        let hits = try await HackerNews.search("search_by_date?hitsPerPage=1000")["hits"].list
        let times = hits.compactMap { $0["created_at_i"].number }
        #expect(times.count == 1000)
        #expect(times == times.sorted(by: >))
    }

    @Test func whatWasTakenAwayIsNotFound() async throws {
        for page in 0..<5 {
            let hits = try await HackerNews.search("search_by_date?hitsPerPage=200&page=\(page)")["hits"].list
            for hit in hits {
                let item = try #require(
                    hit["objectID"].text.flatMap { Int($0) }.flatMap { HackerNews.corpus.items[$0] })
                #expect(!item.isDeleted && !item.isDead && !item.isWithheld)
            }
        }
    }

    // MARK: - Filters

    private func items(_ query: String) async throws -> [HackerNewsItem] {
        let response = try await HackerNews.search("search_by_date?\(query)&hitsPerPage=1000")
        let items = response["hits"].list.compactMap { $0["objectID"].text.flatMap { Int($0) } }
            .compactMap { HackerNews.corpus.items[$0] }
        #expect(items.count == min(1000, response["nbHits"].number ?? 0))
        return items
    }

    @Test("A kind is a tag", arguments: ["story", "comment", "poll", "pollopt", "job"])
    func kinds(_ kind: String) async throws {
        let items = try await items("tags=\(kind)")
        #expect(!items.isEmpty)
        #expect(items.allSatisfy { $0.kind == kind })
    }

    @Test func questionsShowsAndTheFrontPageAreTags() async throws {
        #expect(try await items("tags=ask_hn").allSatisfy { $0.title?.hasPrefix("Ask HN") == true })
        #expect(try await items("tags=show_hn").allSatisfy { $0.title?.hasPrefix("Show HN") == true })
        let front = Set((HackerNews.corpus.list("topstories") ?? []).prefix(30))
        let found = try await items("tags=front_page")
        #expect((20...30).contains(found.count))
        #expect(front.isSuperset(of: found.map(\.id)))
    }

    @Test func authorsAndStoriesAreTags() async throws {
        let story = try #require(
            HackerNews.corpus.stories.max { ($0.descendants ?? 0) < ($1.descendants ?? 0) })
        let name = try #require(story.by)
        let own = try await items("tags=author_\(name)")
        #expect(own.contains { $0.id == story.id })
        #expect(own.allSatisfy { $0.by == name })
        let thread = try await items("tags=comment,story_\(story.id)")
        #expect(thread.count > 30)
        #expect(thread.allSatisfy { $0.kind == "comment" })
        #expect(try await items("tags=story_\(story.id),(story,poll)").map(\.id) == [story.id])
    }

    @Test func tagsAreCombined() async throws {
        let either = try await items("tags=(ask_hn,show_hn)")
        let ask = try await items("tags=ask_hn")
        let show = try await items("tags=show_hn")
        #expect(Set(either.map(\.id)) == Set((ask + show).map(\.id)))
        #expect(try await items("tags=story,job").isEmpty)
        #expect(try await items("tags=(story,poll),(ask_hn,poll)").count >= ask.count)
        #expect(try await items("tags=nothing").isEmpty)
        #expect(try await items("tags=story,+ask_hn").map(\.id) == ask.map(\.id))
    }

    @Test(
        "Tags that are cut off do not break a search", arguments: ["(", ")", "()", "(((", ",", "(story", "(,)", "a)"])
    func brokenTags(_ tags: String) async throws {
        _ = try await items("tags=\(tags)")
    }

    @Test func numbersAreCompared() async throws {
        let since = Int(HackerNews.minute.timeIntervalSince1970) - 7200
        #expect(try await items("numericFilters=created_at_i%3E\(since)").allSatisfy { $0.time > since })
        #expect(
            try await items("numericFilters=created_at_i<=\(since),created_at_i>\(since - 3600)")
                .allSatisfy { $0.time <= since && $0.time > since - 3600 })
        let points = try await items("tags=story&numericFilters=points>=100,num_comments>=5")
        #expect(!points.isEmpty)
        #expect(points.allSatisfy { ($0.score ?? 0) >= 100 && ($0.descendants ?? 0) >= 5 })
        #expect(try await items("numericFilters=points=1").allSatisfy { $0.score == 1 })
        #expect(try await items("tags=story&numericFilters=points<2").allSatisfy { ($0.score ?? 9) < 2 })
        #expect(try await items("tags=comment&numericFilters=points>0").isEmpty)
    }

    @Test(
        "Comparisons that are none",
        arguments: [
            "points", "points>", "points>many", "points!5", ">5", "karma>5", "points=>5", "points>>5", "points>1.5",
            "created_at>5", "points>99999999999999999999", "points%3E5;num_comments%3E5", "(", "%FF>1",
        ])
    func brokenComparisons(_ filter: String) async throws {
        for path in ["search", "search_by_date"] {
            let response = try await InProcess.get("/api/v1/\(path)?numericFilters=\(filter)", headers: [:])
            #expect(response.status == 400)
            #expect(try response.json()["message"].text?.isEmpty == false)
            #expect(try response.json()["status"].number == 400)
        }
    }

    @Test func addressesCanBeSearchedAlone() async throws {
        let items = try await items("query=lowcurrent&restrictSearchableAttributes=url")
        #expect(!items.isEmpty)
        #expect(items.allSatisfy { $0.url?.contains("lowcurrent") == true })
    }

    // MARK: - Pages

    @Test func pagesAddUp() async throws {
        let whole = try await items("tags=story").map { String($0.id) }
        var pages: [String] = []
        for page in 0..<((whole.count + 99) / 100) {
            let response = try await HackerNews.search("search_by_date?tags=story&hitsPerPage=100&page=\(page)")
            #expect(response["page"].number == page)
            pages += response["hits"].list.compactMap { $0["objectID"].text }
        }
        #expect(pages == whole)
    }

    @Test func aThousandHitsAreTheMost() async throws {
        let response = try await HackerNews.search("search?hitsPerPage=300")
        #expect((response["nbHits"].number ?? 0) > 2000)
        #expect(response["nbPages"].number == 4)
        #expect(try await HackerNews.search("search?hitsPerPage=300&page=3")["hits"].list.count == 100)
        #expect(try await HackerNews.search("search?hitsPerPage=300&page=4")["hits"].list.isEmpty)
        #expect(try await HackerNews.search("search?hitsPerPage=1000")["nbPages"].number == 1)
    }

    @Test("Pages past the end are empty", arguments: ["50", "51", "1000000", "9223372036854775807"])
    func pastTheEnd(_ page: String) async throws {
        let response = try await HackerNews.search("search?page=\(page)")
        #expect(response["hits"].isList && response["hits"].list.isEmpty)
        #expect(response["page"].number == Int(page))
        #expect(response["nbPages"].number == 50)
    }

    @Test(
        "Pages that are none",
        arguments: [
            "page=-1", "page=one", "page=1.5", "page=99999999999999999999", "hitsPerPage=0", "hitsPerPage=1001",
            "hitsPerPage=-20", "hitsPerPage=many", "hitsPerPage=9223372036854775807",
        ])
    func invalidPages(_ query: String) async throws {
        let response = try await InProcess.get("/api/v1/search?\(query)", headers: [:])
        #expect(response.status == 400)
        #expect(try response.json()["message"].text?.contains(query.prefix { $0 != "=" }) == true)
    }

    // MARK: - Fields

    @Test func responsesCanBeKeptForAMinute() async throws {
        let name = try #require(HackerNews.corpus.stories[0].by)
        for path in [
            "search?query=rust", "search_by_date", "items/\(HackerNews.corpus.stories[0].id)", "users/\(name)",
        ] {
            let response = try await InProcess.get("/api/v1/\(path)", headers: [:])
            #expect(response.header("Content-Type") == "application/json; charset=utf-8")
            #expect(response.header("Cache-Control") == "public, max-age=60")
            #expect(response.header("Access-Control-Allow-Origin") == "*")
            let tag = try #require(response.header("ETag"))
            #expect(tag.hasPrefix("W/\""))
            let again = try await InProcess.get("/api/v1/\(path)", headers: [.ifNoneMatch: tag])
            #expect(again.status == 304)
            #expect(again.bytes.isEmpty)
        }
    }

    @Test(
        "No value breaks a search",
        arguments: [
            "%FF", "%00", "%", "%zz", "%0d%0aX-Evil:1", "<script>", "%22", "\\", "e%CC%81", "%F0%9F%98%80",
            String(repeating: "a%20", count: 10_000), String(repeating: "(", count: 20_000),
        ])
    func hostile(_ value: String) async throws {
        for name in ["query", "tags", "numericFilters", "page", "hitsPerPage", "restrictSearchableAttributes"] {
            let response = try await InProcess.get("/api/v1/search?\(name)=\(value)", headers: [:])
            #expect([200, 400].contains(response.status))
            #expect(throws: Never.self) { try response.json() }
        }
    }
}
