import Freshet
import FreshetTesting
import HackerNews
import NewsAPI
import TMDb
import Testing
import WrittenServices

/// Compares the requests of generated services with those of the handwritten ones.
struct WrittenRequestTests {
    /// What a server sees of a request.
    private struct Sent: Equatable {
        var method: HTTPRequest.Method
        var path: String?
        var fields: HTTPFields

        /// Sends a request, whatever its response.
        init<API: Service, Value: Sendable>(_ request: Request<API, Value>, to service: API) async throws {
            let transport = StubTransport { _ in .json("{}") }
            _ = try? await Client(service, transport: transport, cache: nil, retry: .never).data(for: request)
            let head = try #require(transport.requests.first).head
            method = head.method
            path = head.path
            fields = head.headerFields
        }
    }

    /// Expects that two requests are the same.
    private func expectSame<A: Service, B: Service, V: Sendable, W: Sendable>(
        _ written: Request<A, V>, to first: A, _ byHand: Request<B, W>, to second: B,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let written = try await Sent(written, to: first)
        #expect(try await written == Sent(byHand, to: second), sourceLocation: location)
    }

    // MARK: - News

    private let news = NewsService(key: "secret")
    private let newsByHand = NewsAPI(apiKey: "secret")

    @Test func newsRequestsAreTheSame() async throws {
        try await expectSame(
            .topHeadlines(country: "us", category: .science, q: "ice & snow", pageSize: 5, page: 2), to: news,
            .topHeadlines(country: .us, category: .science, query: "ice & snow", pageSize: 5, page: 2), to: newsByHand)
        try await expectSame(
            .topHeadlines(sources: ["bbc-news", "cnn"], language: "de"), to: news,
            .topHeadlines(sources: ["bbc-news", "cnn"], language: .german), to: newsByHand)
        try await expectSame(
            .sources(category: "health", language: "en", country: "us"), to: news,
            .sources(category: .health, language: .english, country: .us), to: newsByHand)
    }

