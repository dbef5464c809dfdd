import Foundation
import Freshet
import Support

@main
enum FromOpenAPIExample {
    static func main() async throws {
        try await EmulatedServices.run { services in
            let movies = Client(MovieDatabase(token: "any"), transport: services.transport, cache: nil)
            // The file of extras says how the pages of a search are connected.
            for try await page in movies.pages(of: .searchMovies(query: "the")).prefix(2) {
                print("Page \(page.value.page) of \(page.value.totalPages)")
                for movie in page.value.results.prefix(3) { print("  \(movie.line)") }
            }

            guard let first = try await movies.value(for: .movies(list: .topRated)).results.first else { return }
            let movie = try await movies.value(for: .movie(id: first.id, appendToResponse: [.credits]))
            print("\nTop rated: \(movie.line)")
            for member in movie.credits?.cast?.prefix(3) ?? [] {
                print("  \(member.name) as \(member.character ?? "themselves")")
            }

            do throws(FetchError) {
                _ = try await movies.value(for: .movie(id: 0))
            } catch {
                print("\nA movie that doesn't exist: \(error.localizedDescription)")
            }
        }
    }
}
