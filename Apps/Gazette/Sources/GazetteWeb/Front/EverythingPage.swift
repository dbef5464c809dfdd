import Foundation
import Freshet
import FreshetCombine
import NewsAPI
import ReaderModels

/// The search page over all services, with a group of results for each. In each group, the latest text wins.
final class EverythingPage: PageContent {
    let section: Section? = nil
    let title = "Search everything"
    let changes: AnyPublisher<Void, Never>
    private let address: PageAddress
    private let groups: [Group]
    private var text: String
    /// Sets the text of each search.
    private let setters: [(_ text: String, _ isFinal: Bool) -> Void]

    /// How many results of a group are shown as lines, and as a row of pictures.
    private static let count = 6
    private static let pictureCount = 12
    private static let prompt = "Type a text: news, Hacker News, movies and meals are searched side by side."

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        text = address["q"] ?? ""
        let (clients, pictures, scheduler) = (tools.clients, tools.pictures, tools.scheduler)
        let news = ArticlesViewModel(clients.news, section: .search, scheduler: scheduler)
        let stories = PagedSearch.hackerNews(clients.hackerNewsSearch, scheduler: scheduler)
        let movies = PagedSearch.movies(clients.movies, scheduler: scheduler)
        let meals = PagedSearch.meals(clients.meals, scheduler: scheduler)
        func head<Query, Item>(
            _ id: String, _ title: String, _ path: [String], _ list: ListObject<Query, Item>, _ text: String,
            _ notice: String?, _ shape: Skeleton.Shape = .briefs(Self.count)
        ) -> GroupHead {
            let query = path == ["news"] ? ["q": text, "section": "search"] : ["q": text]
            let total = list.totalCount.map { " (\($0))" } ?? ""
            return GroupHead(
                id, title, href: PageAddress.link(path, query), more: "All results\(total)", list, shape,
                notice: notice, empty: "Nothing matches “\(text)”.")
        }
        groups = [
            Group(
                "news", news.articles, changes: news.objectWillChange.map { _ in }.eraseToAnyPublisher(),
                start: news.start
            ) {
                let text = news.search.text
                return BriefsContext(
                    head: head("news", "News", ["news"], news.articles, text, news.notice),
                    briefs: news.articles.items.prefix(Self.count).map { article in
                        let query = ["article": article.nameInAddresses, "q": text]
                        return RowContext(
                            article, path: PageAddress.link(["news", "read"], query), pictures, now: Date())
                    })
            },
            Self.group("stories", stories) {
                BriefsContext(
                    head: head(
                        "stories", "Hacker News", ["hn", "search"], stories.results, stories.text,
                        stories.idleReason?.message),
                    briefs: StoryRows(Array(stories.results.items.prefix(Self.count))).stories)
            },
            Self.group("movies", movies) {
                StripContext(
                    head: head(
                        "movies", "Movies", ["movies", "search"], movies.results, movies.text,
                        movies.idleReason?.message, .strip(isSquare: false)),
                    movies: MovieRows(Array(movies.results.items.prefix(Self.pictureCount)), pictures))
            },
            Self.group("meals", meals) {
                StripContext(
                    head: head(
                        "meals", "Meals", ["meals", "search"], meals.results, meals.text, meals.idleReason?.message,
                        .strip(isSquare: true)),
                    meals: MealRows(Array(meals.results.items.prefix(Self.pictureCount)), pictures))
            },
        ]
        setters = [
            Self.setter(news.search), Self.setter(stories.field), Self.setter(movies.field), Self.setter(meals.field),
        ]
        changes = groups.changes
    }

    private static func group<Item>(
        _ id: String, _ search: PagedSearch<Item>, _ context: @escaping () -> any TemplateContext
    ) -> Group {
        Group(
            id, search.results, changes: search.objectWillChange.map { _ in }.eraseToAnyPublisher(), start: {},
            context: context)
    }

    private static func setter(_ field: SearchField) -> (String, Bool) -> Void {
        { text, isFinal in
            field.text = text
            if isFinal { field.submit() }
        }
    }

    var link: String { address.link(["q": text]) }

    func start() {
        for set in setters { set(text, true) }
        groups.forEach { $0.start() }
    }

    func proceed() -> Bool { !groups.contains { $0.isPending() } }

    func handle(_ input: PageInput) -> Bool {
        guard input.name == "q" else { return groups.handle(input) }
        text = input.value
        for set in setters { set(text, false) }
        return true
    }

    func regions() -> [Region] {
        let form = SearchContext(action: "/search", name: "q", label: "Words", value: address["q"] ?? "")
        let isBlank = text.allSatisfy(\.isWhitespace)
        let status = isBlank ? [Region("status", StatusContext(notice: Self.prompt))] : []
        return [Region.search(form)] + (isBlank ? status : groups.map(\.region))
    }
}
