import Foundation
import Freshet
import FreshetCombine
import HackerNews
import LivePages
import ReaderModels
import ReaderStorage

extension SearchPage where Item == HackerNewsSearch.Hit {
    static func hackerNews(_ address: PageAddress, _ tools: PageTools) -> SearchPage {
        let choices = HackerNewsChoices(address)
        return SearchPage(
            .hackerNews(tools.clients.hackerNewsSearch, scheduler: tools.scheduler) {
                (choices.kind.tags, choices.order == "date" ? .date : .relevance, choices.age.seconds)
            },
            address,
            .init(
                section: .hn, texts: .hackerNews,
                tabs: HackerNewsTabs.context(current: "search"),
                form: SearchContext(
                    action: "/hn/search", name: "q", label: SearchTexts.hackerNews.prompt, value: address["q"] ?? "",
                    choices: [
                        .init(
                            "kind", "Kind", HackerNewsChoices.kinds.map { ($0.value, $0.title) },
                            current: choices.kind.value),
                        .init(
                            "age", "Age", HackerNewsChoices.ages.map { ($0.value, $0.title) },
                            current: choices.age.value),
                        .init(
                            "sort", "Order", [("relevance", "best match first"), ("date", "newest first")],
                            current: choices.order),
                    ]),
                shape: .rows,
                rows: { StoryRows($0) }, choose: choices.take))
    }
}

/// The filters of the search in Hacker News; the first of each is the default.
private final class HackerNewsChoices {
    private(set) var kind = kinds[0]
    private(set) var age = ages[0]
    private(set) var order = "relevance"

    init(_ address: PageAddress) {
        for name in ["kind", "age", "sort"] { _ = take(PageInput(name: name, value: address[name] ?? "")) }
    }

    /// Takes the value of a menu, with the default in place of an unknown one.
    ///
    /// - Returns: Whether there is a menu of that name.
    func take(_ input: PageInput) -> Bool {
        switch input.name {
        case "kind": kind = Self.kinds.first { $0.value == input.value } ?? Self.kinds[0]
        case "age": age = Self.ages.first { $0.value == input.value } ?? Self.ages[0]
        case "sort": order = input.value == "date" ? "date" : "relevance"
        default: return false
        }
        return true
    }

    static let kinds: [(value: String, title: String, tags: [HackerNewsSearch.Tag])] = [
        ("story", "stories", [.story]), ("comment", "comments", [.comment]), ("ask", "Ask HN", [.ask]),
        ("show", "Show HN", [.show]), ("all", "everything", []),
    ]

    static let ages: [(value: String, title: String, seconds: TimeInterval?)] = [
        ("any", "any", nil), ("day", "past 24 hours", 86_400), ("week", "past week", 7 * 86_400),
        ("month", "past month", 30 * 86_400), ("year", "past year", 365 * 86_400),
    ]
}
