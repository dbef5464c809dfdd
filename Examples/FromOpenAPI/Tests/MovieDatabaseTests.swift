import Foundation
import Freshet
import FreshetTapesTesting
import Testing

@testable import FromOpenAPIExample

/// Calls the generated service on tapes.
@Suite(.timeLimit(.minutes(1)))
struct MovieDatabaseTests {
    /// Sends the requests while a tape is recorded, to an emulator where `TMDB_ORIGIN` has its origin.
    private static var live: any Transport {
        let origin = ProcessInfo.processInfo.environment["TMDB_ORIGIN"]
        let routes = origin.map { ["https://api.themoviedb.org": $0] } ?? [:]
        return (try? RoutingTransport(DefaultTransport.shared, routes: routes)) ?? DefaultTransport.shared
    }

    private let movies = Client(
        MovieDatabase(token: ProcessInfo.processInfo.environment["TMDB_TOKEN"] ?? "any"), transport: .tape, cache: nil)

    @Test(.tape("search", uses: .all, live: live))
    func aSearchHasPages() async throws {
        var numbers: [Int] = []
        var titles = Set<String?>()
        for try await page in movies.pages(of: .searchMovies(query: "the")).prefix(2) {
            numbers.append(page.value.page)
            titles.formUnion(page.value.results.map(\.title))
        }
        #expect(numbers == [1, 2])
        #expect(titles.count > 20)
    }

    @Test(.tape("movie", uses: .all, live: live))
    func aMovieHasItsCredits() async throws {
        let first = try #require(try await movies.value(for: .movies(list: .topRated)).results.first)
        let movie = try await movies.value(for: .movie(id: first.id, appendToResponse: [.credits]))
        #expect(movie.title == first.title)
        #expect(movie.credits?.cast?.isEmpty == false)
        #expect(movie.line.hasSuffix(")"))
    }

    @Test(.tape("missing", uses: .all, live: live))
    func anErrorHasTheMessageOfTheService() async throws {
        do throws(FetchError) {
            _ = try await movies.value(for: .movie(id: 0))
            Issue.record("There is no such movie.")
        } catch {
            #expect(error.serviceError?.code == "34")
            #expect(error.localizedDescription.contains("could not be found"))
        }
    }
}
