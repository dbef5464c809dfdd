import Foundation
import Freshet
import FreshetCombine
import LivePages
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
    /// The failure that it shows, and whether it shows earlier contents, too.
    let failure: () -> (error: SelectedError, hasContents: Bool)?
    let context: () -> any TemplateContext

    init(
        id: String, changes: AnyPublisher<Void, Never>, start: @escaping () -> Void, retry: @escaping () -> Void,
        cancel: @escaping () -> Void, isPending: @escaping () -> Bool,
        failure: @escaping () -> (error: SelectedError, hasContents: Bool)?,
        context: @escaping () -> any TemplateContext
    ) {
        self.id = id
        self.changes = changes
        self.start = start
        self.retry = retry
        self.cancel = cancel
        self.isPending = isPending
        self.failure = failure
        self.context = context
    }

    /// Makes a group from a paged list.
    ///
    /// - Parameter waits: Whether its contents depend on another list that is loading.
    init<Query, Item>(
        _ id: String, _ list: ListObject<Query, Item>, changes: AnyPublisher<Void, Never>? = nil,
        waits: @escaping () -> Bool = { false }, start: @escaping () -> Void,
        context: @escaping () -> any TemplateContext
    ) {
        self.id = id
        self.changes = changes ?? list.objectWillChange.map { _ in }.eraseToAnyPublisher()
        self.start = start
        self.context = context
        retry = list.retry
        cancel = list.cancel
        failure = { list.selectedError.map { ($0, !list.items.isEmpty) } }
        isPending = { list.isAwaited || waits() }
    }

    var region: Region { region(isPending: isPending()) }

    func region(isPending: Bool) -> Region {
        var region = Region("part-\(id)", context())
        region.isPending = isPending
        return region
    }
}

extension ListObject {
    /// Whether the list is loading, or is about to.
    var isAwaited: Bool { fetch.isFetching || (query != nil && fetch.value == nil && fetch.error == nil) }
}

/// A context below the head of a group.
protocol GroupContext: TemplateContext {
    var head: GroupHead { get set }
}

/// One failure of several groups: the service of all of them.
struct TroubleContext: TemplateContext {
    static let template = "trouble"

    let failure: GroupHead.Failure
    /// The ids of the groups that are loaded again.
    let groups: String
    /// Whether earlier contents are shown below it.
    let isKept: Bool
    var showsFailure: Bool { true }
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
    var failure: Failure?
    let notice: String?

    /// Makes the head of a group that shows nothing until it has loaded.
    init(id: String, title: String, href: String, more: String, notice: String? = nil) {
        self.id = id
        self.title = title
        self.href = href
        self.more = more
        skeleton = nil
        self.notice = notice
    }

    init<Query, Item>(
        _ id: String, _ title: String, href: String, more: String, _ list: ListObject<Query, Item>,
        _ shape: Skeleton.Shape, waits: Bool = false,
        notice: String? = nil, empty: String = "There is nothing here at the moment."
    ) {
        self.id = id
        self.title = title
        self.href = href
        self.more = more
        skeleton = waits || (list.fetch.isFetching && list.items.isEmpty) ? Skeleton(shape) : nil
        failure = list.selectedError.map(Failure.init)
        self.notice = list.isEmpty && failure == nil && !list.fetch.isFetching && !waits ? empty : notice
    }
}

extension [Group] {
    /// Handles an input of a page of groups, for the groups that the value names, or for all if the value is empty.
    func handle(_ input: PageInput) -> Bool {
        let names = input.value.split(separator: " ").map(String.init)
        let meant = names.isEmpty ? self : filter { names.contains($0.id) }
        switch input.name {
        case "retry": meant.forEach { $0.retry() }
        case "cancel": meant.forEach { $0.cancel() }
        default: return false
        }
        return true
    }

    /// The regions of the groups, where several have the same failure below one region with it.
    ///
    /// Of these groups, those without contents are left out. A failure is not shown before it is known whether the
    /// others have it, too.
    var regions: [Region] {
        let failures = map { $0.failure() }
        let counts = failures.reduce(into: [String: Int]()) { counts, failure in
            if let failure { counts[failure.error.id, default: 0] += 1 }
        }
        let shared = failures.compactMap(\.self).map(\.error).filter { counts[$0.id, default: 0] > 1 }
        var isReported: Set<String> = []
        let reports = shared.filter { isReported.insert($0.id).inserted }.enumerated().map { index, error in
            let those = Swift.zip(self, failures).filter { $0.1?.error.id == error.id }
            let context = TroubleContext(
                failure: .init(error), groups: those.map(\.0.id).joined(separator: " "),
                isKept: those.contains { $0.1?.hasContents == true })
            return Region("trouble\(index == 0 ? "" : String(index))", context)
        }
        let isSettled = !contains { $0.isPending() }
        let parts = Swift.zip(self, failures).compactMap { group, failure -> Region? in
            guard let failure else { return group.region }
            guard isReported.contains(failure.error.id) else { return group.region(isPending: !isSettled) }
            guard failure.hasContents else { return nil }
            var region = group.region
            guard var context = region.context as? any GroupContext else { return region }
            context.head.failure = nil
            region.context = context
            return region
        }
        return isSettled ? reports + parts : parts
    }

    /// Sends before any of the groups changes.
    var changes: AnyPublisher<Void, Never> { Publishers.MergeMany(map(\.changes)).eraseToAnyPublisher() }
}
