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

/// The front page: a lead story, and short lists of every section, each loaded independently.
final class FrontPage: PageContent {
    let section: Section? = nil
    let title = "Today"
    let link = "/"
    let feed: String? = "/news.rss"
    let changes: AnyPublisher<Void, Never>
    private let all: [Group]
    private let feeds: FeedsGroup?

    /// The news categories that have their own column.
    private static let categories: [NewsAPI.Category] = [.business, .technology, .science, .sports]

    init(_ tools: PageTools) {
        let news = FrontNews()
        // The unread items of all feeds.
        let feeds =
            tools.looks.front.contains(.feeds)
            ? FeedsGroup(ItemQuery(), count: 8, title: FrontPart.feeds.title, more: "All unread", tools) : nil
        self.feeds = feeds
        all = tools.looks.front.flatMap { part -> [Group] in
            switch part {
            case .headlines: [Self.headlines(news, tools)]
            case .stories: [Self.stories(tools)]
            case .feeds: feeds.map { [$0.group] } ?? []
            case .categories: Self.categories.map { Self.category($0, news, tools) }
            case .movies: [Self.movies(tools)]
            case .meal: [DailyMeal(tools).group]
            }
        }
        changes = all.changes
    }

    /// With the feeds of the visitor, it is theirs.
    var isPersonal: Bool { feeds?.hasFeeds == true }
    var isHeldForVisitor: Bool { isPersonal }

    /// The groups that are shown: a visitor without feeds sees nothing of them.
    private var groups: [Group] { isPersonal ? all : all.filter { $0.id != "feeds" } }

    func start() { all.forEach { $0.start() } }
    func proceed() -> Bool { !all.contains { $0.isPending() } }
    func handle(_ input: PageInput) -> Bool { groups.handle(input) }
    func regions() -> [Region] { groups.regions }

    private static func headlines(_ news: FrontNews, _ tools: PageTools) -> Group {
        let model = ArticlesViewModel(
            tools.clients.news, country: tools.looks.newsCountry, scheduler: tools.scheduler)
        let place = news.add(model.articles, count: 10)
        let waits = { news.articles(at: place) == nil }
        return Group("headlines", model.articles, waits: waits, start: model.start) {
            let briefs = (news.articles(at: place) ?? []).map { article in
                RowContext(
                    article, path: PageAddress.link(["news", "read"], ["article": article.nameInAddresses]),
                    tools.pictures,
                    now: Date())
            }
            // The first of the top four articles with a picture; otherwise, the first article.
            let lead = briefs.prefix(4).firstIndex { $0.picture != nil } ?? briefs.indices.first
            let second = briefs.prefix(9).indices.first { $0 != lead && briefs[$0].picture != nil }
            return BriefsContext(
                head: GroupHead(
                    "headlines", "Headlines", href: "/news", more: "All headlines", model.articles,
                    .briefs(8, hasLead: true), waits: waits()),
                lead: lead.map { briefs[$0] }, second: second.map { briefs[$0] },
                briefs: briefs.enumerated().filter { $0.offset != lead && $0.offset != second }.prefix(8)
                    .map(\.element))
        }
    }

    private static func category(_ category: NewsAPI.Category, _ news: FrontNews, _ tools: PageTools) -> Group {
        let model = ArticlesViewModel(
            tools.clients.news, section: .category, category: category, country: tools.looks.newsCountry,
            scheduler: tools.scheduler)
        let name = category.rawValue
        let place = news.add(model.articles, count: 5)
        let waits = { news.articles(at: place) == nil }
        return Group(name, model.articles, waits: waits, start: model.start) {
            let briefs = (news.articles(at: place) ?? []).map { article in
                let path = PageAddress.link(["news", "read"], ["article": article.nameInAddresses, "category": name])
                return RowContext(article, path: path, tools.pictures, now: Date())
            }
            return BriefsContext(
                head: GroupHead(
                    name, category.title, href: PageAddress.link(["news"], ["category": name]), more: "More",
                    model.articles, .briefs(5), waits: waits()),
                briefs: briefs)
        }
    }

    private static func stories(_ tools: PageTools) -> Group {
        let model = StoriesViewModel(tools.clients.hackerNews, pageSize: 18, scheduler: tools.scheduler)
        return Group("stories", model.stories, start: model.start) {
            BriefsContext(
                head: GroupHead("stories", "Hacker News", href: "/hn", more: "All stories", model.stories, .briefs(18)),
                briefs: StoryRows(model.stories.items).stories)
        }
    }

    private static func movies(_ tools: PageTools) -> Group {
        let model = MoviesViewModel(tools.clients.movies, list: .nowPlaying, scheduler: tools.scheduler)
        return Group("movies", model.movies, start: model.start) {
            StripContext(
                head: GroupHead(
                    "movies", "In cinemas", href: "/movies", more: "All movies", model.movies, .strip(isSquare: false)),
                movies: MovieRows(Array(model.movies.items.prefix(12)), tools.pictures))
        }
    }
}

