import Foundation
import Freshet
import TMDb
import Testing

/// Movies as the service really sends them.
struct MovieTests {
    @Test func aRecordedMovieWithHardlyAField() async throws {
        let movie = try await Movies.value(
            .latestMovie,
            of:
                #"{"adult":false,"backdrop_path":null,"belongs_to_collection":null,"budget":0,"genres":[],"homepage":"","id":1236474,"imdb_id":null,"original_language":"en","original_title":"Untitled","overview":"","popularity":0,"poster_path":null,"production_companies":[],"production_countries":[],"release_date":"","revenue":0,"runtime":0,"spoken_languages":[],"status":"Released","tagline":"","title":"Untitled","video":false,"vote_average":0,"vote_count":0}"#
        )
        #expect(movie.id == 1_236_474)
        #expect(movie.title == "Untitled")
        // T2: an empty date is no date.
        #expect(movie.releaseDate == nil)
        #expect(movie.year == nil)
        #expect(movie.budget == nil)
        #expect(movie.revenue == nil)
        #expect(movie.runtime == nil)
        #expect(movie.runtimeText == nil)
        #expect(movie.homepage == nil)
        #expect(movie.tagline == nil)
        #expect(movie.collection == nil)
        #expect(movie.status == "Released")
        // T66: no path, no address.
        #expect(movie.posterURL() == nil)
        #expect(movie.backdropURL() == nil)
    }

    @Test(
        "Missing, null and broken fields cost themselves only",
        arguments: [
            "",
            #""title":null,"overview":null,"release_date":null,"poster_path":null,"vote_average":null,"genre_ids":null"#,
            #""title":7,"overview":[],"release_date":3,"poster_path":{},"vote_average":"x","genre_ids":"y","adult":"no""#,
            #""title":" ","runtime":"long","budget":-1,"genres":{},"homepage":"not a link","videos":[],"credits":null"#,
            #""recommendations":{"page":1},"reviews":7,"similar":null,"belongs_to_collection":{"id":"x"},"new_field":{}"#,
        ])
    func tolerance(fields: String) async throws {
        let movie = try await Movies.movie(fields)
        #expect(movie.title == "Untitled")
        #expect(movie.overview == "")
        #expect(movie.releaseDate == nil)
        #expect(movie.posterPath == nil)
        #expect(movie.voteAverage == 0)
        #expect(movie.genreIDs == [])
        #expect(movie.genres == [])
        #expect(!movie.isAdult)
        #expect(movie.runtime == nil)
        #expect(movie.homepage == nil)
        #expect(movie.collection == nil)
        #expect(movie.videos == nil)
        #expect(movie.credits == nil)
        #expect(movie.recommendations == nil)
        #expect(movie.reviews == nil)
    }

