import AppleUI
import Foundation
import Freshet
import FreshetCombine

// The screen of README.md, and the view model that it shows, which the example FirstProgram runs.

struct Article: Decodable, Sendable, Identifiable {
    let title: String
    let url: String
    var id: String { url }
}

extension Request where API == News, Value == [Article] {
    static func articles(about text: String) -> Self { Request("everything", query: ["q": text]) }
}

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

struct NewsScreen: View {
    @StateObject private var search: NewsSearch

    init(_ news: Client<News>) { _search = StateObject(wrappedValue: NewsSearch(news)) }

    var body: some View {
        List {
            switch search.articles {
            case .idle: Text("Type to search.")
            case .loading: ProgressView()
            case .failed(let error): Text(error.localizedDescription)
            case .loaded(let articles): ForEach(articles) { Text($0.title) }
            }
        }
        .searchable(text: $search.text, prompt: "Search the news")
    }
}

func threeInterfaces(_ news: Client<News>) async throws -> (AnyCancellable, FetchTask) {
    let articles = try await news.value(for: .articles(about: "rivers"))  // throws(FetchError)
    print(articles.count)

    let subscription = news.publisher(for: .articles(about: "rivers"))  // Failure == FetchError
        .receive(on: DispatchQueue.main)
        .sink { completion in
            print(completion)
        } receiveValue: { articles in
            print(articles.count)
        }

    let task = news.fetch(.articles(about: "rivers")) { result in  // Result<[Article], FetchError>
        print(result)
    }
    return (subscription, task)
}
