import Foundation
import Freshet
import FreshetCombine
import NewsAPI
import ReaderModels

/// The sources of news of a country.
final class SourcesPage: PageContent {
    let section = Section.sources
    let title = "Sources"
    private let model: SourcesViewModel
    private let address: PageAddress

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        model = SourcesViewModel(
            tools.clients.news, country: NewsAPI.Country(rawValue: address["country"] ?? "us"),
            scheduler: tools.scheduler)
        model.searchText = address["q"] ?? ""
    }

    var link: String { address.link(["q": model.searchText, "country": model.country?.rawValue]) }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("q", let text): model.searchText = text
        case ("country", let code): model.country = NewsAPI.Country(rawValue: code)
        case ("retry", _): model.retry()
        default: return false
        }
        return true
    }

    func start() { model.start() }

    func proceed() -> Bool { !model.sources.isFetching }

    func regions() -> [Region] {
        struct Row {
            let name: String
            let initials: String
            let href: String
            let country: String?
            let category: String?
            let summary: String?
        }
        struct Rows {
            let sources: [Row]
        }
        let sources = model.sources.value ?? []
        var status = StatusContext(
            isLoading: model.sources.isFetching, error: model.selectedError, retry: address.link(),
            keeps: !sources.isEmpty)
        if status.error == nil, !status.isLoading {
            status.count = sources.isEmpty ? nil : sources.count == 1 ? "1 source" : "\(sources.count) sources"
            status.notice =
                sources.isEmpty ? "There are no such sources. Try another country, or fewer letters." : nil
        }
        let country = model.country?.rawValue
        return [
            Region.search(
                SearchContext(
                    action: "/sources", name: "q", label: "Name", value: model.searchText,
                    choices: [
                        .init(
                            name: "country", label: "Country",
                            options: SourcesViewModel.countries.map {
                                .init(
                                    value: $0.rawValue, title: $0.rawValue.uppercased(),
                                    isCurrent: $0.rawValue == country)
                            })
                    ], button: "Show")),
            Region("status", "status", status),
            Region(
                "list", "sources",
                Rows(
                    sources: sources.map { source in
                        Row(
                            name: source.name ?? "Unnamed", initials: Initials.of(source.name ?? "?"),
                            href: PageAddress.link(["sources", source.id], ["country": country ?? ""]),
                            country: source.country?.rawValue.uppercased(), category: source.category?.rawValue,
                            summary: source.summary)
                    })),
        ]
    }
}

/// One source with its articles.
final class SourcePage: PageContent {
    let section = Section.sources
    private let sources: SourcesViewModel
    private var articles: ArticlesViewModel?
    private let id: String
    private let address: PageAddress
    private let tools: PageTools
    private var shownPages = 1
    private let changed = PassthroughSubject<Void, Never>()
    private var subscriptions = Set<AnyCancellable>()

    init(id: String, _ address: PageAddress, _ tools: PageTools) {
        self.id = id
        self.address = address
        self.tools = tools
        sources = SourcesViewModel(
            tools.clients.news, country: address["country"].map(NewsAPI.Country.init(rawValue:)),
            scheduler: tools.scheduler)
        sources.objectWillChange.sink { [changed] in changed.send() }.store(in: &subscriptions)
    }

    private var source: NewsAPI.Source? { sources.sources.value?.first { $0.id == id } }

    var title: String { source?.name ?? "Source" }
    var link: String { address.link(["pages": shownPages > 1 ? String(shownPages) : nil]) }
    var changes: AnyPublisher<Void, Never> { changed.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("more", _): if let articles { grow(&shownPages, articles.articles) }
        case ("retry", _): if let articles { articles.retry() } else { sources.retry() }
        default: return false
        }
        return true
    }

    func start() { sources.start() }

    func proceed() -> Bool {
        if sources.sources.isFetching { return false }
        if articles == nil, let source {
            let model = ArticlesViewModel(
                tools.clients.news, section: .source, source: source, scheduler: tools.scheduler)
            model.objectWillChange.sink { [changed] in changed.send() }.store(in: &subscriptions)
            articles = model
            model.start()
        }
        guard let articles else { return true }
        return articles.articles.query == nil || articles.articles.grow(to: address.pageCount, shown: &shownPages)
    }

    func regions() -> [Region] {
        struct Facts {
            let category: String?
            let country: String?
            let summary: String?
            let href: String?
            let host: String?
        }
        guard let source, let articles else {
            var status = StatusContext(
                isLoading: sources.sources.isFetching, error: sources.selectedError, retry: address.link(), keeps: false
            )
            if status.error == nil, !status.isLoading {
                status.notice = "There is no such source. Look at the list of sources."
            }
            return [Region("status", "status", status)]
        }
        return [
            Region(
                "facts", "source",
                Facts(
                    category: source.category?.rawValue, country: source.country?.rawValue.uppercased(),
                    summary: source.summary, href: source.link?.absoluteString, host: source.link?.host())),
            Region(
                "status", "status",
                StatusContext(
                    articles.articles, retry: address.link(), notice: articles.notice,
                    empty: "This source has no articles now.", noun: "articles")),
            Region(
                "list", "articles",
                ArticleCards(articles.articles.items, tools.pictures) { $0.link?.absoluteString ?? address.link() }),
            Region(
                "more", "more",
                MoreContext(articles.articles, shown: shownPages, address, end: "That is all the service gives.")),
        ]
    }
}
