import Freshet
import FreshetTesting
import TMDb
import Testing

/// Requests as they reach the service.
struct RequestTests {
    @Test(
        "The lists",
        arguments: [
            (TMDb.MovieList.nowPlaying, "now_playing", "Now Playing"), (.popular, "popular", "Popular"),
            (.upcoming, "upcoming", "Upcoming"), (.topRated, "top_rated", "Top Rated"),
        ])
    func lists(list: TMDb.MovieList, name: String, title: String) async throws {
        #expect(try await Movies.path(.movies(list)) == "/3/movie/\(name)")
        #expect(
            try await Movies.path(.movies(list, page: 500, language: "pt-BR", region: "BR"))
                == "/3/movie/\(name)?language=pt-BR&region=BR&page=500")
        #expect(list.title == title)
        #expect(TMDb.MovieList(title: title) == list)
    }

    @Test func listsByTheirIndexes() {
        #expect((0..<4).map(TMDb.MovieList.init(index:)) == TMDb.MovieList.allCases)
        #expect(TMDb.MovieList(index: -1) == nil)
        #expect(TMDb.MovieList(index: 4) == nil)
        #expect(TMDb.MovieList(title: "popular") == nil)
    }

    @Test func searches() async throws {
        #expect(
            try await Movies.path(
                .search("Amélie & co+", year: 2001, primaryReleaseYear: 2002, page: 2, language: "fr"))
                == "/3/search/movie?query=Am%C3%A9lie%20%26%20co%2B&year=2001&primary_release_year=2002&language=fr"
                + "&include_adult=false&page=2")
        #expect(
            try await Movies.path(.search("x", region: "DE", includesAdult: true))
                == "/3/search/movie?query=x&region=DE&include_adult=true")
        #expect(
            try await Movies.path(.searchAll("x", page: 1, language: "de", includesAdult: true))
                == "/3/search/multi?query=x&language=de&include_adult=true&page=1")
        #expect(
            try await Movies.path(.searchPeople("Tom H", page: 3, language: "en-US"))
                == "/3/search/person?query=Tom%20H&language=en-US&page=3")
    }

    @Test func discovery() async throws {
        #expect(
            try await Movies.path(.discover(.init()))
                == "/3/discover/movie?sort_by=popularity.desc&include_adult=false&include_video=false")
        var discovery = TMDb.Discovery()
        discovery.order = .releaseDate
        discovery.isAscending = true
        discovery.genres = [28, 12]
        discovery.anyOfGenres = [1]
        discovery.excludedGenres = [27]
        discovery.cast = [31]
        discovery.crew = [7, 8]
        discovery.companies = [2, 3]
        discovery.keywords = [9]
        discovery.year = 2024
        discovery.releasedFrom = "2024-01-01"
        discovery.releasedTo = "2024-06-30"
        discovery.minimumVoteAverage = 6.5
        discovery.maximumVoteAverage = 9
        discovery.minimumVoteCount = 100
        discovery.minimumRuntime = 60
        discovery.maximumRuntime = 180
        discovery.originalLanguage = "ja"
        discovery.originCountry = "JP"
        discovery.language = "de"
        discovery.region = "DE"
        discovery.includesAdult = true
        discovery.includesVideo = true
        #expect(
            try await Movies.path(.discover(discovery, page: 4))
                == "/3/discover/movie?sort_by=primary_release_date.asc&with_genres=28%2C12&without_genres=27"
                + "&with_cast=31&with_crew=7%2C8&with_companies=2%7C3&with_keywords=9&primary_release_year=2024"
                + "&primary_release_date.gte=2024-01-01&primary_release_date.lte=2024-06-30&vote_average.gte=6.5"
                + "&vote_average.lte=9.0&vote_count.gte=100&with_runtime.gte=60&with_runtime.lte=180"
                + "&with_original_language=ja&with_origin_country=JP&language=de&region=DE&include_adult=true"
                + "&include_video=true&page=4")
        var either = TMDb.Discovery()
        either.anyOfGenres = [18, 35]
        #expect(try await Movies.path(.discover(either))?.contains("with_genres=18%7C35&") == true)
    }

    @Test func trends() async throws {
        #expect(try await Movies.path(.trending(.day)) == "/3/trending/movie/day")
        #expect(
            try await Movies.path(.trending(.week, page: 2, language: "de"))
                == "/3/trending/movie/week?language=de&page=2")
        #expect(try await Movies.path(.trendingAll(.day, page: 3)) == "/3/trending/all/day?page=3")
    }

    @Test func oneMovieAndWhatBelongsToIt() async throws {
        #expect(try await Movies.path(.movie(603)) == "/3/movie/603")
        #expect(
            try await Movies.path(.movie(603, appending: [.videos, .credits], language: "de"))
                == "/3/movie/603?append_to_response=videos%2Ccredits&language=de")
        #expect(try await Movies.path(.latestMovie) == "/3/movie/latest")
        #expect(try await Movies.path(.credits(of: 603, language: "de")) == "/3/movie/603/credits?language=de")
        #expect(try await Movies.path(.videos(of: 603, language: "de")) == "/3/movie/603/videos?language=de")
        #expect(try await Movies.path(.reviews(of: 603, page: 2)) == "/3/movie/603/reviews?page=2")
        #expect(try await Movies.path(.recommendations(for: 603, page: 2)) == "/3/movie/603/recommendations?page=2")
        #expect(try await Movies.path(.similar(to: 603, language: "de")) == "/3/movie/603/similar?language=de")
    }

    @Test func peopleAndTheRest() async throws {
        #expect(try await Movies.path(.popularPeople(page: 2)) == "/3/person/popular?page=2")
        #expect(try await Movies.path(.person(31, language: "de")) == "/3/person/31?language=de")
        #expect(try await Movies.path(.movieCredits(of: 31)) == "/3/person/31/movie_credits")
        #expect(try await Movies.path(.collection(10)) == "/3/collection/10")
        #expect(try await Movies.path(.genres(language: "de")) == "/3/genre/movie/list?language=de")
        #expect(try await Movies.path(.configuration) == "/3/configuration")
        #expect(try await Movies.path(.authentication) == "/3/authentication")
    }

    @Test("Pages that do not exist are refused before they are sent", arguments: [-1, 0, 501, Int.max])
    func pageLimits(page: Int) async {
        let (client, stub) = Movies.client(.json("{}"))
        let error = await #expect(throws: FetchError.self) {
            try await client.value(for: .movies(.popular, page: page))
        }
        #expect(error?.kind == .invalidRequest("there is no page \(page): the service has pages 1 to 500"))
        await #expect(throws: FetchError.self) { try await client.value(for: .search("x", page: page)) }
        await #expect(throws: FetchError.self) { try await client.value(for: .reviews(of: 1, page: page)) }
        await #expect(throws: FetchError.self) { try await client.value(for: .popularPeople(page: page)) }
        await #expect(throws: FetchError.self) { try await client.value(for: .trendingAll(.day, page: page)) }
        await #expect(throws: FetchError.self) { try await client.value(for: .discover(.init(), page: page)) }
        #expect(stub.requests.isEmpty)
    }

    @Test("Searching for nothing is refused before it is sent", arguments: ["", "  ", "\n\t"])
    func emptySearch(text: String) async {
        let (client, stub) = Movies.client(.json("{}"))
        let error = await #expect(throws: FetchError.self) { try await client.value(for: .search(text)) }
        #expect(error?.kind == .invalidRequest("there is nothing to search for"))
        await #expect(throws: FetchError.self) { try await client.value(for: .searchAll(text)) }
        await #expect(throws: FetchError.self) { try await client.value(for: .searchPeople(text)) }
        #expect(stub.requests.isEmpty)
    }

    @Test func existingParametersAreKept() async throws {
        // T50: what the base URL and the request contain stands beside what is added.
        let stub = StubTransport { _ in .json("{}") }
        let service = TMDb(.apiKey(Movies.key), baseURL: "https://proxy.example/tmdb/3?tenant=7")
        _ = try await Client(service, transport: stub, cache: nil, retry: .never).data(for: .movies(.popular, page: 2))
        #expect(stub.requests[0].head.path == "/tmdb/3/movie/popular?tenant=7&page=2&api_key=\(Movies.key)")
    }
}
