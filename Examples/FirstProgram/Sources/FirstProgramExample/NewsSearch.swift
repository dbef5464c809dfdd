import Freshet
import FreshetCombine

final class NewsSearch: ObservableObject {
    @Published var text = ""
    @Published private(set) var articles = LoadingState<[Article]>.idle

    init(_ news: Client<News>, scheduler: AnyScheduler = .main) {
        $text.debounce(for: .milliseconds(300), scheduler: scheduler)
            .removeDuplicates()
            .filter { !$0.isEmpty }
            .latest { news.publisher(for: .articles(about: $0)) }  // cancels the search before it
            .receive(on: scheduler)
            .assign(to: &$articles)
    }
}
