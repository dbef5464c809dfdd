import Foundation
import Freshet
import ReaderModels

/// How a list or a single thing stands: loading, being refreshed, stale, failed beside what was there, empty, or with a count.
struct StatusContext {
    struct Failure {
        let title: String
        let text: String
        let hint: String?
        let detail: String
        /// The address that tries again; `nil` when that would help nobody.
        let retry: String?
        /// The seconds until the next attempt makes sense, where the service said so.
        let wait: Int?
        /// What is shown beside the failure.
        let kept: Kept?

        /// Whether something is shown beside the failure, and since when it is there.
        struct Kept {
            let time: TimeContext?
        }

        init?(_ error: SelectedError?, retry: String, keeps: Bool, since date: Date?) {
            guard let error else { return nil }
            title = error.title
            text = error.text
            hint = error.hint
            detail = error.detail
            self.retry = error.remedy == .none ? nil : retry
            if case .retryLater(let seconds?) = error.remedy { wait = seconds } else { wait = nil }
            kept = keeps ? Kept(time: date.map { TimeContext($0, now: Date()) }) : nil
        }
    }

    /// A way on from where there is nothing.
    struct Step {
        let title: String
        let href: String
    }

    /// Something is being loaded, and there is nothing to show yet.
    var isLoading = false
    /// Something is being loaded while what was there stays.
    var isRefreshing = false
    var count: String?
    var notice: String?
    var step: Step?
    /// Since when a copy is there that may be out of date.
    var stale: TimeContext?
    var error: Failure?

    /// The state of a single thing, or of one that comes as a whole.
    ///
    /// - Parameters:
    ///   - retry: The address that tries again.
    ///   - noun: What the thing is, for who has stopped its loading.
    init<Value>(_ state: FetchState<Value>, error: SelectedError?, retry: String, noun: String) {
        isLoading = state.isFetching && state.value == nil
        isRefreshing = state.isFetching && state.value != nil
        self.error = Failure(error, retry: retry, keeps: state.value != nil, since: state.receivedAt)
        stale = state.isStale ? state.receivedAt.map { TimeContext($0, now: Date()) } : nil
        if !state.isFetching, state.value == nil, error == nil {
            stop(noun, retry: retry)
        }
    }

    /// The state of a list in pages.
    ///
    /// - Parameters:
    ///   - notice: What is to be said in place of anything else.
    ///   - empty: What is said when a query has answered with nothing, with a way on.
    ///   - noun: What the elements are called, all of them.
    init<Query, Item>(
        _ list: PagedModel<Query, Item>, retry: String, notice: String? = nil,
        empty: (text: String, step: Step?), noun: String
    ) {
        self.init(list.list, error: list.selectedError, retry: retry, noun: noun)
        self.notice = nil
        step = nil
        isLoading = list.isAwaited && list.items.isEmpty
        isRefreshing = (list.isAwaited && !list.items.isEmpty) || list.isLoadingMore
        if let total = list.totalCount, total > 0 {
            let time = list.loadingTime.map { " in \(Self.text(of: $0))" } ?? ""
            count = "\(list.items.count) of \(total) \(noun)\(time)"
        }
        if let notice {
            self.notice = notice
        } else if list.isEmpty, error == nil, !list.isAwaited {
            self.notice = empty.text
            step = empty.step
        } else if list.missingCount > 0 {
            self.notice = "\(list.missingCount) of them could not be had."
        } else if list.list.value == nil, error == nil, !list.isAwaited, list.query != nil {
            stop(noun, retry: retry)
        }
    }

    private mutating func stop(_ noun: String, retry: String) {
        notice = "Loading was stopped before the \(noun) came."
        step = Step(title: "Load again", href: retry)
    }

    /// A time as people say it: "40 ms", "1.2 s".
    private static func text(of seconds: TimeInterval) -> String {
        seconds < 1 ? "\(Int((seconds * 1000).rounded())) ms" : "\((seconds * 10).rounded() / 10) s"
    }
}
