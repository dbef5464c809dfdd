import Foundation
import Freshet
import ReaderModels

// What templates that several views share are given.

struct TabsContext {
    struct Tab {
        let href: String
        let title: String
        let isCurrent: Bool
    }

    let label: String
    let tabs: [Tab]
}

struct SearchContext {
    struct Hidden {
        let name: String
        let value: String
    }

    struct Choice {
        struct Option {
            let value: String
            let title: String
            let isCurrent: Bool
        }

        let name: String
        let label: String
        let options: [Option]
    }

    let action: String
    let name: String
    let label: String
    let value: String
    var hidden: [Hidden] = []
    var choices: [Choice] = []
    var button = "Search"
}

extension Region {
    /// A form that is typed in: it stays as it was sent first.
    static func search(_ context: SearchContext) -> Region {
        Region("search", "search", context, isFixed: true)
    }
}

/// How a list or a single thing stands: loading, failed beside what was there, empty, or with a count.
struct StatusContext {
    struct Failure {
        let title: String
        let text: String
        let hint: String?
        let detail: String
        let retry: String?
        let keeps: Bool
    }

    var isLoading = false
    var count: String?
    var notice: String?
    var error: Failure?

    static func failure(_ error: SelectedError?, retry: String?, keeps: Bool) -> Failure? {
        error.map {
            Failure(
                title: $0.title, text: $0.text, hint: $0.hint, detail: $0.detail,
                retry: $0.remedy == .none ? nil : retry, keeps: keeps)
        }
    }

    /// The state of a list in pages.
    init<Query, Item>(
        _ list: PagedModel<Query, Item>, retry: String, notice: String? = nil, empty: String, noun: String
    ) {
        isLoading = list.list.isFetching || list.isLoadingMore
        error = Self.failure(list.selectedError, retry: retry, keeps: !list.items.isEmpty)
        if let total = list.totalCount, total > 0 {
            count = "\(list.items.count) of \(total) \(noun)"
        }
        let missing =
            list.missingCount > 0 ? "\(list.missingCount) of them could not be had." : nil
        self.notice = notice ?? (list.isEmpty && error == nil ? empty : missing)
    }

    /// The state of a single thing.
    init(isLoading: Bool, error: SelectedError?, retry: String, keeps: Bool) {
        self.isLoading = isLoading
        self.error = Self.failure(error, retry: retry, keeps: keeps)
    }
}

struct MoreContext {
    let href: String?
    var title = "Show more"
    var end: String?

    /// The way to a further page; addresses ask for so many pages at most.
    init<Query, Item>(_ list: PagedModel<Query, Item>, shown: Int, _ address: PageAddress, end: String) {
        let canGrow = list.hasMore && shown < PageAddress.pageLimit
        href = canGrow ? address.link(["pages": String(shown + 1)]) : nil
        self.end = list.items.isEmpty ? nil : end
    }
}

/// A moment as `<time>` shows it.
struct TimeContext {
    let iso: String
    let exact: String
    let relative: String

    init(_ date: Date, now: Date) {
        iso = date.formatted(.iso8601)
        exact = iso.replacing("T", with: " ").replacing("Z", with: " UTC")
        relative = RelativeTime.text(from: date, to: now)
    }
}
