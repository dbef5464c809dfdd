import Foundation
import Freshet
import TMDb
import Testing

/// Lists as the service really sends them.
struct PageTests {
    private let recorded =
        #"{"dates":{"maximum":"2023-05-03","minimum":"2023-03-16"},"page":1,"results":[{"adult":false,"backdrop_path":"/iJQIbOPm81fPEGKt5BPuZmfnA54.jpg","genre_ids":[16,10751],"id":502356,"original_language":"en","original_title":"The Super Mario Bros. Movie","overview":"While working underground to fix a water main...","popularity":6572.614,"poster_path":"/qNBAXBIQlnOThrVvA6mA2B5ggV6.jpg","release_date":"2023-04-05","title":"The Super Mario Bros. Movie","video":false,"vote_average":7.5,"vote_count":1456}],"total_pages":87,"total_results":1734}"#

    @Test func aRecordedPage() async throws {
        let page = try await Movies.value(.movies(.nowPlaying), of: recorded)
        #expect(page.number == 1)
        #expect(page.totalPages == 87)
        #expect(page.totalResults == 1734)
        #expect(page.nextPage == 2)
        #expect(page.unreadableCount == 0)
        let first = InternetDate.date(from: "2023-03-16")
        let last = InternetDate.date(from: "2023-05-03")
        #expect(page.dates?.lowerBound == first)
        #expect(page.dates?.upperBound == last)

        let movie = try #require(page.results.first)
        #expect(movie.id == 502356)
        #expect(movie.title == "The Super Mario Bros. Movie")
        #expect(movie.originalTitle == movie.title)
        #expect(movie.originalLanguage == "en")
        #expect(movie.overview == "While working underground to fix a water main...")
        #expect(movie.genreIDs == [16, 10751])
        #expect(movie.popularity == 6572.614)
        #expect(movie.voteCount == 1456)
        #expect(movie.percentText == "75%")
        #expect(movie.releaseDate == InternetDate.date(from: "2023-04-05"))
        #expect(movie.posterURL()?.absoluteString == "https://image.tmdb.org/t/p/w500/qNBAXBIQlnOThrVvA6mA2B5ggV6.jpg")
        #expect(movie.videos == nil)
        #expect(movie.credits == nil)
        #expect(movie.recommendations == nil)
    }

