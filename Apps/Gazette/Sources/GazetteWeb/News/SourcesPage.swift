import Foundation
import Freshet
import FreshetCombine
import LivePages
import NewsAPI
import ReaderModels
import ReaderStorage

/// The sources of news of a country.
final class SourcesPage: ModelPage {
    let section: Section? = .sources
    let title = "Sources"
    let model: SourcesViewModel
    private(set) var address: PageAddress

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        model = SourcesViewModel(
            tools.clients.news,
            country: address["country"].map(NewsAPI.Country.init(rawValue:)) ?? tools.looks.newsCountry,
            scheduler: tools.scheduler)
        model.searchText = address["q"] ?? ""
    }

    var link: String { address.link(["q": model.searchText]) }

    func handle(_ input: PageInput) -> Bool {
        switch input.name {
        case "q": model.searchText = input.value
        case "country":
            address["country"] = input.value
            model.country = NewsAPI.Country(rawValue: input.value)
        default: return handleCommon(input)
        }
        return true
    }

    func start() { model.start() }
    func proceed() -> Bool { !model.sources.isFetching }
    func retry() { model.retry() }
    func cancel() { model.cancel() }
    func dismiss() { model.dismissError() }

    private struct Row: Encodable {
        let name: String
        let initials: String
        let href: String
        let country: String?
        let category: String?
        let summary: String?
    }

    private struct Rows: TemplateContext {
        static let template = "sources"

        let sources: [Row]
    }

    func regions() -> [Region] {
        let sources = model.sources.value ?? []
        let country = model.country?.rawValue
        let status = StatusContext(
            model.status, error: model.selectedError, keeps: model.sources.value != nil,
            since: model.sources.receivedAt, retry: link,
            step: .init(title: "Show all sources of this country", href: address.link(["q": nil])))
        let choice = SearchContext.Choice(
            countries: SourcesViewModel.countries(with: model.country), current: model.country)
        let rows = sources.map { source in
            Row(
                name: source.displayName, initials: source.initials,
                href: PageAddress.link(["sources", source.id], ["country": country ?? ""]),
                country: source.country?.name, category: source.category?.rawValue, summary: source.summary)
        }
        return [
            Region.search(
                SearchContext(
                    action: "/sources", name: "q", label: "Name", value: model.searchText, choices: [choice],
                    button: "Show")),
            Region("status", status),
            Region(
                "list", Rows(sources: rows), isAwaited: status.isLoading, .tiles),
        ]
    }
}
