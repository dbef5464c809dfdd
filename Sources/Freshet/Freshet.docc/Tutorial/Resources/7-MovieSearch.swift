import Freshet
import FreshetCombine

final class MovieSearch: ObservableObject {
    @Published var text = ""
    @Published private(set) var movies = LoadingState<[Movie]>.idle

    init(_ catalogue: Client<Catalogue>, scheduler: AnyScheduler = .main) {
        $text
            .debounce(for: .milliseconds(300), scheduler: scheduler)
            .removeDuplicates()
            .latest { text in catalogue.publisher(for: text.isEmpty ? .popular() : .search(text)) }
            .map { state in state.map(\.movies) }
            .receive(on: scheduler)
            .assign(to: &$movies)
    }
}
