import Foundation
import Testing

@testable import Emulator

@Suite struct TrendingTests {
    @Test("Trending elements have a kind", arguments: [("movie", ["movie"]), ("person", ["person"])], ["day", "week"])
    func kinds(kind: (name: String, types: [String]), window: String) async throws {
        let results = try await Movies.json("/trending/\(kind.name)/\(window)")["results"].list
        #expect(results.count == 20)
        #expect(results.allSatisfy { kind.types.contains($0["media_type"].text ?? "") })
    }

    @Test func allIsMixed() async throws {
        let pages = try await Movies.pages("/trending/all/day")
        let types = Set(pages[0]["results"].list.compactMap { $0["media_type"].text })
        #expect(types == ["movie", "tv", "person"])
        let films = pages.flatMap { $0["results"].list }.filter { $0["media_type"].text == "movie" }
        #expect(films.count == Movies.corpus.films.count { !$0.isAdult })
        #expect(films.allSatisfy { $0["adult"].flag == false })
    }

    @Test("What does not trend", arguments: ["movie/month", "movie/Day", "tv/day", "nothing/week", "%FF/day"])
    func unknown(_ path: String) async throws {
        let response = try await Movies.get("/trending/\(path)")
        #expect(response.status == 404)
        #expect(try response.json()["status_code"].number == 34)
    }

    @Test func theOrderChangesWithTheDayAndWithTheWeek() async throws {
        func ids(_ window: String, day: Int) async throws -> [Int] {
            let responses = try await InProcess.get(["/3/trending/movie/\(window)"], headers: Movies.reader) {
                $0.now = { InProcess.now.addingTimeInterval(Double(day) * 86_400) }
            }
            return try responses[0].json()["results"].ids
        }
        let today = try await ids("day", day: 0)
        #expect(try await ids("day", day: 0) == today)
        #expect(try await ids("day", day: 1) != today)
        #expect(try await ids("week", day: 0) != today)
        #expect(try await ids("week", day: 7) != ids("week", day: 0))
    }
}