    @Test func aSearchIsTheSame() async throws {
        var search = NewsAPI.Search(#""climate change" -football"#)
        search.titleQuery = "ice"
        search.searchIn = [.title, .content]
        search.sources = ["bbc-news"]
        search.domains = ["bbc.co.uk", "example.com"]
        search.excludedDomains = ["example.org"]
        search.from = "2026-11-01"
        search.to = "2026-11-30"
        search.language = .english
        search.sortBy = .relevancy
        try await expectSame(
            .everything(
                q: #""climate change" -football"#, qInTitle: "ice", searchIn: [.title, .content], sources: ["bbc-news"],
                domains: ["bbc.co.uk", "example.com"], excludeDomains: ["example.org"], from: "2026-11-01",
                to: "2026-11-30", language: "en", sortBy: .relevancy, pageSize: 10, page: 3),
            to: news, .everything(search, pageSize: 10, page: 3), to: newsByHand)
    }

    // MARK: - Hacker News

    private let hackerNews = HackerNewsService()
    private let hackerNewsByHand = HackerNews()

    @Test(
        "Lists",
        arguments: [
            (HackerNewsService.StoryList.newstories, HackerNews.StoryList.new), (.topstories, .top),
            (.beststories, .best), (.askstories, .ask), (.showstories, .show), (.jobstories, .jobs),
        ])
    func listsOfStoriesAreTheSame(_ list: HackerNewsService.StoryList, _ byHand: HackerNews.StoryList) async throws {
        try await expectSame(.list(list: list), to: hackerNews, .list(byHand), to: hackerNewsByHand)
    }

    @Test func hackerNewsRequestsAreTheSame() async throws {
        try await expectSame(.item(id: 8863), to: hackerNews, .item(8863), to: hackerNewsByHand)
        try await expectSame(.user(name: "Å b"), to: hackerNews, .user("Å b"), to: hackerNewsByHand)
        try await expectSame(.maximumItem(), to: hackerNews, .maximumItem, to: hackerNewsByHand)
        try await expectSame(.updates(), to: hackerNews, .updates, to: hackerNewsByHand)
    }

    // MARK: - Movies

    private let movies = MovieService(token: "secret")
    private let moviesByHand = TMDb(.token("secret"))

    @Test func listsOfMoviesAreTheSame() async throws {
        try await expectSame(
            .movies(list: .nowPlaying, language: "pt-BR", region: "BR", page: 500), to: movies,
            .movies(.nowPlaying, page: 500, language: "pt-BR", region: "BR"), to: moviesByHand)
        try await expectSame(
            .searchMovies(query: "Amélie & co+", year: 2001, primaryReleaseYear: 2002, language: "fr", page: 2),
            to: movies,
            .search("Amélie & co+", year: 2001, primaryReleaseYear: 2002, page: 2, language: "fr"), to: moviesByHand)
        try await expectSame(
            .searchAll(query: "x", language: "de", includeAdult: true, page: 1), to: movies,
            .searchAll("x", page: 1, language: "de", includesAdult: true), to: moviesByHand)
        try await expectSame(
            .searchPeople(query: "Tom H", page: 3), to: movies, .searchPeople("Tom H", page: 3), to: moviesByHand)
        try await expectSame(
            .trending(window: .week, language: "de", page: 2), to: movies,
            .trending(.week, page: 2, language: "de"), to: moviesByHand)
        try await expectSame(
            .trendingAll(window: .day), to: movies, .trendingAll(.day), to: moviesByHand)
        try await expectSame(.popularPeople(page: 2), to: movies, .popularPeople(page: 2), to: moviesByHand)
        try await expectSame(.genres(language: "de"), to: movies, .genres(language: "de"), to: moviesByHand)
    }

    @Test func aDiscoveryIsTheSame() async throws {
        var discovery = TMDb.Discovery()
        discovery.order = .releaseDate
        discovery.isAscending = true
        discovery.genres = [28, 12]
        discovery.excludedGenres = [27]
        discovery.companies = [2, 3]
        discovery.year = 2024
        discovery.releasedFrom = "2024-01-01"
        discovery.minimumVoteAverage = 6.5
        discovery.maximumVoteAverage = 9
        discovery.minimumVoteCount = 100
        discovery.maximumRuntime = 180
        discovery.region = "DE"
        try await expectSame(
            .discover(
                sortBy: "primary_release_date.asc", withGenres: "28,12", withoutGenres: "27", withCompanies: "2|3",
                primaryReleaseYear: 2024, primaryReleaseDateGte: MovieService.Day("2024-01-01"), voteAverageGte: 6.5,
                voteAverageLte: 9, voteCountGte: 100, withRuntimeLte: 180, region: "DE", page: 4),
            to: movies, .discover(discovery, page: 4), to: moviesByHand)
    }

    @Test func whatBelongsToAMovieIsTheSame() async throws {
        try await expectSame(
            .movie(id: 603, appendToResponse: [.videos, .credits], language: "de"), to: movies,
            .movie(603, appending: [.videos, .credits], language: "de"), to: moviesByHand)
        try await expectSame(.latestMovie(), to: movies, .latestMovie, to: moviesByHand)
        try await expectSame(.credits(id: 603), to: movies, .credits(of: 603), to: moviesByHand)
        try await expectSame(.videos(id: 603), to: movies, .videos(of: 603), to: moviesByHand)
        try await expectSame(.reviews(id: 603, page: 2), to: movies, .reviews(of: 603, page: 2), to: moviesByHand)
        try await expectSame(
            .recommendations(id: 603, page: 2), to: movies, .recommendations(for: 603, page: 2), to: moviesByHand)
        try await expectSame(.similar(id: 603), to: movies, .similar(to: 603), to: moviesByHand)
        try await expectSame(.person(id: 31, language: "de"), to: movies, .person(31, language: "de"), to: moviesByHand)
        try await expectSame(.movieCredits(id: 31), to: movies, .movieCredits(of: 31), to: moviesByHand)
        try await expectSame(.collection(id: 10), to: movies, .collection(10), to: moviesByHand)
        try await expectSame(.configuration(), to: movies, .configuration, to: moviesByHand)
        try await expectSame(.authentication(), to: movies, .authentication, to: moviesByHand)
    }
}
