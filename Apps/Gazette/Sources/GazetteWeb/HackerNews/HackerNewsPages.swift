import Foundation
import Freshet
import FreshetCombine
import HackerNews
import ReaderModels

/// A user with what they have written last.
final class UserPage: PageContent {
    let section = Section.hn
    private let model: UserViewModel
    private let address: PageAddress
    private var shownPages = 1

    init(name: String, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        model = UserViewModel(tools.clients.hackerNews, name: name, scheduler: tools.scheduler)
    }

    var title: String { model.name }
    var link: String { address.link(["pages": shownPages > 1 ? String(shownPages) : nil]) }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("more", _): grow(&shownPages, model.submissions)
        case ("retry", _): model.load()
        default: return false
        }
        return true
    }

    func start() { model.load() }

    func proceed() -> Bool {
        if model.user.isFetching { return false }
        return model.user.value == nil || model.submissions.grow(to: address.pageCount, shown: &shownPages)
    }

    func regions() -> [Region] {
        struct Facts {
            let karma: Int
            let since: String?
            let paragraphs: [ParagraphContext]
        }
        var regions: [Region] = []
        if let user = model.user.value {
            let since = user.created.map { String($0.formatted(.iso8601).prefix(10)) }
            regions.append(
                Region(
                    "facts", "user",
                    Facts(karma: user.karma, since: since, paragraphs: user.paragraphs.map(ParagraphContext.init))))
        }
        let status = StatusContext(
            isLoading: model.user.isFetching || model.submissions.list.isFetching,
            error: model.selectedError ?? model.submissions.selectedError, retry: address.link(),
            keeps: model.user.value != nil)
        return regions + [
            Region("status", "status", status), Region("list", "stories", StoryRows(model.submissions.items)),
            Region(
                "more", "more",
                MoreContext(model.submissions, shown: shownPages, address, end: "That is all they have written.")),
        ]
    }
}

/// The search in Hacker News.
final class HackerNewsSearchPage: PageContent {
    let section = Section.hn
    let title = "Search Hacker News"
    private let model: PagedSearch<HackerNewsSearch.Hit>
    private let address: PageAddress
    private let kind: String
    private let order: String
    private var shownPages = 1

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        let kinds: [String: [HackerNewsSearch.Tag]] = [
            "story": [.story], "comment": [.comment], "ask": [.ask], "show": [.show], "all": [],
        ]
        kind = address["kind"].flatMap { kinds[$0] == nil ? nil : $0 } ?? "story"
        order = address["sort"] == "date" ? "date" : "relevance"
        model = .hackerNews(
            tools.clients.hackerNewsSearch, tags: kinds[kind] ?? [], order: order == "date" ? .date : .relevance,
            scheduler: tools.scheduler)
    }

    var link: String { address.link(["q": model.text, "pages": shownPages > 1 ? String(shownPages) : nil]) }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("q", let text): model.text = text
        case ("more", _): grow(&shownPages, model.results)
        case ("retry", _): model.retry()
        default: return false
        }
        return true
    }

    func start() {
        model.text = address["q"] ?? ""
        model.submit()
    }

    func proceed() -> Bool {
        model.results.query == nil || model.results.grow(to: address.pageCount, shown: &shownPages)
    }

    func regions() -> [Region] {
        func options(_ values: [String], current: String) -> [SearchContext.Choice.Option] {
            values.map { .init(value: $0, title: $0, isCurrent: $0 == current) }
        }
        return [
            Region("views", "tabs", HackerNewsTabs.context(current: "search")),
            Region.search(
                SearchContext(
                    action: "/hn/search", name: "q", label: "Words", value: address["q"] ?? "",
                    choices: [
                        .init(
                            name: "kind", label: "Kind",
                            options: options(["story", "comment", "ask", "show", "all"], current: kind)),
                        .init(name: "sort", label: "Order", options: options(["relevance", "date"], current: order)),
                    ])),
            Region(
                "status", "status",
                StatusContext(
                    model.results, retry: address.link(), notice: model.idleReason?.message,
                    empty: "Nothing was found. Try fewer words, or another kind.", noun: "hits")),
            Region("list", "stories", StoryRows(model.results.items)),
            Region(
                "more", "more",
                MoreContext(model.results, shown: shownPages, address, end: "That is all that was found.")),
        ]
    }
}
