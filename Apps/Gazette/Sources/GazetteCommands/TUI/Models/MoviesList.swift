import Foundation
import Freshet
import FreshetCombine
import ReaderModels
import TMDb

/// The lists of movies, and their search.
final class MoviesList: TUIList {
    private let client: Client<TMDb>
    private let model: MoviesViewModel
    private let found: PagedSearch<TMDb.Movie>
    private var isSearching = false

    init(_ client: Client<TMDb>) {
        self.client = client
        model = MoviesViewModel(client, list: .nowPlaying)
        found = .movies(client)
    }

    var content: TUIContent {
        isSearching
            ? TUIContent(found.results, found.status(.movies), row: Self.row)
            : TUIContent(model.movies, model.status, name: model.list.title, row: Self.row)
    }

    private static func row(_ movie: TMDb.Movie) -> TUIRow {
        TUIRow(section: .movies, id: "\(movie.id)", title: movie.title, facts: movie.rowFacts(), url: movie.page)
    }

    func observe(_ onChange: @escaping () -> Void) -> [AnyCancellable] {
        [model.objectWillChange.sink { _ in onChange() }, found.objectWillChange.sink { _ in onChange() }]
    }

    func appear() { model.start() }
    func disappear() { model.movies.cancel() }
    func reload() { if isSearching { found.retry() } else { model.retry() } }
    func loadMore() { if isSearching { found.results.loadMore() } else { model.movies.loadMore() } }

    func turn(by offset: Int) {
        if let next = TMDb.MovieList.allCases.turned(from: model.list, by: offset) { model.list = next }
    }

    func search(_ text: String?) {
        isSearching = text != nil
        found.text = text ?? ""
    }

    func detail(of row: TUIRow) -> TUIDetailSource? {
        guard let id = Int(row.id) else { return nil }
        return .model(MovieDetailViewModel(client, id: id), key: row.key, title: row.title) { movie, detail in
            detail.facts = [
                movie.releaseText(), movie.runtimeText, movie.voteCount > 0 ? movie.percentText : nil,
                movie.genres.isEmpty ? nil : movie.genres.map(\.name).joined(separator: ", "), movie.directorsText,
            ].compactMap(\.self).joined(separator: " · ")
            detail.url = movie.page
            detail.picture = movie.posterURL(.w500)?.absoluteString
            if !movie.overview.isEmpty { detail.blocks.append(.text(movie.overview)) }
            detail.add("Cast", movie.leadingCast.map { $0.role.isEmpty ? $0.name : "\($0.name) as \($0.role)" })
            detail.add("Recommended", movie.recommendedMovies.map(\.title))
            for review in movie.leadingReviews {
                detail.blocks.append(.heading(review.heading))
                detail.blocks += review.paragraphs.map { .text($0.text) }
            }
        }
    }
}

extension TUIDetail {
    /// Adds a list with a heading, unless the list is empty.
    mutating func add(_ heading: String, _ entries: [String]) {
        guard !entries.isEmpty else { return }
        blocks.append(.heading(heading))
        blocks += entries.map { .entry($0) }
    }
}
