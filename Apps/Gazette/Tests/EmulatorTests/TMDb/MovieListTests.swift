import Foundation
import Testing

@testable import Emulator

@Suite struct MovieListTests {
    private static let members = [
        "adult", "backdrop_path", "genre_ids", "id", "original_language", "original_title", "overview", "popularity",
        "poster_path", "release_date", "title", "video", "vote_average", "vote_count",
    ]

    @Test(
        "Lists have the members of the service",
        arguments: [
            "/movie/popular", "/movie/top_rated", "/movie/now_playing", "/movie/upcoming", "/discover/movie",
            "/search/movie?query=the",
        ])
    func shape(_ path: String) async throws {
        let page = try await Movies.json(path)
        let dated = path.hasPrefix("/movie/now_playing") || path.hasPrefix("/movie/upcoming")
        let names = ["page", "results", "total_pages", "total_results"]
        #expect(page.names == (dated ? ["dates"] + names : names))
        #expect(page["page"].number == 1)
        #expect(page["results"].list.count == min(20, page["total_results"].number ?? 0))
        let members = Self.members.filter { $0 != "release_date" }
        for film in page["results"].list {
            let names = film.names.filter { $0 != "release_date" }
            #expect(names == members)
            #expect(film["adult"].flag == false)
            for name in ["poster_path", "backdrop_path"] where !film[name].isNull {
                #expect(film[name].text?.hasPrefix("/") == true)
            }
        }
    }

    @Test func popularGoesByPopularity() async throws {
        let results = try await Movies.json("/movie/popular")["results"].list.compactMap { $0["popularity"].decimal }
        #expect(results.count == 20)
        #expect(results == results.sorted(by: >))
    }

    @Test func aSecondPageBeginsWithTheLastOfTheFirst() async throws {
        let pages = try await Movies.pages("/movie/popular").map { $0["results"].ids }
        #expect(pages[1].first == pages[0].last)
        #expect(Set(pages[0]).intersection(pages[1]).count == 1)
        #expect(pages.dropLast().allSatisfy { $0.count == 20 })
    }

    @Test func noPopularFilmIsLostBetweenPages() async throws {
        let pages = try await Movies.pages("/movie/popular")
        let ids = Set(pages.flatMap { $0["results"].ids })
        #expect(ids == Set(Movies.corpus.films.filter { !$0.isAdult }.map(\.id)))
        #expect(pages.allSatisfy { $0["total_results"].number == ids.count })
    }

    @Test(
        "Pages of other lists do not overlap",
        arguments: ["/movie/top_rated", "/movie/now_playing", "/movie/upcoming", "/discover/movie"])
    func pages(_ path: String) async throws {
        let pages = try await Movies.pages(path)
        let ids = pages.flatMap { $0["results"].ids }
        #expect(ids.count == pages[0]["total_results"].number)
        #expect(Set(ids).count == ids.count)
        #expect(pages.map { $0["page"].number } == (1...pages.count).map { $0 })
    }

    @Test func topRatedGoesByVotes() async throws {
        let films = try await Movies.pages("/movie/top_rated").flatMap { $0["results"].list }
        let averages = films.compactMap { $0["vote_average"].decimal }
        #expect(averages == averages.sorted(by: >))
        #expect(films.allSatisfy { ($0["vote_count"].number ?? 0) >= 300 })
    }

    @Test("Dated lists hold what lies between their days", arguments: ["now_playing", "upcoming"])
    func dates(_ name: String) async throws {
        let pages = try await Movies.pages("/movie/\(name)")
        let first = try #require(pages[0]["dates"]["minimum"].text)
        let last = try #require(pages[0]["dates"]["maximum"].text)
        let days = pages.flatMap { $0["results"].list }.compactMap { $0["release_date"].text }
        #expect(days.count >= 20)
        #expect(days.allSatisfy { first <= $0 && $0 <= last })
        #expect(
            (first, last) == (name == "upcoming" ? ("2026-03-15", "2026-04-11") : ("2026-01-31", "2026-03-14")))
    }

    @Test("Films start on another day in other regions", arguments: ["now_playing", "upcoming"])
    func regions(_ name: String) async throws {
        var lists: Set<[Int]> = []
        for region in ["US", "DE", "IT", "IN"] {
            lists.insert(try await Movies.pages("/movie/\(name)?region=\(region)").flatMap { $0["results"].ids })
        }
        #expect(lists.count > 1)
    }

    @Test func theLatestIsNearlyEmpty() async throws {
        #expect(
            try await Movies.get("/movie/latest").text
                == #"{"adult":false,"backdrop_path":null,"belongs_to_collection":null,"budget":0,"genres":[],"homepage":"","id":1236474,"imdb_id":null,"original_language":"xx","original_title":"Untitled","overview":"","popularity":0,"poster_path":null,"production_companies":[],"production_countries":[],"release_date":"","revenue":0,"runtime":0,"spoken_languages":[],"status":"Released","tagline":"","title":"Untitled","video":false,"vote_average":0,"vote_count":0}"#
        )
    }

    // MARK: - Pages

    private static let lists = [
        "/movie/popular", "/movie/top_rated", "/movie/now_playing", "/movie/upcoming", "/discover/movie",
        "/search/movie?query=the", "/search/person?query=a", "/search/multi?query=the", "/trending/movie/day",
        "/trending/person/week", "/trending/all/day", "/person/popular", "/movie/10007/reviews",
        "/movie/10007/similar", "/movie/10007/recommendations",
    ]

    @Test("Past the end is an empty page", arguments: lists)
    func pastTheEnd(_ path: String) async throws {
        let first = try await Movies.json(path)
        let total = try #require(first["total_pages"].number)
        #expect((1...499).contains(total))
        for page in [total + 1, 500] {
            let past = try await Movies.json("\(path)\(path.contains("?") ? "&" : "?")page=\(page)")
            #expect(past["page"].number == page)
            #expect(past["results"].isList && past["results"].list.isEmpty)
            #expect(past["total_pages"].number == total)
            #expect(past["total_results"].number == first["total_results"].number)
        }
    }

    @Test("Pages that are none", arguments: lists)
    func invalidPages(_ path: String) async throws {
        for page in ["0", "501", "-1", "1.5", "two", "9223372036854775807", "99999999999999999999", "%20", "1%00"] {
            let response = try await Movies.get("\(path)\(path.contains("?") ? "&" : "?")page=\(page)")
            #expect(response.status == 400, "\(page)")
            #expect(
                response.text
                    == #"{"success":false,"status_code":22,"status_message":"Invalid page: Pages start at 1 and max at 500. They are expected to be an integer."}"#
            )
        }
    }

    @Test func anEmptyPageNumberIsTheFirstPage() async throws {
        let first = try await Movies.get("/movie/popular?page=1")
        #expect(try await Movies.get("/movie/popular").bytes == first.bytes)
        #expect(try await Movies.get("/movie/popular?page=").bytes == first.bytes)
    }
}
