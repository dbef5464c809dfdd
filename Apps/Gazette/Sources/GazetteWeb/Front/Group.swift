import Foundation
import Freshet
import FreshetCombine
import ReaderModels

/// A list that is one of several on a page, with its own state.
struct Group {
    /// The name of the group, from which the id of its region is made.
    let id: String
    let changes: AnyPublisher<Void, Never>
    let start: () -> Void
    let retry: () -> Void
    let cancel: () -> Void
    /// Whether data for the first rendering of the page is still loading.
    let isPending: () -> Bool
    let context: () -> any TemplateContext

    /// Makes a group from a paged list.
    init<Query, Item>(
        _ id: String, _ list: ListObject<Query, Item>, changes: AnyPublisher<Void, Never>? = nil,
        start: @escaping () -> Void, context: @escaping () -> any TemplateContext
    ) {
        self.id = id
        self.changes = changes ?? list.objectWillChange.map { _ in }.eraseToAnyPublisher()
        self.start = start
        self.context = context
        retry = list.retry
        cancel = list.cancel
        isPending = {
            list.fetch.isFetching || (list.query != nil && list.fetch.value == nil && list.fetch.error == nil)
        }
    }

    var region: Region {
        var region = Region("part-\(id)", context())
        region.isPending = isPending()
        return region
    }
}

/// The head of a group: its title, the link to the whole list, and the loading state.
struct GroupHead: Encodable {
    struct Failure: Encodable {
        let title: String
        let text: String
        /// The hint for an error whose remedy is to try again later; `nil` for other errors.
        let hint: String?

        init(_ error: SelectedError) {
            title = error.title
            text = error.text
            if case .retryLater = error.remedy { hint = error.hint } else { hint = nil }
        }
    }

    let id: String
    let title: String
    let href: String
    let more: String
    let skeleton: Skeleton?
    let failure: Failure?
    let notice: String?

    init<Query, Item>(
        _ id: String, _ title: String, href: String, more: String, _ list: ListObject<Query, Item>,
        _ shape: Skeleton.Shape,
        notice: String? = nil, empty: String = "There is nothing at the moment."
    ) {
        self.id = id
        self.title = title
        self.href = href
        self.more = more
        skeleton = list.fetch.isFetching && list.items.isEmpty ? Skeleton(shape) : nil
        failure = list.selectedError.map(Failure.init)
        self.notice = list.isEmpty && failure == nil && !list.fetch.isFetching ? empty : notice
    }
}

extension [Group] {
    /// Handles an input of a page of groups, for the group that the value names, or for all if the value is empty.
    func handle(_ input: PageInput) -> Bool {
        let meant = input.value.isEmpty ? self : filter { $0.id == input.value }
        switch input.name {
        case "retry": meant.forEach { $0.retry() }
        case "cancel": meant.forEach { $0.cancel() }
        default: return false
        }
        return true
    }

    /// Sends before any of the groups changes.
    var changes: AnyPublisher<Void, Never> { Publishers.MergeMany(map(\.changes)).eraseToAnyPublisher() }
}
