package import Foundation
package import Freshet
package import FreshetCombine
package import ReaderModels

/// The state of a list or a single thing: loading, refreshing, stale, failed beside older data, empty, or with a count.
package struct StatusContext: TemplateContext {
    package static let template = "status"
    package static let isStatus = true

    package struct Failure: Encodable {
        package let title: String
        package let text: String
        package let hint: String?
        /// The details for developers; `nil` if they equal the text.
        package fileprivate(set) var detail: String?
        /// The address that tries again; `nil` if that would not help.
        package let retry: String?
        /// The seconds until the next attempt, if the service named them.
        package let wait: Int?
        /// The same as text; a script counts down.
        package let waitText: String?
        /// The older data that is shown beside the failure; `nil` if there is none.
        package let kept: Kept?
        /// The link to another view if trying again would not help.
        package var wayOn: Step?

        /// The older data that is shown beside a failure, with the time at which it was received.
        package struct Kept: Encodable {
            package let time: TimeContext?
        }

        package init?(_ error: SelectedError?, retry: String, keeps: Bool, since date: Date?) {
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

    /// A link to another view or to load again, beside a notice or a failure.
    package struct Step: Encodable {
        package let title: String
        package let href: String

        package init(title: String, href: String) {
            self.title = title
            self.href = href
        }
    }

    /// Something is being loaded, and there is nothing to show yet.
    package var isLoading = false
    /// Something is being loaded while what was there stays.
    package var isRefreshing = false
    package var count: String?
    package var notice: String?
    package var step: Step?
    /// The time at which the shown data was received, if it is stale.
    package var stale: TimeContext?
    package var error: Failure?

    package var showsFailure: Bool { error != nil }
    package var isPending: Bool { isLoading || isRefreshing }

    /// Removes the details of the failure, which may say more about the server than its visitors are to know.
    package mutating func hideDetail() { error?.detail = nil }

    /// A failure of the server itself, without details.
    ///
    /// - Parameters:
    ///   - keeps: Whether something is shown beside it.
    ///   - retry: The address that tries again.
    package init(_ error: SelectedError, keeps: Bool, retry: String) {
        self.error = Failure(error, retry: retry, keeps: keeps, since: nil)
        hideDetail()
    }

    /// A notice alone.
    package init(notice: String) { self.notice = notice }

    /// Makes the state of a single thing, or of a list that is loaded as a whole.
    ///
    /// - Parameters:
    ///   - retry: The address that tries again.
    ///   - noun: The noun for the loaded element, for the text after loading was stopped.
    package init<Value>(_ state: FetchState<Value>, error: SelectedError?, retry: String, noun: String) {
        self.init(
            ScreenStatus(state, error: error, noun: noun), error: error, keeps: state.value != nil,
            since: state.receivedAt, retry: retry)
    }

    /// Makes the state of a paged list.
    ///
    /// - Parameters:
    ///   - notice: A notice that replaces all other texts.
    ///   - empty: The text for a query without results, with a next step.
    ///   - noun: The noun for the elements, in the plural.
    package init<Query, Item>(
        _ list: ListObject<Query, Item>, retry: String, notice: String? = nil,
        empty: (text: String, step: Step?), noun: String
    ) {
        self.init(
            ScreenStatus(list, notice: notice, empty: empty.text, noun: noun), list, retry: retry, step: empty.step)
    }

    /// Makes the state of a paged list, with a link for when it is empty.
    package init<Query, Item>(_ status: ScreenStatus, _ list: ListObject<Query, Item>, retry: String, step: Step? = nil)
    {
        self.init(
            status, error: list.selectedError, keeps: list.fetch.value != nil, since: list.fetch.receivedAt,
            retry: retry, step: step)
    }

    /// Adds a link to a section to a failure that can't be retried and shows no older data.
    package mutating func leadOn(to section: ReaderSection?) {
        guard let section, error?.retry == nil, error?.kept == nil else { return }
        error?.wayOn = Step(title: section.title, href: "/\(section.rawValue)")
    }

    /// Makes the context of a state.
    ///
    /// - Parameters:
    ///   - keeps: Whether something is shown beside the failure.
    ///   - since: The time at which that was received.
    ///   - step: The link for when there is nothing to show.
    package init(
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
