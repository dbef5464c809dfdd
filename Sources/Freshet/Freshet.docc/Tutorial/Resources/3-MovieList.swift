import Foundation
import Freshet

@MainActor
final class MovieList {
    private(set) var state = FetchState<[Movie]>()
    private let catalogue: Client<Catalogue>

    init(_ catalogue: Client<Catalogue>) {
        self.catalogue = catalogue
    }

    func load() async {
        state.begin()
        do {
            let page = try await catalogue.value(for: .popular())
            state.receive(page.movies, at: Date())
        } catch {
            state.fail(error)
        }
    }
}
