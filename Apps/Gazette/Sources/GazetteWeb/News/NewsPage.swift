import Foundation
import Freshet
import FreshetCombine
import NewsAPI
import ReaderModels

/// The news: headlines, a category or a search.
final class NewsPage: PageContent {
    let section = Section.news
    private let model: ArticlesViewModel
    private let address: PageAddress
    private let pictures: PictureLinks
    private var shownPages = 1

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        pictures = tools.pictures
        model = ArticlesViewModel(at: address, tools)
    }

    var title: String {
        switch model.section {
        case .headlines, .source: "Headlines"
        case .category: model.category.rawValue.prefix(1).uppercased() + model.category.rawValue.dropFirst()
        case .search: "Search the news"
        }
    }

    var link: String {
        address.link([
            "q": model.section == .search ? model.search.text : nil, "pages": shownPages > 1 ? String(shownPages) : nil,
        ])
    }
    var feed: String? { address.feed }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("q", let text): model.search.text = text
        case ("more", _): grow(&shownPages, model.articles)
        case ("retry", _): model.retry()
        default: return false
        }
        return true
    }

    func start() { model.start() }

    func proceed() -> Bool { model.articles.grow(to: address.pageCount, shown: &shownPages) }

    func regions() -> [Region] {
        var regions = [Region("views", "tabs", tabs)]
        switch model.section {
        case .search: regions.append(Region.search(search))
        case .category: regions.append(Region("categories", "tabs", categories))
        case .headlines, .source: break
        }
        return regions + [
            Region(
                "status", "status",
                StatusContext(
                    model.articles, retry: address.link(), notice: model.notice,
                    empty: "There are no such articles. Try another category or other words.", noun: "articles")),
            Region("list", "articles", ArticleCards(model.articles.items, pictures, reading: readingLink)),
            Region(
                "more", "more",
                MoreContext(model.articles, shown: shownPages, address, end: "That is all the service gives.")),
        ]
    }

    private var tabs: TabsContext {
        TabsContext(
            label: "Views",
            tabs: [
                .init(href: "/news", title: "Latest", isCurrent: model.section == .headlines),
                .init(href: "/news?section=search", title: "Search", isCurrent: model.section == .search),
                .init(href: "/news?category=science", title: "Category", isCurrent: model.section == .category),
            ])
    }

    private var search: SearchContext {
        SearchContext(
            action: "/news", name: "q", label: "Words in all articles", value: address["q"] ?? "",
            hidden: [.init(name: "section", value: "search")])
    }

    private var categories: TabsContext {
        TabsContext(
            label: "Categories",
            tabs: NewsAPI.Category.all.map { category in
                .init(
                    href: PageAddress.link(["news"], ["category": category.rawValue]),
                    title: category.rawValue.prefix(1).uppercased() + category.rawValue.dropFirst(),
                    isCurrent: category == model.category)
            })
    }

    /// The reading view keeps the list that it was opened from, where it finds its article again.
    private func readingLink(_ article: NewsAPI.Article) -> String {
        var query = ["article": article.id]
        for name in ["q", "category", "country", "pages"] { query[name] = address[name] }
        return PageAddress.link(["news", "read"], query)
    }
}

/// Articles as cards.
struct ArticleCards {
    struct Card: EntryRow {
        let title: String
        let href: String
        let source: String?
        let time: TimeContext?
        let summary: String?
        let picture: String?
        var mark: MarkContext?
    }

    var articles: [Card]

    init(
        _ articles: [NewsAPI.Article], _ pictures: PictureLinks, reading: (NewsAPI.Article) -> String,
        now: Date = Date()
    ) {
        self.articles = articles.map { article in
            let href = reading(article)
            return Card(
                title: article.headline, href: href, source: article.source.name,
                time: article.publishedAt.map { TimeContext($0, now: now) }, summary: article.summary,
                picture: pictures.link(article.picture), mark: MarkContext(Entry(article, path: href)))
        }
    }
}

extension ArticleCards: EntryContext {
    var entries: [Entry] { articles.entries }
    mutating func mark(_ marks: Marks) { articles.mark(marks) }
}

extension ArticlesViewModel {
    /// The articles that an address names: a search, a category, or the headlines.
    convenience init(at address: PageAddress, _ tools: PageTools) {
        let section: Section =
            address["q"] != nil || address["section"] == "search"
            ? .search : address["category"] != nil ? .category : .headlines
        self.init(
            tools.clients.news, section: section, searchText: address["q"] ?? "",
            category: NewsAPI.Category(rawValue: address["category"] ?? "science"),
            country: NewsAPI.Country(region: address["country"]), scheduler: tools.scheduler)
    }
}