    @Test(
        "Release dates are days in UTC (T1)",
        arguments: [
            ("2023-04-05", 2023, 4, 5), ("1999-10-20", 1999, 10, 20), ("2024-12-31", 2024, 12, 31),
            ("2025-01-01", 2025, 1, 1), ("2024-02-29", 2024, 2, 29),
        ])
    func releaseDates(text: String, year: Int, month: Int, day: Int) async throws {
        let movie = try await Movies.movie(#""release_date":"\#(text)""#)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = try #require(movie.releaseDate)
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        #expect([parts.year, parts.month, parts.day, parts.hour, parts.minute] == [year, month, day, 0, 0])
        #expect(movie.year == year)
    }

    @Test("Days that no calendar has", arguments: ["2023-13-01", "2023-02-30", "soon", "05.04.2023", "2023"])
    func wrongDates(text: String) async throws {
        #expect(try await Movies.movie(#""release_date":"\#(text)""#).releaseDate == nil)
    }

    @Test(
        "Votes as percent and stars",
        arguments: [
            ("7.5", 75, 7), ("7", 70, 7), ("7.36", 74, 7), ("9.99", 100, 9), ("10", 100, 10), ("0.0", 0, 0),
            ("11.5", 100, 10), ("-3", 0, 0),
        ])
    func votes(average: String, percent: Int, stars: Int) async throws {
        let movie = try await Movies.movie(#""vote_average":\#(average)"#)
        #expect(movie.percent == percent)
        #expect(movie.percentText == "\(percent)%")
        #expect(movie.stars == stars)
    }

    @Test(
        "Runtimes as texts",
        arguments: [
            ("126", "2 h 6 min"), ("120", "2 h"), ("45", "45 min"), ("1", "1 min"), ("0", nil), ("null", nil),
            ("-5", nil),
        ] as [(String, String?)])
    func runtimes(minutes: String, text: String?) async throws {
        #expect(try await Movies.movie(#""runtime":\#(minutes)"#).runtimeText == text)
    }

    @Test func languagesAndTitles() async throws {
        #expect(try await Movies.movie(#""original_language":"xx""#).originalLanguage == nil)
        #expect(try await Movies.movie(#""original_language":"cn""#).originalLanguage == "cn")
        #expect(try await Movies.movie(#""original_title":"Le fabuleux""#).title == "Le fabuleux")
    }

    @Test func detailsWithAppendedParts() async throws {
        let movie = try await Movies.value(
            .movie(603, appending: TMDb.MoviePart.allCases),
            of: #"""
                {"id":603,"title":"The Matrix","budget":63000000,"revenue":463517383,"runtime":136,"imdb_id":"tt0133093",
                "homepage":"http://www.warnerbros.com/matrix","tagline":"Believe the unbelievable.",
                "genres":[{"id":28,"name":"Action"},{"id":878,"name":"Science Fiction"}],
                "belongs_to_collection":{"id":2344,"name":"The Matrix Collection","poster_path":"/p.jpg","backdrop_path":null},
                "production_companies":[{"id":79,"logo_path":null,"name":"Village Roadshow","origin_country":""},
                 {"id":174,"logo_path":"/l.png","name":"Warner","origin_country":"US"},{"name":"no id"}],
                "production_countries":[{"iso_3166_1":"US","name":"United States"}],
                "spoken_languages":[{"english_name":"English","iso_639_1":"en","name":""}],
                "videos":{"results":[{"id":"v","name":"T","site":"YouTube","key":"m8e-FF8MsqU","type":"Trailer","official":true,
                 "published_at":"2016-03-05T02:03:14.000Z","size":1080}]},
                "credits":{"cast":[{"id":6384,"name":"Keanu Reeves","credit_id":"a","order":0}],"crew":[]},
                "recommendations":{"page":1,"results":[{"id":604,"media_type":"movie"}],"total_pages":2},
                "similar":{"page":1,"results":[]},"reviews":{"page":1,"results":[{"id":"r"}]}}
                """#)
        #expect(movie.genreIDs == [28, 878])
        #expect(movie.budget == 63_000_000)
        #expect(movie.revenue == 463_517_383)
        #expect(movie.runtimeText == "2 h 16 min")
        #expect(movie.imdbID == "tt0133093")
        #expect(movie.homepage?.host() == "www.warnerbros.com")
        #expect(movie.collection?.name == "The Matrix Collection")
        #expect(movie.collection?.parts == [])
        #expect(movie.companies.map(\.name) == ["Village Roadshow", "Warner"])
        #expect(movie.companies.map(\.country) == [nil, "US"])
        #expect(movie.companies[1].logoPath?.url(TMDb.LogoSize.w92)?.path() == "/t/p/w92/l.png")
        #expect(movie.countries.map(\.id) == ["US"])
        #expect(movie.spokenLanguages.first?.englishName == "English")
        #expect(movie.spokenLanguages.first?.name == nil)
        #expect(movie.videos?.first?.publishedAt == InternetDate.date(from: "2016-03-05T02:03:14Z"))
        #expect(movie.videos?.first?.isOfficial == true)
        #expect(movie.credits?.cast.first?.name == "Keanu Reeves")
        #expect(movie.recommendations?.nextPage == 2)
        #expect(movie.recommendations?.results.map(\.id) == [604])
        #expect(movie.similar?.results == [])
        #expect(movie.reviews?.results.map(\.id) == ["r"])
    }

    @Test(
        "Pages that play videos",
        arguments: [
            ("YouTube", "m8e-FF8MsqU", "https://www.youtube.com/watch?v=m8e-FF8MsqU"),
            ("YouTube", "a&b=c d", "https://www.youtube.com/watch?v=a%26b%3Dc%20d"), ("YouTube", "", nil),
            ("Vimeo", "123", nil),
        ] as [(String, String, String?)])
    func videos(site: String, key: String, expected: String?) async throws {
        let list = try await Movies.value(
            .videos(of: 1),
            of: #"{"id":1,"results":[{"site":"\#(site)","key":"\#(key)","type":"Teaser"},{"key":"x"},7]}"#)
        #expect(list.videos.count == 1)
        let video = try #require(list.videos.first)
        #expect(video.youTubeURL?.absoluteString == expected)
        #expect(video.name == "Teaser")
        #expect(video.id == "\(site)|\(key)")
    }

    @Test func partsAndJobsOfOnePersonAreDistinguished() async throws {
        let credits = try await Movies.value(
            .credits(of: 1),
            of: #"""
                {"id":1,"cast":[
                {"id":2,"name":"B","credit_id":"c2","order":2,"character":""},
                {"id":1,"name":"A","credit_id":"c1","order":0,"character":"One"},
                {"id":1,"name":"A","credit_id":"c3","order":1,"character":"Two","profile_path":"/a.jpg"},{"name":"no id"}],
                "crew":[{"id":9,"name":"L","job":"Director","department":"Directing","credit_id":"d1"},
                {"id":9,"name":"L","job":"Writer","credit_id":"d2","profile_path":""},
                {"id":8,"name":"M","job":"Director","credit_id":null},{"id":8,"name":"M","job":"Producer"}]}
                """#)
        #expect(credits.cast.map(\.id) == ["c1", "c3", "c2"])
        #expect(credits.cast.map(\.personID) == [1, 1, 2])
        #expect(credits.cast.map(\.character) == ["One", "Two", nil])
        #expect(credits.cast[1].profileURL(.w45)?.absoluteString == "https://image.tmdb.org/t/p/w45/a.jpg")
        #expect(credits.cast[0].profileURL() == nil)
        #expect(credits.directors == ["L", "M"])
        let crew = Set(credits.crew.map(\.id))
        #expect(crew.count == 4)
        #expect(credits.crew[1].profilePath == nil)
    }

    @Test func aPersonWithMovies() async throws {
        let person = try await Movies.value(
            .person(31),
            of:
                #"{"id":31,"name":"Tom Hanks","birthday":"1956-07-09","deathday":null,"biography":"","place_of_birth":"Concord","popularity":70,"profile_path":"/x.jpg","gender":2}"#
        )
        #expect(person.birthday == InternetDate.date(from: "1956-07-09"))
        #expect(person.deathday == nil)
        #expect(person.biography == nil)
        #expect(person.placeOfBirth == "Concord")
        #expect(person.knownFor == [])
        let credits = try await Movies.value(
            .movieCredits(of: 31), of: #"{"id":31,"cast":[{"id":13,"title":"Forrest Gump"},{}],"crew":[{"id":2}]}"#)
        #expect(credits.cast.map(\.title) == ["Forrest Gump"])
        #expect(credits.crew.map(\.id) == [2])
        let collection = try await Movies.value(
            .collection(10),
            of: #"{"id":10,"name":"Star Wars","overview":"o","parts":[{"id":11},{"id":null},{"id":1891}]}"#)
        #expect(collection.parts.map(\.id) == [11, 1891])
        await #expect(throws: FetchError.self) { try await Movies.value(.person(31), of: #"{"id":31}"#) }
    }
}
