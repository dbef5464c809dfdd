import Foundation
import Freshet
import FreshetCombine
import HackerNews
import LivePages
import ReaderModels
import ReaderStorage

/// A list of Hacker News.
final class StoriesPage: ListPage {
    let section: Section? = .hn
    let model: StoriesViewModel
    let address: PageAddress
    var growth: Growth
    /// The number of times that a sound should have been played.
    private var soundCount = 0
    private var subscription: AnyCancellable?

    init(_ list: HackerNews.StoryList, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        growth = Growth(address)
        model = StoriesViewModel(tools.clients.hackerNews, list: list, streams: true, scheduler: tools.scheduler)
        model.isSoundOn = address["sound"] == "on"
        subscription = model.sound.sink { [weak self] _ in self?.soundCount += 1 }
    }

    var title: String { model.title }
    var link: String { address.link(["pages": pages, "sound": model.isSoundOn ? "on" : nil]) }
    var list: ListObject<HackerNews.StoryList, HackerNews.Item> { model.stories }
    var feed: String? { PageAddress(path: ["hn", model.list.rawValue], query: []).feed }

    func handle(_ input: PageInput) -> Bool {
        switch input.name {
        case "showNew":
            growth.reset()
            model.showNew()
        case "sound": model.isSoundOn = !input.value.isEmpty
        default: return handleList(input)
        }
        return true
    }

    func start() {
        model.start()
        model.watchForNew()
    }

    private struct News: TemplateContext {
        static let template = "new"

        let count: Int?
        let href: String
        let isSoundOn: Bool
        let soundCount: Int
        let action: String
        let failure: String?
    }

    func regions() -> [Region] {
        let status = StatusContext(
            model.status, list, retry: link, step: .init(title: "Show the newest stories", href: "/hn/new"))
        let count = model.newStories.count
        let news = News(
            count: count > 0 ? count : nil, href: address.link(["pages": nil]), isSoundOn: model.isSoundOn,
            soundCount: soundCount, action: "/hn/\(model.list.rawValue)",
            failure: model.watchNotice)
        return [
            Region("views", HackerNewsTabs.context(current: model.list.rawValue)),
            Region("status", status), Region("new", news),
            elements(StoryRows(ranked: list.items, now: model.currentDate), .rows),
            more(end: "This is the end of the list.", noun: "stories"),
        ]
    }
}

/// The tabs of Hacker News: its lists and its search.
enum HackerNewsTabs {
    static func context(current: String) -> TabsContext {
        TabsContext(
            label: "Lists",
            tabs: HackerNews.StoryList.allCases.map { list in
                .init(href: "/hn/\(list.rawValue)", title: list.title, isCurrent: list.rawValue == current)
            } + [.init(href: "/hn/search", title: "Search", isCurrent: current == "search")])
    }
}

/// Stories as dense rows.
struct StoryRows {
    var stories: [RowContext]
    /// Whether the rows are numbered.
    var isRanked = false

    init(_ items: [HackerNews.Item], now: Date = Date()) {
        stories = items.map { RowContext(NewsRow($0), now: now) }
    }

    /// Makes the rows of a list of Hacker News, which are numbered.
    init(ranked items: [HackerNews.Item], now: Date) {
        self.init(items, now: now)
        isRanked = true
    }

    init(_ hits: [HackerNewsSearch.Hit], now: Date = Date()) {
        stories = hits.map { RowContext(NewsRow($0), now: now) }
    }
}

extension StoryRows: TemplateContext {
    static let template = "stories"

    var entries: [Entry] { stories.entries }
    mutating func mark(_ marks: Marks.Lookup) { stories.mark(marks) }
}
