import Foundation
import Freshet
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage
import TMDb

/// A list of movies.
final class MoviesPage: ListPage {
    let section: Section? = .movies
    let model: MoviesViewModel
    let address: PageAddress
    var growth: Growth
    private let pictures: PictureLinks

    init(_ list: TMDb.MovieList, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        growth = Growth(address)
        pictures = tools.pictures
        model = MoviesViewModel(tools.clients.movies, list: list, scheduler: tools.scheduler)
    }

    var title: String { model.title }
    var list: ListObject<TMDb.MovieList, TMDb.Movie> { model.movies }

    var feed: String? { PageAddress(path: ["movies", MovieTabs.path(of: model.list)], query: []).feed }

    func start() { model.start() }

    func regions() -> [Region] {
        let status = StatusContext(model.status, list, retry: link)
        return [
            Region("views", MovieTabs.context(current: model.list)),
            .filters(model.list == .topRated ? .init(order: .rating) : .init()), Region("status", status),
            elements(MovieRows(list.items, pictures), .posters),
            more(end: "This is the end of the list.", noun: "movies"),
        ]
    }
}

extension SearchPage where Item == TMDb.Movie {
    static func movies(_ address: PageAddress, _ tools: PageTools) -> SearchPage {
        SearchPage(
            .movies(tools.clients.movies, scheduler: tools.scheduler), address,
            .init(
                section: .movies, texts: .movies, tabs: MovieTabs.context(current: nil),
                form: SearchContext(
                    action: "/movies/search", name: "q", label: SearchTexts.movies.prompt, value: address["q"] ?? ""),
                shape: .posters,
                rows: { MovieRows($0, tools.pictures) }))
    }
}

/// The tabs of movies: the lists and the search.
enum MovieTabs {
    static func context(current: TMDb.MovieList?, isDiscovery: Bool = false) -> TabsContext {
        TabsContext(
            label: "Lists",
            tabs: TMDb.MovieList.allCases.map { list in
                .init(href: "/movies/\(path(of: list))", title: list.title, isCurrent: list == current)
            } + [
                .init(href: "/movies/discover", title: "Discover", isCurrent: isDiscovery),
                .init(href: "/movies/search", title: "Search", isCurrent: current == nil && !isDiscovery),
            ])
    }

    static func path(of list: TMDb.MovieList) -> String { list.rawValue.replacing("_", with: "-") }
}

struct MovieRows {
    struct Row: EntryRow {
        let title: String
        let href: String
        let poster: String?
        let date: String?
        let overview: String?
        let score: ScoreContext?
        var mark: MarkContext?
    }

    var movies: [Row]

    init(_ movies: [TMDb.Movie], _ pictures: PictureLinks) {
        self.movies = movies.map { movie in
            Row(
                title: movie.title, href: "/movies/\(movie.id)", poster: pictures.link(movie.posterURL(.w185)),
                date: movie.releaseText(locale: Locale(identifier: "en_US")),
                overview: movie.overview.isEmpty ? nil : movie.overview,
                score: ScoreContext(movie), mark: MarkContext(Entry(movie)))
        }
    }
}

extension MovieRows: TemplateContext {
    static let template = "movies"

    var entries: [Entry] { movies.entries }
    mutating func mark(_ marks: Marks.Lookup) { movies.mark(marks) }
}

/// The score of a movie in percent, shown as a ring.
struct ScoreContext: Encodable {
    let percent: Int
    let band: String

    init?(_ movie: TMDb.Movie) {
        guard let band = movie.scoreBand else { return nil }
        percent = movie.percent
        self.band = band.rawValue
    }
}
