import Foundation
import Freshet

@MainActor
final class MovieList {
    private(set) var state = FetchState<[Movie]>()
    private(set) var hasMore = true
    private let pages: Pages<Catalogue, MoviePage>.AsyncIterator

    init(_ catalogue: Client<Catalogue>) {
        pages = catalogue.pages(of: .popular).makeAsyncIterator()
    }

    func loadMore() async {
        guard hasMore, !state.isFetching else { return }
        state.begin()
        do {
            var pages = pages  // copies read on from the same place
            if let page = try await pages.next() {
                let movies = (state.value ?? []) + page.value.movies
                state.receive(movies, at: Date(), isStale: page.source.isStale)
            } else {
                hasMore = false
                state.cancel()
            }
        } catch {
            state.fail(error)
        }
    }
}
