import Foundation
import Freshet
import FreshetCombine
import Support
import TMDb

@main @MainActor
enum MoviesExample {
    static func main() async throws {
        try await EmulatedServices.run { services in
            let tmdb = Client(TMDb(.init("any")), transport: services.transport, cache: nil)
            let model = MoviesViewModel(tmdb)
            // A screen observes every change of the flag. This example prints it.
            let flag = model.$isFetchingData.removeDuplicates().dropFirst()
                .sink { print($0 ? "\nFetching…" : "Done.") }

            show("Upcoming", try await model.$movies.nextValue())
            for index in [0, 3] {
                model.indexEndpoint = index
                let movies = try await model.$movies.nextValue()
                show(TMDb.MovieList(index: index)?.title ?? "", movies)
            }
            flag.cancel()
            // There is no list at index 4. Nothing is force-unwrapped, so the index is ignored (T15).
            model.indexEndpoint = 4

            // All posters come from one store, which sends one request for all rows with the same poster.
            let store = ImageStore(client: tmdb)
            print("\nPosters of the first three")
            for movie in model.movies.prefix(3) {
                // A movie without a poster path has no poster address, so the folder of pictures itself is never
                // requested (T66).
                let poster = try await store.optionalImage(for: movie.posterURL(.w154)).firstValue()
                let text = poster.map { "\($0.format) of \($0.pixelSize.map(String.init) ?? "unknown size")" }
                print("  \(movie.title): \(text ?? "none")")
            }

            let refused = MoviesViewModel(Client(TMDb(.init("invalid")), transport: services.transport, cache: nil))
            let error = try await refused.$moviesError.compactMap(\.self).firstValue()
            print("\nWith a wrong key: \(error.localizedDescription)")
        }
    }

    static func show(_ title: String, _ movies: [TMDb.Movie]) {
        print("\(title), \(movies.count) movies")
        for movie in movies.prefix(4) { print("  \(MovieRow(movie: movie).text)") }
    }
}
