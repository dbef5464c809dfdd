import Foundation
import Freshet
import FreshetCombine
import ReaderModels
import TMDb

/// A list of movies.
final class MoviesPage: PageContent {
    let section = Section.movies
    private let model: MoviesViewModel
    private let address: PageAddress
    private let pictures: PictureLinks
    private var shownPages = 1

    init(_ list: TMDb.MovieList, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        pictures = tools.pictures
        model = MoviesViewModel(tools.clients.movies, list: list, scheduler: tools.scheduler)
    }

    var title: String { "\(model.list.title) movies" }
    var link: String { address.link(["pages": shownPages > 1 ? String(shownPages) : nil]) }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("more", _): grow(&shownPages, model.movies)
        case ("retry", _): model.retry()
        default: return false
        }
        return true
    }

    func start() { model.start() }

    func proceed() -> Bool { model.movies.grow(to: address.pageCount, shown: &shownPages) }

    func regions() -> [Region] {
        [
            Region("views", "tabs", MovieTabs.context(current: model.list)),
            Region(
                "status", "status",
                StatusContext(
                    model.movies, retry: address.link(), empty: "This list is empty now.", noun: "movies")),
            Region("list", "movies", MovieRows(model.movies.items, pictures)),
            Region(
                "more", "more", MoreContext(model.movies, shown: shownPages, address, end: "That is the whole list.")),
        ]
    }
}

/// The search for movies.
final class MovieSearchPage: PageContent {
    let section = Section.movies
    let title = "Search movies"
    private let model: PagedSearch<TMDb.Movie>
    private let address: PageAddress
    private let pictures: PictureLinks
    private var shownPages = 1

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        pictures = tools.pictures
        model = .movies(tools.clients.movies, scheduler: tools.scheduler)
    }

    var link: String { address.link(["q": model.text, "pages": shownPages > 1 ? String(shownPages) : nil]) }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("q", let text): model.text = text
        case ("more", _): grow(&shownPages, model.results)
        case ("retry", _): model.retry()
        default: return false
        }
        return true
    }

    func start() {
        model.text = address["q"] ?? ""
        model.submit()
    }

    func proceed() -> Bool {
        model.results.query == nil || model.results.grow(to: address.pageCount, shown: &shownPages)
    }

    func regions() -> [Region] {
        [
            Region("views", "tabs", MovieTabs.context(current: nil)),
            Region.search(
                SearchContext(action: "/movies/search", name: "q", label: "Title", value: address["q"] ?? "")),
            Region(
                "status", "status",
                StatusContext(
                    model.results, retry: address.link(), notice: model.idleReason?.message,
                    empty: "No movie is called “\(address["q"] ?? "")”. Try fewer words.", noun: "movies")),
            Region("list", "movies", MovieRows(model.results.items, pictures)),
            Region(
                "more", "more",
                MoreContext(model.results, shown: shownPages, address, end: "That is all that was found.")),
        ]
    }
}

enum MovieTabs {
    static func context(current: TMDb.MovieList?) -> TabsContext {
        TabsContext(
            label: "Lists",
            tabs: TMDb.MovieList.allCases.map { list in
                .init(href: "/movies/\(path(of: list))", title: list.title, isCurrent: list == current)
            } + [.init(href: "/movies/search", title: "Search", isCurrent: current == nil)])
    }

    static func path(of list: TMDb.MovieList) -> String { list.rawValue.replacing("_", with: "-") }

    static func list(at path: String) -> TMDb.MovieList? {
        TMDb.MovieList(rawValue: path.replacing("-", with: "_"))
    }
}

struct MovieRows {
    struct Row {
        let title: String
        let href: String
        let poster: String?
        let year: Int?
        let overview: String?
        let score: ScoreContext?
    }

    let movies: [Row]

    init(_ movies: [TMDb.Movie], _ pictures: PictureLinks) {
        self.movies = movies.map { movie in
            Row(
                title: movie.title, href: "/movies/\(movie.id)", poster: pictures.link(movie.posterURL(.w185)),
                year: movie.year, overview: movie.overview.isEmpty ? nil : movie.overview,
                score: ScoreContext(movie))
        }
    }
}

/// The score as a ring of a percent.
struct ScoreContext {
    let percent: Int
    let band: String

    init?(_ movie: TMDb.Movie) {
        guard movie.voteCount > 0 else { return nil }
        percent = movie.percent
        band = ScoreBand(percent: movie.percent).rawValue
    }
}

/// One movie with its details.
final class MoviePage: PageContent {
    let section = Section.movies
    private let model: MovieDetailViewModel
    private let address: PageAddress
    private let pictures: PictureLinks

    init(id: Int, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        pictures = tools.pictures
        model = MovieDetailViewModel(tools.clients.movies, id: id, scheduler: tools.scheduler)
    }

    var title: String { model.movie.value?.title ?? "Movie" }
    var link: String { address.link() }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("retry", _): model.load()
        default: return false
        }
        return true
    }

    func start() { model.load() }

    func proceed() -> Bool { !model.movie.isFetching }

    private struct Part {
        let name: String
        let character: String?
        let picture: String?
    }

    private struct Link {
        let title: String
        let href: String?
    }

    private struct Review {
        let author: String
        let rating: String?
        let paragraphs: [String]
    }

    private struct Context {
        let facts: [String]
        let score: ScoreContext?
        let poster: String?
        let backdrop: String?
        let tagline: String?
        let overview: String?
        let directors: String?
        let companies: String?
        let homepage: String?
        let cast: [Part]
        let videos: [Link]
        let reviews: [Review]
        let recommendations: MovieRows?
    }

    func regions() -> [Region] {
        let status = Region(
            "status", "status",
            StatusContext(
                isLoading: model.movie.isFetching, error: model.selectedError, retry: address.link(),
                keeps: model.movie.value != nil))
        guard let movie = model.movie.value else { return [status] }
        let recommendations = movie.recommendations?.results.prefix(8) ?? []
        return [
            status,
            Region(
                "movie", "movie",
                Context(
                    facts: model.facts, score: ScoreContext(movie), poster: pictures.link(movie.posterURL(.w342)),
                    backdrop: pictures.link(movie.backdropURL(.w1280)), tagline: movie.tagline,
                    overview: movie.overview.isEmpty ? nil : movie.overview,
                    directors: movie.credits.flatMap {
                        $0.directors.isEmpty ? nil : $0.directors.joined(separator: ", ")
                    },
                    companies: movie.companies.isEmpty ? nil : movie.companies.map(\.name).joined(separator: ", "),
                    homepage: movie.homepage?.absoluteString,
                    cast: (movie.credits?.cast.prefix(12) ?? []).map {
                        Part(name: $0.name, character: $0.character, picture: pictures.link($0.profileURL(.w185)))
                    },
                    videos: (movie.videos ?? []).map { Link(title: $0.name, href: $0.youTubeURL?.absoluteString) },
                    reviews: (movie.reviews?.results.prefix(3) ?? []).map { review in
                        Review(
                            author: review.author, rating: review.rating.map { "\(Int($0)) of 10" },
                            paragraphs: review.content.split(whereSeparator: \.isNewline).map(String.init))
                    },
                    recommendations: recommendations.isEmpty ? nil : MovieRows(Array(recommendations), pictures))),
        ]
    }
}
