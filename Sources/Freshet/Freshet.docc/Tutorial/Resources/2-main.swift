import Foundation
import Freshet

let catalogue = Client(Catalogue(), transport: movieServer, cache: nil)
do {
    let page = try await catalogue.value(for: .popular(page: 9))
    for movie in page.movies { print(movie.title, movie.year) }
} catch {
    print(error.localizedDescription)
    print(error.code, error.isRetryable)
}
