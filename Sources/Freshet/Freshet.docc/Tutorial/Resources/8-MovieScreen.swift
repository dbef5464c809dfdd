import Freshet
import FreshetCombine
import SwiftUI

struct MovieScreen: View {
    @StateObject private var search: MovieSearch

    init(_ catalogue: Client<Catalogue>) {
        _search = StateObject(wrappedValue: MovieSearch(catalogue))
    }

    var body: some View {
        List {
            switch search.movies {
            case .idle, .loading: ProgressView()
            case .failed(let error): Text(error.localizedDescription)
            case .loaded(let movies) where movies.isEmpty: Text("No movies.")
            case .loaded(let movies): ForEach(movies) { Text("\($0.title) (\(String($0.year)))") }
            }
        }
        .searchable(text: $search.text, prompt: "Search the movies")
    }
}
