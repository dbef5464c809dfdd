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
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func start() { model.start() }

    func proceed() -> Bool { model.stories.grow(to: address.pageCount, shown: &shownPages) }

    func regions() -> [Region] {
        [
            Region("views", "tabs", HackerNewsTabs.context(current: model.list.rawValue)),
            Region(
                "status", "status",
                StatusContext(
                    model.stories, retry: address.link(), empty: "This list is empty now.", noun: "stories")),
            Region("list", "stories", StoryRows(model.stories.items)),
            Region("more", "more", MoreContext(model.stories, address, end: "That is the whole list.")),
        ]
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
    struct Row {
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
    }

    let stories: [Row]

    init(_ items: [HackerNews.Item], now: Date = Date()) {
        stories = items.map { item in
            let discussion = "/hn/item/\(item.id)"
            return Row(
                title: item.title == nil ? item.paragraphs.first?.text ?? item.headline : item.headline,
                href: item.link?.absoluteString ?? discussion, isOutside: item.link != nil, host: item.host,
                score: item.score, by: item.by, byHref: item.by.map { PageAddress.link(["hn", "user", $0]) },
                time: item.time.map { TimeContext($0, now: now) },
                comments: item.descendants.map { $0 == 1 ? "1 comment" : "\($0) comments" }, discussion: discussion,
                excerpt: nil)
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
                excerpt: hit.isComment ? hit.excerpt : nil)
        }
    }
}
