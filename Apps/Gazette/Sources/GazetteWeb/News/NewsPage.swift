import Foundation
import Freshet
import FreshetCombine
import LivePages
import NewsAPI
import ReaderModels
import ReaderStorage

/// The news: headlines, a category or a search.
final class NewsPage: ListPage {
    let section: Section? = .news
    let model: ArticlesViewModel
    private(set) var address: PageAddress
    var growth: Growth
    private let pictures: PictureLinks

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        growth = Growth(address)
        pictures = tools.pictures
        model = ArticlesViewModel(at: address, tools)
    }

    var title: String {
        switch model.section {
        case .headlines, .source: "Headlines"
        case .category: model.category.title
        case .search: "Search the news"
        }
    }

    var link: String { address.link(["q": model.section == .search ? model.search.text : nil, "pages": pages]) }
    var list: ListObject<ArticlesViewModel.Query, NewsAPI.Article> { model.articles }
    /// A feed reader has no country of its own, so the address names it.
    var feed: String? {
        var address = address
        if model.section != .search, model.country != .us { address["country"] = model.country.rawValue }
        return address.feed
    }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, model.section) {
        case ("q", _):
            if model.search.text != input.value { growth.reset() }
            model.search.text = input.value
        case ("country", .headlines), ("country", .category):
            choose(input)
            model.country = NewsAPI.Country(region: address["country"])
        case ("sort", .search):
            choose(input)
            model.order = NewsAPI.SortOrder(rawValue: input.value)
        default: return handleList(input)
        }
        return true
    }

    /// Takes the value of a menu into the address, and shows the list from its beginning.
    private func choose(_ input: PageInput) {
        growth.reset()
        address[input.name] = input.value
    }

    func start() { model.start() }
    func retry() { model.retry() }

    func regions() -> [Region] {
        let status = StatusContext(model.status, list, retry: link, step: wayOn)
        return [Region("views", tabs)] + choices + [
            Region("status", status),
            elements(ArticleCards(list.items, pictures, list: link, reading: readingLink), .cards),
            more(end: "The service has no more articles.", noun: "articles"),
        ]
    }

    /// The link for a user who finds no articles.
    private var wayOn: StatusContext.Step {
        .init(
            title: model.section == .search ? "Read the headlines" : "Read the headlines of the United States",
            href: model.section == .search ? "/news" : "/news?country=us")
    }

    private var tabs: TabsContext {
        TabsContext(
            label: "Views",
            tabs: ArticlesViewModel.Section.picked.map { section in
                .init(href: Self.link(of: section), title: section.title, isCurrent: model.section == section)
            })
    }

    private static func link(of section: ArticlesViewModel.Section) -> String {
        switch section {
        case .headlines, .source: "/news"
        case .search: "/news?section=search"
        case .category: "/news?category=science"
        }
    }

    /// The regions with the filters of the articles.
    private var choices: [Region] {
        let country = SearchContext.Choice(
            countries: SourcesViewModel.countries(with: model.country), current: model.country)
        switch model.section {
        case .search:
            let orders: [(value: String, title: String)] = [
                ("publishedAt", "newest first"), ("relevancy", "best match first"),
                ("popularity", "popular sources first"),
            ]
            return [
                Region.search(
                    SearchContext(
                        action: "/news", name: "q", label: "Words in all articles", value: address["q"] ?? "",
                        hidden: [.init(name: "section", value: "search")],
                        choices: [.init("sort", "Order", orders, current: (model.order ?? .publishedAt).rawValue)]))
            ]
        case .category:
            return [
                Region("categories", categories),
                Region.search(
                    SearchContext(
                        action: "/news", hidden: [.init(name: "category", value: model.category.rawValue)],
                        choices: [country])),
            ]
        case .headlines, .source: return [Region.search(SearchContext(action: "/news", choices: [country]))]
        }
    }

    private var categories: TabsContext {
        TabsContext(
            label: "Categories",
            tabs: NewsAPI.Category.all.map { category in
                .init(
                    href: PageAddress.link(
                        ["news"], ["category": category.rawValue, "country": address["country"] ?? ""]),
                    title: category.title, isCurrent: category == model.category)
            })
    }

    /// Returns the address of an article's reading view, with this list, in which that view finds the article again.
    private func readingLink(_ article: NewsAPI.Article) -> String {
        var query = [
            "article": article.nameInAddresses, "q": model.section == .search ? model.search.text : "",
            "pages": pages ?? "",
        ]
        for name in ["category", "country", "sort"] { query[name] = address[name] }
        return PageAddress.link(["news", "read"], query)
    }
}

/// Articles as cards.
struct ArticleCards {
    var articles: [RowContext]

    /// - Parameters:
    ///   - list: The address of the list, for articles without their own view.
    ///   - reading: Returns the address of an article's own view; with `nil`, the card links to the original.
    init(
        _ articles: [NewsAPI.Article], _ pictures: PictureLinks, list: String,
        reading: (NewsAPI.Article) -> String? = { _ in nil }, now: Date = Date()
    ) {
        self.articles = articles.map { article in
            let view = reading(article)
            return RowContext(article, path: view ?? list, isOutside: view == nil, pictures, now: now)
        }
    }
}

extension ArticleCards: TemplateContext {
    static let template = "articles"

    var entries: [Entry] { articles.entries }
    mutating func mark(_ marks: Marks.Lookup) { articles.mark(marks) }
}

extension ArticlesViewModel {
    /// The articles that an address names: a search, a category, or the headlines.
    ///
    /// - Parameter readsSources: Whether it may name a source, too.
    convenience init(at address: PageAddress, _ tools: PageTools, readsSources: Bool = false) {
        let ofSource: Query? = address["source"].map { .source($0) } ?? address["host"].map { .host($0) }
        let section: Section =
            readsSources && ofSource != nil
            ? .source
            : address["q"] != nil || address["section"] == "search"
                ? .search : address["category"] != nil ? .category : .headlines
        self.init(
            tools.clients.news, section: section, searchText: address["q"] ?? "",
            order: address["sort"].flatMap(NewsAPI.SortOrder.init),
            category: NewsAPI.Category(rawValue: address["category"] ?? "science"),
            country: address["country"].map { NewsAPI.Country(region: $0) } ?? tools.looks.newsCountry,
            sourceQuery: ofSource, scheduler: tools.scheduler)
    }
}
