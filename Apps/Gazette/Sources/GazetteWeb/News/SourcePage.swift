import Foundation
import Freshet
import FreshetCombine
import LivePages
import NewsAPI
import ReaderModels
import ReaderStorage

/// One source with its articles.
final class SourcePage: PageContent {
    let section: Section? = .sources
    private let sources: SourcesViewModel
    private var articles: SourceArticles?
    private let id: String
    private let address: PageAddress
    private let tools: PageTools
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
    var link: String { articles?.link ?? address.link() }
    var changes: AnyPublisher<Void, Never> { changed.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        if let articles { return articles.handle(input) }
        switch input.name {
        case "retry": sources.retry()
        case "cancel": sources.cancel()
        case "dismiss": sources.dismissError()
        default: return false
        }
        return true
    }

    var hasTitle: Bool { source != nil }

    func start() { sources.start() }

    var isMissing: Bool { sources.sources.value != nil && source == nil }

    func proceed() -> Bool {
        if sources.sources.isFetching { return false }
        if articles == nil, let source {
            let new = SourceArticles(source, address, tools)
            new.changes.sink { [changed] in changed.send() }.store(in: &subscriptions)
            articles = new
            new.start()
        }
        return articles?.proceed() ?? true
    }

    private struct Facts: TemplateContext {
        static let template = "source"

        let category: String?
        let country: String?
        let summary: String?
        let href: String?
        let host: String?
    }

    var feed: String? { address.feed }

    func regions() -> [Region] {
        guard let source, let articles else {
            var status = StatusContext(
                sources.sources, error: sources.selectedError, retry: address.link(), noun: "source")
            if sources.sources.value != nil, !sources.sources.isFetching, status.error == nil {
                status.notice = "This source does not exist."
                status.step = .init(title: "Show the list of sources", href: "/sources")
            }
            let awaited = status.isLoading ? [Region("awaited", Skeleton(.cards))] : []
            return [Region("status", status)] + awaited
        }
        let facts = Facts(
            category: source.category?.rawValue, country: source.country?.name, summary: source.summary,
            href: source.link?.absoluteString, host: source.link.flatMap(HostText.of))
        return [Region("facts", facts)] + articles.regions()
    }
}

/// The list of the articles of a source.
private final class SourceArticles: ListPage {
    let section: Section? = .sources
    let title = "Articles"
    let model: ArticlesViewModel
    let address: PageAddress
    var growth: Growth
    private let pictures: PictureLinks
    private let source: NewsAPI.Source

    init(_ source: NewsAPI.Source, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        growth = Growth(address)
        pictures = tools.pictures
        self.source = source
        model = ArticlesViewModel(tools.clients.news, section: .source, source: source, scheduler: tools.scheduler)
    }

    var list: ListObject<ArticlesViewModel.Query, NewsAPI.Article> { model.articles }

    func start() { model.start() }
    func retry() { model.retry() }

    /// Returns the address of an article's reading view, with the source, so that the view finds the article again.
    private func readingLink(_ article: NewsAPI.Article) -> String {
        PageAddress.link(
            ["news", "read"],
            [
                "article": article.nameInAddresses, "source": source.sourceID ?? "",
                "host": source.sourceID == nil ? host : "",
                "country": address["country"] ?? "", "pages": pages ?? "",
            ])
    }

    private var host: String { source.link?.host() ?? "" }

    func regions() -> [Region] {
        let status = StatusContext(model.status, list, retry: link)
        let cards = ArticleCards(list.items, pictures, list: address.link(), reading: readingLink)
        return [
            Region("status", status), elements(cards, .cards),
            more(end: "The service has no more articles.", noun: "articles"),
        ]
    }
}
