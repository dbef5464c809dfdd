public import Foundation
public import Freshet
public import FreshetCombine
import FreshetLenientJSON

/// The status of a list or a single element, as text: loading, refreshing, stale, empty, or with a count.
///
/// A failure is separate: a ``SelectedError``.
public struct ScreenStatus: Hashable, Sendable {
    /// Whether content is loading while there is nothing to show yet.
    public private(set) var isLoading = false
    /// Whether content is loading while earlier content is shown.
    public private(set) var isRefreshing = false
    /// The number of elements, as text; `nil` without elements.
    public private(set) var count: String?
    /// The reason why content is missing, entirely or in part.
    public private(set) var notice: String?
    /// Whether a query has no results, so that another one should be offered.
    public private(set) var isEmpty = false
    /// Whether loading was cancelled before there was content, so that the screen should offer to load again.
    public private(set) var isStopped = false
    /// The date of the shown content if it may be out of date; otherwise `nil`.
    public private(set) var staleSince: Date?

    /// Makes the status of a single element, or of content that is loaded as a whole.
    ///
    /// - Parameter noun: The noun for the loaded element, for the text after loading was stopped.
    public init<Value>(_ state: FetchState<Value>, error: SelectedError?, noun: String) {
        isLoading = state.isFetching && state.value == nil
        isRefreshing = state.isFetching && state.value != nil
        staleSince = state.isStale ? state.receivedAt : nil
        if !state.isFetching, state.value == nil, error == nil { stop(noun) }
    }

    /// Makes the status of a list that is loaded as a whole.
    ///
    /// - Parameters:
    ///   - noun: What the elements are called, all of them.
    ///   - count: Returns the text of their number.
    ///   - empty: The text if there are none.
    public init<Item>(
        _ state: FetchState<[Item]>, error: SelectedError?, noun: String, count: (Int) -> String, empty: String
    ) {
        self.init(state, error: error, noun: noun)
        guard let items = state.value else { return }
        if !items.isEmpty {
            self.count = count(items.count)
        } else if error == nil, !state.isFetching {
            notice = empty
            isEmpty = true
        }
    }

    /// Makes the status of a list that is loaded in pages.
    ///
    /// - Parameters:
    ///   - notice: A notice that replaces all other texts.
    ///   - empty: The text for a query without results.
    ///   - noun: What the elements are called, all of them.
    public init<Query, Item>(
        _ list: ListObject<Query, Item>, notice: String? = nil, empty: String, noun: String
    ) {
        let state = list.fetch
        isLoading = list.fetch.isFetching && list.items.isEmpty
        isRefreshing = (list.fetch.isFetching && !list.items.isEmpty) || list.isLoadingMore
        staleSince = state.isStale ? state.receivedAt : nil
        if let total = list.totalCount, total > 0 {
            let time = list.loadingTime.map { " in \(Self.text(of: $0))" } ?? ""
            count = "\(total == 1 ? "1 result" : "\(list.items.count) of \(total) \(noun)")\(time)"
        }
        if let notice {
            self.notice = notice
        } else if list.isEmpty, list.selectedError == nil, !list.fetch.isFetching {
            self.notice = empty
            isEmpty = true
        } else if list.missingCount > 0 {
            self.notice = "\(list.missingCount) of them could not be loaded."
        } else if state.value == nil, list.selectedError == nil, !list.fetch.isFetching, list.query != nil {
            stop(noun)
        }
    }

    /// The note that a copy may be outdated: "It was loaded 5 min ago and may be out of date."
    public static func stale(since date: Date, now: Date) -> String {
        "It was loaded \(DateText.ago(date, now: now)) and may be out of date."
    }

    private mutating func stop(_ noun: String) {
        notice = "Loading was stopped before the \(noun) arrived."
        isStopped = true
    }

    /// A duration as text: "40 ms", "1.2 s".
    private static func text(of duration: Duration) -> String {
        let seconds = duration / .seconds(1)
        return seconds < 1 ? "\(Int(clamping: (seconds * 1000).rounded())) ms" : "\((seconds * 10).rounded() / 10) s"
    }
}
