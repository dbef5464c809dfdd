import Foundation
import Freshet
import FreshetCombine
import HackerNews
import ReaderModels

/// A list of Hacker News.
final class StoriesPage: PageContent {
    let section = Section.hn
    private let model: StoriesViewModel
    private let address: PageAddress
    private var shownPages = 1

    init(_ list: HackerNews.StoryList, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        model = StoriesViewModel(tools.clients.hackerNews, list: list, scheduler: tools.scheduler)
    }

    var title: String { "Hacker News: \(model.list.title)" }
    var link: String { address.link(["pages": shownPages > 1 ? String(shownPages) : nil]) }
    var feed: String? { PageAddress(path: ["hn", model.list.rawValue], query: []).feed }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("more", _): grow(&shownPages, model.stories)
        case ("showNew", _): model.showNew()
        case ("retry", _): model.retry()
        default: return false
        }
        return true
    }

    func start() {
        model.start()
        model.watchForNew()
    }

    func proceed() -> Bool { model.stories.grow(to: address.pageCount, shown: &shownPages) }

    func regions() -> [Region] {
        [
            Region("views", "tabs", HackerNewsTabs.context(current: model.list.rawValue)),
            Region(
                "status", "status",
                StatusContext(
                    model.stories, retry: address.link(), empty: "This list is empty now.", noun: "stories")),
            Region("new", "new", NewContext(count: model.newStories.count, href: address.link())),
            Region("list", "stories", StoryRows(model.stories.items)),
            Region(
                "more", "more", MoreContext(model.stories, shown: shownPages, address, end: "That is the whole list.")),
        ]
    }
}

/// How many stories have appeared since the list was shown.
struct NewContext {
    let count: Int?
    let href: String

    init(count: Int, href: String) {
        self.count = count > 0 ? count : nil
        self.href = href
    }
}

/// The lists and the search of Hacker News.
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
    struct Row: EntryRow {
        let title: String
        let href: String
        let isOutside: Bool
        let host: String?
        let score: Int?
        let by: String?
        let byHref: String?
        let time: TimeContext?
        let comments: String?
        let discussion: String
        let excerpt: String?
        var mark: MarkContext?
    }

    var stories: [Row]

    init(_ items: [HackerNews.Item], now: Date = Date()) {
        stories = items.map { item in
            let discussion = "/hn/item/\(item.id)"
            return Row(
                title: item.title == nil ? item.paragraphs.first?.text ?? item.headline : item.headline,
                href: item.link?.absoluteString ?? discussion, isOutside: item.link != nil, host: item.host,
                score: item.score, by: item.by, byHref: item.by.map { PageAddress.link(["hn", "user", $0]) },
                time: item.time.map { TimeContext($0, now: now) },
                comments: item.descendants.map { $0 == 1 ? "1 comment" : "\($0) comments" }, discussion: discussion,
                excerpt: nil, mark: MarkContext(Entry(item)))
        }
    }

    init(_ hits: [HackerNewsSearch.Hit], now: Date = Date()) {
        stories = hits.map { hit in
            let discussion = "/hn/item/\(hit.id)"
            return Row(
                title: hit.headline, href: hit.link?.absoluteString ?? discussion, isOutside: hit.link != nil,
                host: hit.link?.host(), score: hit.points, by: hit.author,
                byHref: hit.author.map { PageAddress.link(["hn", "user", $0]) },
                time: hit.createdAt.map { TimeContext($0, now: now) },
                comments: hit.commentCount.map { $0 == 1 ? "1 comment" : "\($0) comments" }, discussion: discussion,
                excerpt: hit.isComment ? hit.excerpt : nil, mark: MarkContext(Entry(hit)))
        }
    }
}

extension StoryRows: EntryContext {
    var entries: [Entry] { stories.entries }
    mutating func mark(_ marks: Marks) { stories.mark(marks) }
}
