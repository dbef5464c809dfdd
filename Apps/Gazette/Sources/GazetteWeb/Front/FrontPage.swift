import Foundation
import Freshet
import FreshetCombine
import HackerNews
import NewsAPI
import ReaderModels
import TMDb
import TheMealDB

/// The front page: a lead story, and short lists of every section, each loaded independently.
final class FrontPage: PageContent {
    let section: Section? = nil
    let title = "Today"
    let link = "/"
    let feed: String? = "/news.rss"
    let changes: AnyPublisher<Void, Never>
    private let groups: [Group]

    /// The news categories that have their own column.
    private static let categories: [NewsAPI.Category] = [.business, .technology, .science, .sports]

    init(_ tools: PageTools) {
        groups = tools.looks.front.flatMap { part -> [Group] in
            switch part {
            case .headlines: [Self.headlines(tools)]
            case .stories: [Self.stories(tools)]
            case .categories: Self.categories.map { Self.category($0, tools) }
            case .movies: [Self.movies(tools)]
            case .meal: [Self.meals(tools)]
            }
        }
        changes = groups.changes
    }

    func start() { groups.forEach { $0.start() } }
    func proceed() -> Bool { !groups.contains { $0.isPending() } }
    func handle(_ input: PageInput) -> Bool { groups.handle(input) }
    func regions() -> [Region] { groups.map(\.region) }

    private static func headlines(_ tools: PageTools) -> Group {
        let model = ArticlesViewModel(tools.clients.news, scheduler: tools.scheduler)
        return Group("headlines", model.articles, start: model.start) {
            let briefs = model.articles.items.prefix(13).map { article in
                RowContext(
                    article, path: PageAddress.link(["news", "read"], ["article": article.nameInAddresses]),
                    tools.pictures,
                    now: Date())
            }
            // The first of the top four articles with a picture; otherwise, the first article.
            let lead = briefs.prefix(4).firstIndex { $0.picture != nil } ?? briefs.indices.first
            return BriefsContext(
                head: GroupHead(
                    "headlines", "Headlines", href: "/news", more: "All headlines", model.articles,
                    .briefs(8, hasLead: true)),
                lead: lead.map { briefs[$0] },
                briefs: briefs.enumerated().filter { $0.offset != lead }.prefix(8).map(\.element))
        }
    }

    private static func category(_ category: NewsAPI.Category, _ tools: PageTools) -> Group {
        let model = ArticlesViewModel(
            tools.clients.news, section: .category, category: category, scheduler: tools.scheduler)
        let name = category.rawValue
        return Group(name, model.articles, start: model.start) {
            let briefs = model.articles.items.prefix(5).map { article in
                let path = PageAddress.link(["news", "read"], ["article": article.nameInAddresses, "category": name])
                return RowContext(article, path: path, tools.pictures, now: Date())
            }
            return BriefsContext(
                head: GroupHead(
                    name, category.title, href: PageAddress.link(["news"], ["category": name]), more: "More",
                    model.articles, .briefs(5)),
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

    private static func meals(_ tools: PageTools) -> Group {
        let day = MealOfTheDay(Date())
        let meals = ListObject.meals(tools.clients.meals, scheduler: tools.scheduler)
        return Group("meal", meals, start: { meals.show(day.category) }) {
            StripContext(
                head: GroupHead(
                    "meal", "Meal of the day", href: PageAddress.link(["meals"], ["category": day.category]),
                    more: "More of \(day.category)", meals, .strip(isSquare: true)),
                meals: MealRows(day.choice(of: meals.items), tools.pictures))
        }
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

    /// Returns the meal of the day first, and up to seven others after it.
    func choice<Meal>(of meals: [Meal]) -> [Meal] {
        guard !meals.isEmpty else { return [] }
        let start = day / Self.categories.count % meals.count
        return Array((meals[start...] + meals[..<start]).prefix(8))
    }
}
