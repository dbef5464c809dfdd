// The view models of four lists of movies: the index of the chosen list, a loading flag, and a poster for each row.

import Foundation
import FreshetCombine
import TMDb

final class MoviesViewModel: ObservableObject {
    /// The index of the list: 0 now playing, 1 popular, 2 upcoming, 3 top rated. Another index is ignored.
    @Published var indexEndpoint: Int
    @Published private(set) var movies: [TMDb.Movie] = []
    /// The error of the last call: its kind, the service's own message, and a recovery suggestion.
    ///
    /// An error type of the app with one case “API error” for all failures of the transport would explain nothing
    /// (T49, T53).
    @Published var moviesError: FetchError?
    /// Drives the activity indicator: false again after a value, a failure and a cancel.
    @Published private(set) var isFetchingData = false

    private var subscriptions = Set<AnyCancellable>()

    init(_ tmdb: Client<TMDb>, index: Int = 2) {
        indexEndpoint = index
        $indexEndpoint
            .compactMap(TMDb.MovieList.init(index:))
            .removeDuplicates()
            // Only the call of the newest choice stays in flight: no `flatMap` (T3), and no subscriptions that are
            // kept for ever (T7).
            .latest { tmdb.publisher(for: .movies($0)) }
            .receive(on: DispatchQueue.main)
            .sink { [weak self] state in
                self?.isFetchingData = state.isLoading
                self?.moviesError = state.error as? FetchError
                // After a failure the movies stay. Many apps replace them with an invented empty page (T67).
                if let page = state.value { self?.movies = page.results }
            }
            .store(in: &subscriptions)
    }
}

/// The texts and numbers that a row shows, computed without a view.
struct MovieRow {
    enum Colour: String {
        case red, orange, yellow, green
    }

    let movie: TMDb.Movie

    var colour: Colour {
        switch movie.percent {
        case ..<40: .red
        case ..<60: .orange
        case ..<75: .yellow
        default: .green
        }
    }

    /// The release day as a text, or a replacement for a movie without a date.
    ///
    /// A date that is required would fail the decoding of the whole page (T2). A formatter with `yyyy-mm-dd` would be
    /// wrong: `mm` are minutes, and every month would be January (T1).
    var day: String {
        guard let date = movie.releaseDate else { return "no date" }
        return date.formatted(.iso8601.year().month().day())
    }

    var text: String { "\(movie.title) · \(day) · \(movie.percentText) \(colour.rawValue)" }
}