    @Test("A broken element costs itself only (T2)")
    func brokenElements() async throws {
        let page = try await Movies.value(
            .movies(.popular),
            of: #"{"results":[{"id":1,"release_date":""},{"id":"2"},null,7,{"title":"no id"},{"id":3}],"page":1}"#)
        #expect(page.results.map(\.id) == [1, 3])
        #expect(page.unreadableCount == 4)
        #expect(page.totalResults == 2 + 4)
    }

    @Test(
        "Where a list goes on",
        arguments: [
            (1, 3, 2), (3, 3, nil), (1, 1, nil), (4, 3, nil), (499, 38020, 500), (500, 38020, nil),
            // T67: an empty list is page 0 of 0, without a next one.
            (1, 0, nil), (.max, .max, nil), (.min, .max, Int.min + 1), (1, .min, nil),
        ] as [(Int, Int, Int?)])
    func nextPages(page: Int, total: Int, next: Int?) async throws {
        let found = try await Movies.value(
            .movies(.popular), of: #"{"page":\#(page),"results":[{"id":1}],"total_pages":\#(total)}"#)
        #expect(found.nextPage == next)
        let empty = try await Movies.value(
            .movies(.popular), of: #"{"page":\#(page),"results":[],"total_pages":\#(total),"total_results":9}"#)
        #expect(empty.nextPage == nil)
    }

    @Test("What stands for an empty list", arguments: ["{}", "false", "0", "\"\"", "null"])
    func emptyLists(value: String) async throws {
        let page = try await Movies.value(.movies(.popular), of: #"{"page":1,"results":\#(value),"total_pages":9}"#)
        #expect(page.results.isEmpty && page.nextPage == nil)
    }

    @Test func extremeNumbersOfAMovie() async throws {
        let movie = try await Movies.value(
            .movie(1),
            of:
                #"{"id":1,"title":"A","vote_average":1e300,"vote_count":9223372036854775807,"runtime":9223372036854775807}"#
        )
        #expect(movie.percent == 100)
        #expect(movie.stars == 10)
        #expect(movie.runtimeText == "153722867280912930 h 7 min")
    }

    @Test(
        "The year is that of the service, in all centuries",
        arguments: [
            ("0001-01-01", 1), ("0001-12-31", 1), ("1500-02-28", 1500), ("1895-12-28", 1895), ("9999-12-31", 9999),
        ])
    func years(date: String, year: Int) async throws {
        let movie = try await Movies.value(.movie(1), of: #"{"id":1,"title":"A","release_date":"\#(date)"}"#)
        #expect(movie.year == year)
    }

    @Test func everythingButTheResultsMayBeMissing() async throws {
        let page = try await Movies.value(.movies(.popular), of: #"{"results":null,"dates":7,"page":"x","extra":{}}"#)
        #expect(page.number == 1)
        #expect(page.totalPages == 1)
        #expect(page.nextPage == nil)
        #expect(page.dates == nil)
        await #expect(throws: FetchError.self) { try await Movies.value(.movies(.popular), of: #"{"page":1}"#) }
        await #expect(throws: FetchError.self) {
            try await Movies.value(.movies(.popular), of: #"{"results":{"id":1}}"#)
        }
    }

    @Test(
        "Broken dates of a list never trap", arguments: [("2023-05-03", "2023-03-16"), ("", "2023-03-16"), ("x", "y")])
    func dates(minimum: String, maximum: String) async throws {
        let page = try await Movies.value(
            .movies(.upcoming),
            of: #"{"results":[],"dates":{"minimum":"\#(minimum)","maximum":"\#(maximum)"}}"#)
        #expect(page.dates == nil)
    }

    @Test func mixedListsTellKindsApart() async throws {
        let page = try await Movies.value(
            .searchAll("x"),
            of: #"""
                {"page":1,"results":[
                {"media_type":"movie","id":1,"title":"A"},
                {"media_type":"tv","id":2,"name":"B","first_air_date":"","poster_path":null,"overview":"o","vote_average":8},
                {"media_type":"person","id":3,"name":"C","profile_path":"/c.jpg","gender":0,"known_for_department":"Acting",
                 "known_for":[{"media_type":"movie","id":4,"title":"D"},{"media_type":"tv","id":5,"name":"E"},7]},
                {"media_type":"planet","id":6},{"id":8,"title":"F"},{"media_type":"tv","id":9}
                ],"total_pages":1,"total_results":6}
                """#)
        #expect(page.unreadableCount == 1)
        guard case .movie(let movie) = page.results[0], case .series(let series) = page.results[1],
            case .person(let person) = page.results[2], case .movie(let other) = page.results[4]
        else {
            Issue.record("\(page.results)")
            return
        }
        #expect(movie.title == "A")
        #expect(series.name == "B")
        #expect(series.firstAirDate == nil)
        #expect(series.posterPath == nil)
        #expect(series.voteAverage == 8)
        #expect(person.department == "Acting")
        #expect(person.knownFor.map(\.title) == ["D"])
        #expect(person.profileURL(.h632)?.absoluteString == "https://image.tmdb.org/t/p/h632/c.jpg")
        #expect(page.results[3] == .other("planet"))
        #expect(other.title == "F")
    }

    @Test func genresAndReviews() async throws {
        let genres = try await Movies.value(
            .genres(), of: #"{"genres":[{"id":28,"name":"Action"},{"id":12},{"id":18,"name":"Drama"}]}"#)
        #expect(genres.genres.map(\.name) == ["Action", "Drama"])
        let reviews = try await Movies.value(
            .reviews(of: 1),
            of: #"""
                {"id":1,"page":1,"results":[
                {"id":"a","author":"Ann","author_details":{"rating":8,"avatar_path":null},"content":"Good.",
                 "created_at":"2016-03-05T02:03:14.000Z","url":"https://www.themoviedb.org/review/a"},
                {"id":"b","author":"","author_details":{"rating":null},"content":null,"created_at":"","url":"javascript:x"},
                {"id":"c","author_details":7}
                ]}
                """#)
        #expect(reviews.results.map(\.author) == ["Ann", "Anonymous", "Anonymous"])
        #expect(reviews.results.map(\.rating) == [8, nil, nil])
        #expect(reviews.results[0].createdAt == InternetDate.date(from: "2016-03-05T02:03:14Z"))
        #expect(reviews.results[0].link?.absoluteString == "https://www.themoviedb.org/review/a")
        #expect(reviews.results[1].link == nil)
        #expect(reviews.results[1].createdAt == nil)
    }
}
