import Foundation
import Freshet
import FreshetCombine
import HackerNews
import ReaderModels

extension SearchPage where Item == HackerNewsSearch.Hit {
    static func hackerNews(_ address: PageAddress, _ tools: PageTools) -> SearchPage {
        let kind = HackerNewsChoices.kinds.first { $0.value == address["kind"] } ?? HackerNewsChoices.kinds[0]
        let age = HackerNewsChoices.ages.first { $0.value == address["age"] } ?? HackerNewsChoices.ages[0]
        let order = address["sort"] == "date" ? "date" : "relevance"
        return SearchPage(
            .hackerNews(
                tools.clients.hackerNewsSearch, tags: kind.tags, order: order == "date" ? .date : .relevance,
                age: age.seconds, scheduler: tools.scheduler),
            address,
            .init(
                section: .hn, texts: .hackerNews,
                tabs: HackerNewsTabs.context(current: "search"),
                form: SearchContext(
                    action: "/hn/search", name: "q", label: SearchTexts.hackerNews.prompt, value: address["q"] ?? "",
                    choices: [
                        .init(
                            "kind", "Kind", HackerNewsChoices.kinds.map { ($0.value, $0.title) }, current: kind.value),
                        .init("age", "Age", HackerNewsChoices.ages.map { ($0.value, $0.title) }, current: age.value),
                        .init(
                            "sort", "Order", [("relevance", "best match first"), ("date", "newest first")],
                            current: order),
                    ]),
                shape: .rows,
                rows: { StoryRows($0) }))
    }
}

/// The filters of the search in Hacker News; the first of each is the default.
private enum HackerNewsChoices {
    static let kinds: [(value: String, title: String, tags: [HackerNewsSearch.Tag])] = [
        ("story", "stories", [.story]), ("comment", "comments", [.comment]), ("ask", "Ask HN", [.ask]),
        ("show", "Show HN", [.show]), ("all", "everything", []),
    ]

    static let ages: [(value: String, title: String, seconds: TimeInterval?)] = [
        ("any", "any", nil), ("day", "past 24 hours", 86_400), ("week", "past week", 7 * 86_400),
        ("month", "past month", 30 * 86_400), ("year", "past year", 365 * 86_400),
    ]
}