/// The articles of a front page, each in the first of the groups that have it.
private final class FrontNews {
    typealias Articles = ListObject<ArticlesViewModel.Query, NewsAPI.Article>

    private var groups: [(list: Articles, count: Int)] = []

    /// Adds the group after those so far.
    ///
    /// - Parameter count: The most articles that it shows.
    /// - Returns: Its place.
    func add(_ list: Articles, count: Int) -> Int {
        groups.append((list, count))
        return groups.count - 1
    }

    /// Returns the articles of a group; `nil` while a group before it is loading for the first time.
    func articles(at place: Int) -> [NewsAPI.Article]? {
        var taken: Set<String> = []
        var shown: [NewsAPI.Article] = []
        for (index, group) in groups.prefix(place + 1).enumerated() {
            if index < place, group.list.isAwaited, group.list.items.isEmpty { return nil }
            shown = []
            // Not by a lazy filter, which asks more than once about an article.
            for article in group.list.items where shown.count < group.count {
                let names = [article.id, article.headline.lowercased()]
                if taken.isDisjoint(with: names) { shown.append(article) }
                taken.formUnion(names)
            }
        }
        return shown
    }
}

/// The group of the meal of the day: a list of meals, then the recipe of one of them.
private final class DailyMeal {
    private let day = MealOfTheDay(Date())
    private let client: Client<TheMealDB>
    private let pictures: PictureLinks
    private let scheduler: AnyScheduler
    private let meals: ListObject<String, TheMealDB.MealSummary>
    private var meal: MealDetailViewModel?
    private let changed = PassthroughSubject<Void, Never>()
    private var subscriptions = Set<AnyCancellable>()

    init(_ tools: PageTools) {
        client = tools.clients.meals
        pictures = tools.pictures
        scheduler = tools.scheduler
        meals = .meals(client, scheduler: scheduler)
        meals.objectWillChange.sink { [changed] _ in changed.send() }.store(in: &subscriptions)
        meals.$fetch.sink { [weak self] in self?.look($0.value) }.store(in: &subscriptions)
    }

    private func look(_ all: [TheMealDB.MealSummary]?) {
        guard meal == nil, let chosen = all.flatMap(day.choice) else { return }
        let meal = MealDetailViewModel(client, id: chosen.id, scheduler: scheduler)
        self.meal = meal
        meal.objectWillChange.sink { [changed] _ in changed.send() }.store(in: &subscriptions)
        meal.load()
    }

    var group: Group {
        Group(
            id: "meal", changes: changed.eraseToAnyPublisher(), start: { self.meals.show(self.day.category) },
            retry: { if let meal = self.meal, meal.fetch.value == nil { meal.retry() } else { self.meals.retry() } },
            cancel: {
                self.meals.cancel()
                self.meal?.cancel()
            },
            isPending: { self.isPending }, failure: { self.error.map { ($0, self.meal?.fetch.value != nil) } },
            context: { self.context })
    }

    private var error: SelectedError? { meals.selectedError ?? meal?.selectedError }

    private var isPending: Bool {
        guard let meal else { return meals.isAwaited || (meals.fetch.error == nil && !meals.isEmpty) }
        return meal.fetch.isFetching || (meal.fetch.value == nil && meal.fetch.error == nil)
    }

    private var context: DailyMealContext {
        var head = GroupHead(
            "meal", "Meal of the day", href: PageAddress.link(["meals"], ["category": day.category]),
            more: "More of \(day.category)", meals, .briefs(0, hasLead: true),
            waits: isPending && meal?.fetch.value == nil)
        head.failure = error.map(GroupHead.Failure.init)
        return DailyMealContext(
            head: head,
            meal: meal?.fetch.value.map { meal in
                let counts = [
                    meal.portions.isEmpty ? nil : CountText.ingredients(meal.portions.count),
                    meal.steps.isEmpty ? nil : CountText.steps(meal.steps.count),
                ]
                return .init(
                    title: meal.name, href: PageAddress.link(["meals", meal.id]),
                    picture: pictures.link(meal.thumbnail(.large)),
                    facts: ([meal.category, meal.area] + counts).compactMap(\.self),
                    ingredients: meal.portions.isEmpty ? nil : meal.portions.map(\.ingredient).joined(separator: ", "),
                    mark: MarkContext(Entry(meal)))
            })
    }
}

/// The meal of a day: the category changes each day of the week, and the meal of a category each week.
struct MealOfTheDay {
    private static let categories = ["Chicken", "Seafood", "Pasta", "Vegetarian", "Beef", "Dessert", "Breakfast"]

    private let day: Int

    init(_ date: Date) {
        day = Int(date.timeIntervalSince1970 / 86_400)
    }

    var category: String { Self.categories[day % Self.categories.count] }

    /// Returns the meal of the day; `nil` if there are none.
    func choice<Meal>(of meals: [Meal]) -> Meal? {
        meals.isEmpty ? nil : meals[day / Self.categories.count % meals.count]
    }
}
