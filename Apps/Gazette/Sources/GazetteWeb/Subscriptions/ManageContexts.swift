import FeedEngine
import Feeds
import Foundation
import LivePages
import ReaderModels
import ReaderStorage

/// The page on which a visitor adds feeds, and sees and changes those that they have.
struct ManageFeedsContext: TemplateContext {
    static let template = "manageFeeds"

    struct Choice: Encodable {
        let title: String
        let address: String
    }

    struct Folder: Encodable {
        let name: String?
        let feeds: [Feed]
    }

    struct Feed: Encodable {
        let id: Int
        let title: String
        let href: String
        let edit: String
        let host: String?
        let problem: String?
        let isEnded: Bool
        let checked: TimeContext?
        let next: String?
    }

    let problem: String?
    /// What has been done just now, as a sentence.
    let notice: String?
    let address: String?
    let folder: String?
    let choices: [Choice]
    let hasChoices: Bool
    let folderNames: [String]
    let folders: [Folder]
    let hasFeeds: Bool
    let count: String
    /// The number of the shown page, which the forms of folders return to.
    let page: Int

    /// The most folders that are suggested where one is typed.
    private static let suggestionLimit = 100

    /// - Parameters:
    ///   - list: The feeds, in their pages.
    ///   - page: The number of the page to show.
    ///   - problem: Why a form has failed.
    ///   - address: The address that was typed.
    ///   - choices: The feeds that the page at the address links to.
    init(
        _ list: ManagedFeeds, page: Int, problem: String? = nil, notice: String? = nil, address: String? = nil,
        folder: String? = nil, choices: [FeedLink] = [], now: Date
    ) {
        self.problem = problem
        self.notice = notice
        self.address = address
        self.folder = folder
        self.choices = choices.map { link in
            let host = HostText.of(link.url) ?? ""
            return Choice(title: link.title.map { "\($0) (\(host))" } ?? host, address: link.url.absoluteString)
        }
        hasChoices = !choices.isEmpty
        folderNames = Array(list.folderNames.prefix(Self.suggestionLimit))
        let grouped = Dictionary(grouping: list.feeds(on: page), by: \.folder)
        folders = (list.folderNames + [""]).compactMap { name in
            grouped[name].map { feeds in
                Folder(name: name.isEmpty ? nil : name, feeds: feeds.map { Feed($0, now: now) })
            }
        }
        hasFeeds = !list.feeds.isEmpty
        count = list.feeds.count == 1 ? "1 feed" : "\(list.feeds.count) feeds"
        self.page = page
    }
}

extension ManageFeedsContext.Feed {
    init(_ subscription: FeedSubscription, now: Date) {
        let id = String(subscription.id)
        let wait = subscription.next.timeIntervalSince(now)
        self.init(
            id: subscription.id, title: subscription.title,
            href: FeedsAddress().with(.feed(subscription.id), .all).link,
            edit: PageAddress.link(["feeds", "edit"], ["feed": id]),
            host: WebLinkText.host(subscription.address), problem: subscription.problem,
            isEnded: subscription.isEnded, checked: subscription.checked.map { TimeContext($0, now: now) },
            next: subscription.isEnded ? nil : wait > 1 ? WaitText.text(of: Int(min(wait, 1e9))) : "a moment")
    }
}

/// The host of an address as people read it.
enum WebLinkText {
    static func host(_ address: String) -> String? { Entry.outside(address).flatMap(HostText.of) }
}

/// The page on which a visitor changes one of their feeds.
struct EditFeedContext: TemplateContext {
    static let template = "editFeed"

    let id: Int
    let title: String
    let folder: String
    let address: String
    let home: String?
    let wantsText: Bool
    let folderNames: [String]
    let problem: String?
    let isEnded: Bool
    let checked: TimeContext?
    let next: TimeContext?

    init(_ subscription: FeedSubscription, folderNames: [String], now: Date) {
        id = subscription.id
        title = subscription.title
        folder = subscription.folder
        address = subscription.address
        home = subscription.home?.absoluteString
        wantsText = subscription.wantsText
        self.folderNames = folderNames
        problem = subscription.problem
        isEnded = subscription.isEnded
        checked = subscription.checked.map { TimeContext($0, now: now) }
        next = subscription.isEnded ? nil : TimeContext(subscription.next, now: now)
    }
}

/// The page with a visitor's filters.
struct FiltersContext: TemplateContext {
    static let template = "filters"

    struct Filter: Encodable {
        let id: Int
        let sentence: String
    }

    struct Option: Encodable {
        let value: String
        let title: String
        let isChosen: Bool
    }

    struct Preview: Encodable {
        let sentence: String
        let titles: [String]
        let rest: String?
        let part: String
        let action: String
        let words: String
    }

    let filters: [Filter]
    let isEmpty: Bool
    let parts: [Option]
    let actions: [Option]
    let words: String?
    let problem: String?
    let preview: Preview?

    private static let previewCount = 20

    init(
        _ filters: [FeedFilter], part: String?, action: String?, words: String?, problem: String? = nil,
        preview: (filter: FeedFilter, found: [FeedFilter.Subject])?
    ) {
        self.filters = filters.map { Filter(id: $0.id, sentence: $0.sentence) }
        isEmpty = filters.isEmpty
        parts = FeedFilter.Part.allCases.map {
            Option(value: $0.rawValue, title: $0.title, isChosen: $0.rawValue == part)
        }
        actions = FeedFilter.Action.allCases.map {
            Option(value: $0.rawValue, title: $0.title, isChosen: $0.rawValue == action)
        }
        self.words = words
        self.problem = problem
        self.preview = preview.map { filter, found in
            let rest = found.count - Self.previewCount
            return Preview(
                sentence: found.isEmpty
                    ? "None of the stored items match."
                    : found.count == 1
                        ? "1 item matches. This filter \(filter.action.verb) it."
                        : "\(found.count) items match. This filter \(filter.action.verb) them.",
                titles: found.prefix(Self.previewCount).map { $0.title ?? $0.summary ?? "Untitled" },
                rest: rest > 0 ? "and \(rest) more" : nil, part: filter.part.rawValue,
                action: filter.action.rawValue, words: filter.words)
        }
    }
}
