import Foundation
import Freshet
import FreshetCombine
import HackerNews
import LivePages
import NewsAPI
import ReaderModels
import ReaderStorage
import TMDb
import TheMealDB

/// The search page over all services. The services with results come one below the other, those whose titles match best
/// first; a line names those without. In each group, the latest text wins.
final class EverythingPage: PageContent {
    let section: Section? = nil
    let title = "Search everything"
    /// The feeds are those of the visitor.
    let isPersonal = true
    let changes: AnyPublisher<Void, Never>
    private let address: PageAddress
    private let groups: [Group]
    private let feeds: FeedsGroup
    /// What each group has, in the order of the groups.
    private let results: [Results]
    /// The groups that are shown, in their order; empty until all have loaded for the first time, or took too long.
    private var order: [Int] = []
    /// The text for which they were ordered.
    private var orderedText: String?
    /// Ends the wait for the slowest service.
    private var deadline: AnyCancellable?
    private let late = PassthroughSubject<Void, Never>()
    private let scheduler: AnyScheduler
    private var text: String
    /// Sets the text of each search.
    private let setters: [(_ text: String, _ isFinal: Bool) -> Void]

    /// How many results of a group are shown as lines, and as a row of pictures.
    private static let count = 6
    /// How long the first results wait for those of the other services, so that nothing moves when these come.
    private static let patience = AnyScheduler.Interval.seconds(3)
    private static let pictureCount = 12
    private static let prompt =
        "Enter a text to search the news, Hacker News, your feeds, movies and meals at once."

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        text = address["q"] ?? ""
        let (clients, pictures, scheduler) = (tools.clients, tools.pictures, tools.scheduler)
        self.scheduler = scheduler
        // A word in the middle of an article says little about it.
        let news = ArticlesViewModel(
            clients.news, section: .search, order: .relevancy, searchedFields: [.title, .description],
            scheduler: scheduler)
        let stories = PagedSearch.hackerNews(clients.hackerNewsSearch, scheduler: scheduler)
        let movies = PagedSearch.movies(clients.movies, scheduler: scheduler)
        let meals = PagedSearch.meals(clients.meals, scheduler: scheduler)
        let feeds = FeedsGroup(nil, count: Self.count, more: "All results", tools)
        self.feeds = feeds
        func head<Query, Item>(
            _ id: String, _ title: String, _ path: [String], _ list: ListObject<Query, Item>, _ text: String,
            _ notice: String?, _ shape: Skeleton.Shape = .briefs(Self.count)
        ) -> GroupHead {
            let query = path == ["news"] ? ["q": text, "section": "search"] : ["q": text]
            // The page of the news searches whole articles, and so finds more.
            let total = id == "news" ? "" : list.totalCount.map { " (\($0))" } ?? ""
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
            feeds.group,
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
        results = [
            Results("news", news.articles, title: \.headline), Results("stories", stories.results, title: \.headline),
            Results(
                noun: FeedsGroup.noun, isEmpty: { feeds.isEmpty }, count: { feeds.items.count },
                titles: { feeds.items.map(\.title) }),
            Results("movies", movies.results, title: \.title), Results("meals", meals.results, title: \.name),
        ]
        setters = [
            Self.setter(news.search), Self.setter(stories.field), { text, _ in feeds.search(text) },
            Self.setter(movies.field), Self.setter(meals.field),
        ]
        changes = groups.changes.merge(with: late).eraseToAnyPublisher()
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
        deadline = scheduler.wait(for: Self.patience) { [weak self] in
            guard let self else { return }
            deadline = nil
            orderedText = text
            late.send()
        }
    }

    func proceed() -> Bool { !groups.contains { $0.isPending() } }

    func handle(_ input: PageInput) -> Bool {
        guard input.name == "q" else { return groups.handle(input) }
        text = input.value
        for set in setters { set(text, false) }
        return true
    }

    func regions() -> [Region] {
        let form = Region.search(SearchContext(action: "/search", name: "q", label: "Words", value: address["q"] ?? ""))
        guard !text.allSatisfy(\.isWhitespace) else {
            return [form, Region("status", StatusContext(notice: Self.prompt))]
        }
        let isPending = groups.contains { $0.isPending() }
        if isPending, order.isEmpty, deadline != nil { return [form, Region("awaited", Skeleton(.rows))] }
        arrange(isSettled: !isPending)
        let missing = results.filter { $0.isEmpty() && ($0.noun != FeedsGroup.noun || feeds.hasFeeds) }.map(\.noun)
        var parts = order.map { groups[$0].region }
        // A new region each time: one that is moved down by a new group would count as a shift of the page.
        if groups.indices.contains(where: isAwaited) { parts.append(Region("awaited-\(order.count)", Skeleton(.rows))) }
        guard !missing.isEmpty, !isPending else { return [form] + parts }
        let notice =
            parts.isEmpty
            ? "Nothing matches “\(text)” in the news, on Hacker News, in your feeds, among the movies or the meals."
            : "No \(missing.joined(separator: ", no "))."
        return [form] + parts + [Region("status", StatusContext(notice: notice))]
    }

    /// Whether nothing is known of a group yet. It gets no place before that, since its height is not known either.
    private func isAwaited(_ group: Int) -> Bool { groups[group].isPending() && results[group].count() == 0 }

    /// Orders the groups that have something to show: by their matches once all have loaded; until then, those that come
    /// later are below.
    private func arrange(isSettled: Bool) {
        let shown = groups.indices.filter { !results[$0].isEmpty() && !isAwaited($0) }
        if isSettled, orderedText != text || order.isEmpty {
            orderedText = text
            let scores = results.map { $0.score(text) }
            order = shown.sorted { (-scores[$0], $0) < (-scores[$1], $1) }
        } else {
            order = order.filter(shown.contains)
            order += shown.filter { !order.contains($0) }
        }
    }

    /// What a group has: for the order of the groups, and the sentence about those without results.
    private struct Results {
        let noun: String
        /// Whether the service has responded, and has nothing.
        let isEmpty: () -> Bool
        let count: () -> Int
        private let titles: () -> [String]

        init(
            noun: String, isEmpty: @escaping () -> Bool, count: @escaping () -> Int, titles: @escaping () -> [String]
        ) {
            self.noun = noun
            self.isEmpty = isEmpty
            self.count = count
            self.titles = titles
        }

        init<Query, Item>(_ noun: String, _ list: ListObject<Query, Item>, title: @escaping (Item) -> String) {
            self.noun = noun
            isEmpty = { list.isEmpty && list.selectedError == nil && !list.fetch.isFetching }
            count = { list.items.count }
            titles = { list.items.prefix(EverythingPage.count).map(title) }
        }

        /// Returns how well the first titles match: each word counts, those at the beginning of a title more.
        func score(_ text: String) -> Double {
            let words = text.lowercased().split(whereSeparator: \.isWhitespace)
            let scores = titles().enumerated().map { place, title in
                let title = title.lowercased()
                let found = words.count { title.contains($0) }
                let isWhole = found == words.count && title.hasPrefix(words.joined(separator: " "))
                return (Double(found) / Double(max(words.count, 1)) + (isWhole ? 1 : 0)) / Double(place + 1)
            }
            return scores.reduce(0, +)
        }
    }
}
