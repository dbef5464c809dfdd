// The view models of four lists of movies: one index, a flag while something runs, a poster for each row.

import Foundation
import FreshetCombine
import TMDb

final class MoviesViewModel: ObservableObject {
    /// 0 now playing, 1 popular, 2 upcoming, 3 top rated; a number beyond them changes nothing.
    @Published var indexEndpoint: Int
    @Published private(set) var movies: [TMDb.Movie] = []
    /// The error of every face of Freshet: a kind to switch on, the service's own message, what to do about it. An enum of
    /// our own, in which every failure of the transport is "API error", explains nothing (T49, T53).
    @Published var moviesError: FetchError?
    /// Drives the activity indicator: false again after a value, a failure and a cancel.
    @Published private(set) var isFetchingData = false

    private var subscriptions = Set<AnyCancellable>()

    init(_ tmdb: Client<TMDb>, index: Int = 2) {
        indexEndpoint = index
        $indexEndpoint
            .compactMap(TMDb.MovieList.init(index:))
            .removeDuplicates()
            // The newest choice wins and its call alone is alive: no `flatMap` (T3), no subscriptions kept for ever (T7).
            .latest { tmdb.publisher(for: .movies($0)) }
            .receive(on: DispatchQueue.main)
            .sink { [weak self] state in
                self?.isFetchingData = state.isLoading
                self?.moviesError = state.error as? FetchError
                // Often an invented empty page stands in for a failed one (T67). What was shown stays.
                if let page = state.value { self?.movies = page.results }
            }
            .store(in: &subscriptions)
    }
}

/// What a row shows: texts and numbers, made without a screen.
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

    /// A movie without a date is a movie: as a date that must be there, it would lose the whole page (T2).
    ///
    /// Nor is there a formatter with `yyyy-mm-dd` anywhere, in which `mm` are minutes and every month January (T1).
    var day: String {
        guard let date = movie.releaseDate else { return "no date" }
        return date.formatted(.iso8601.year().month().day())
    }

    var text: String { "\(movie.title) · \(day) · \(movie.percentText) \(colour.rawValue)" }
}
