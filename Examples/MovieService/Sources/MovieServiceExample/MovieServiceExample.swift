import Foundation
import Freshet
import FreshetCombine
import Support

@main @MainActor
enum MovieServiceExample {
    static func main() async throws {
        try await EmulatedServices.run { services in
            let api = MovieServiceAPI(Client(MovieDatabase(key: "any"), transport: services.transport, cache: nil))

            for endpoint in MovieServiceAPI.Endpoint.allCases {
                await waiting { done in
                    api.fetchMovies(from: endpoint) { result in
                        switch result {
                        case .success(let page):
                            let titles = page.results.prefix(2).map(\.title).joined(separator: ", ")
                            print("\(endpoint): \(titles) and \(page.totalResults - 2) more")
                        case .failure(let error): print("\(endpoint): \(error.localizedDescription)")
                        }
                        done()
                    }
                }
            }

            // `withCompletion` awaits the value of a callback of any shape.
            let page = try await withCompletion { completion in
                let task = api.fetchMovies(from: .popular) { completion.result($0.mapError { $0 as any Error }) }
                return { task.cancel() }
            }
            let id = page.results.first?.id ?? 0
            await waiting { done in
                api.fetchMovie(movieId: id) { (movie: Movie?, error: FetchError?) in
                    print("\nThe pair: \(movie?.title ?? error?.localizedDescription ?? "")")
                    done()
                }
            }
            await waiting { done in
                api.fetchMovie(movieId: -1) { movie in
                    print("\(movie.title)")
                    done()
                } failure: { error in
                    print(
                        "The failure: \(error.localizedDescription) (status \(error.response?.head.status.code ?? 0))")
                    done()
                }
            }

            // A cancelled call reports that once, and it is not shown as a failure.
            await waiting { done in
                api.fetchMovie(movieId: id) { (result: Result<Movie, FetchError>) in
                    if case .failure(let error) = result { print("Cancelled: \(error.isCancellation)") }
                    done()
                }
                .cancel()
            }

            // Plain URLSession returns an error page as data: only the status identifies it (T31).
            let refused = services.address.appending(path: "3/movie/popular")
            await waiting { done in
                URLSession.shared.dataTask(with: refused) { result in
                    let status = (try? result.get().0 as? HTTPURLResponse)?.statusCode
                    print("\nURLSession without a key: a success, of status \(status ?? 0)")
                    done()
                }
                .resume()
            }
        }
    }

    /// Waits for a callback, so that the example prints in order. An app has no need of this.
    static func waiting(_ start: (_ done: @escaping @Sendable () -> Void) -> Void) async {
        await withCheckedContinuation { continuation in
            start { continuation.resume() }
        }
    }
}
