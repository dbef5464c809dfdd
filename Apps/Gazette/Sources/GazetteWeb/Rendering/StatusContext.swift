import Foundation
import Freshet
import ReaderModels

/// How a list or a single thing stands: loading, being refreshed, stale, failed beside what was there, empty, or with a count.
struct StatusContext: TemplateContext {
    static let template = "status"
    static let isStatus = true

    struct Failure {
        let title: String
        let text: String
        let hint: String?
        /// What the text does not say.
        let detail: String?
        /// The address that tries again; `nil` if that would not help.
        let retry: String?
        /// The seconds until the next attempt, if the service named them.
        let wait: Int?
        /// The same as text; a script counts down.
        let waitText: String?
        /// What is shown beside the failure.
        let kept: Kept?
        /// Where to go on when there is nothing to try again.
        var wayOn: Step?

        /// Whether something is shown beside the failure, and since when it is there.
        struct Kept {
            let time: TimeContext?
        }

        init?(_ error: SelectedError?, retry: String, keeps: Bool, since date: Date?) {
            guard let error else { return nil }
            title = error.title
            text = error.text
            if case .retryLater(let seconds?) = error.remedy { wait = seconds } else { wait = nil }
            waitText = wait.map(WaitText.text)
            // The wait stands beside the button instead.
            hint = wait == nil ? error.hint : nil
            detail = error.detail == error.text ? nil : error.detail
            self.retry = error.remedy == .none ? nil : retry
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

    var showsFailure: Bool { error != nil }
    var isPending: Bool { isLoading || isRefreshing }

    /// A notice alone.
    init(notice: String) { self.notice = notice }

    /// The state of a single thing, or of one that comes as a whole.
    ///
    /// - Parameters:
    ///   - retry: The address that tries again.
    ///   - noun: The noun for the loaded element, for the text after loading was stopped.
    init<Value>(_ state: FetchState<Value>, error: SelectedError?, retry: String, noun: String) {
        self.init(
            ScreenStatus(state, error: error, noun: noun), error: error, keeps: state.value != nil,
            since: state.receivedAt, retry: retry)
    }

    /// The state of a list in pages.
    ///
    /// - Parameters:
    ///   - notice: A notice that replaces all other texts.
    ///   - empty: The text for a query without results, with a next step.
    ///   - noun: What the elements are called, all of them.
    init<Query, Item>(
        _ list: ListModel<Query, Item>, retry: String, notice: String? = nil,
        empty: (text: String, step: Step?), noun: String
    ) {
        self.init(
            ScreenStatus(list, notice: notice, empty: empty.text, noun: noun), list, retry: retry, step: empty.step)
    }

    /// The state of a list in pages, with a way on from where there is nothing.
    init<Query, Item>(_ status: ScreenStatus, _ list: ListModel<Query, Item>, retry: String, step: Step? = nil) {
        self.init(
            status, error: list.selectedError, keeps: list.list.value != nil, since: list.list.receivedAt,
            retry: retry, step: step)
    }

    /// Leads to the list of a section where something does not exist.
    mutating func leadOn(to section: Section?) {
        guard let section, error?.retry == nil, error?.kept == nil else { return }
        error?.wayOn = Step(title: section.title, href: "/\(section.rawValue)")
    }

    /// A state as templates show it.
    ///
    /// - Parameters:
    ///   - keeps: Whether something is shown beside the failure.
    ///   - since: When that came.
    ///   - step: The way on from where there is nothing.
    init(
        _ status: ScreenStatus, error: SelectedError?, keeps: Bool, since date: Date?, retry: String, step: Step? = nil
    ) {
        isLoading = status.isLoading
        isRefreshing = status.isRefreshing
        count = status.count
        notice = status.notice
        if status.isStopped {
            self.step = Step(title: Words.loadAgain, href: retry)
        } else if status.isEmpty {
            self.step = step
        }
        stale = status.staleSince.map { TimeContext($0, now: Date()) }
        self.error = Failure(error, retry: retry, keeps: keeps, since: date)
    }
}
