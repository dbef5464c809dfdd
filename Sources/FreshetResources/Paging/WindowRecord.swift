import FreshetCore

/// The state of a window, guarded by its lock.
struct WindowRecord<Item: Identifiable & Sendable> where Item.ID: Sendable {
    var shown = ShownPages<Item>()
    /// The account that the items were sent to.
    var account: [String] = []
    /// The number of the current load. Results of loads with an earlier number are discarded.
    var number = 0
    var task: Task<Void, Never>?
    var steps: [PageDirection: Task<Void, Never>] = [:]
    var observers: [Int: @Sendable () -> Void] = [:]
    var lastObserver = 0
    /// The version of the pages that the observers were notified of.
    var noticed = 0
    /// The observations of the pages.
    var watches: [RequestIdentity: ResourceObservation] = [:]
    /// The version of the pages that are watched; `nil` while none are.
    var watched: Int?
    var following = FollowedPage()
}

/// How far a shared window has followed the list's first page.
struct FollowedPage {
    /// The facts of the last response after which all pages were requested.
    var response = StateFacts()
    /// The number of failures of the first page so far.
    var failures = 0
    /// The last invalidation of a page after which the first one was invalidated.
    var invalidated: Stamp = 0
    /// Whether the first page is being fetched, whoever requested it.
    var isFetching = false
}

/// The pages of a load, and the error that ends the list after them.
struct LoadedPages<Item: Identifiable & Sendable> where Item.ID: Sendable {
    var pages: [WindowPage<Item>]
    var end: FetchError?
}

extension WindowRecord {
    /// Ends the requests in progress, and returns their tasks.
    mutating func begin() -> [Task<Void, Never>] {
        number += 1
        let tasks = [task.take()].compactMap(\.self) + Array(steps.values)
        steps = [:]
        shown.settle()
        shown.progress.isLoading = false
        for direction in shown.stepsInProgress { shown.progress[direction] = .idle }
        return tasks
    }

    /// Ends the request for a page at one end.
    mutating func end(_ direction: PageDirection, with activity: PageActivity) {
        shown.progress[direction] = activity
        steps[direction] = nil
    }

    mutating func fail(_ error: FetchError) {
        let wanted = shown.stepsInProgress
        _ = begin()
        guard !error.isCancellation else { return }
        shown.progress.error = error
        shown.progress.isStale = !shown.pages.isEmpty
        for direction in wanted { shown.progress[direction] = .failed(error) }
    }

    /// Shows known or partial first pages until the complete one arrives, unless that would remove items.
    mutating func see(_ pages: [WindowPage<Item>], of account: [String]) {
        let isMore = shown.pages.first.map { $0.isPartial && pages[0].items.count > $0.items.count } ?? true
        guard isMore else { return }
        shown.show(pages)
        self.account = account
    }

    /// Shows the pages of a load, and returns the ends at which further pages were requested in the
    /// meantime.
    mutating func replace(
        by loaded: LoadedPages<Item>, of account: [String], after time: Duration
    ) -> [PageDirection] {
        shown.show(loaded.pages)
        self.account = account
        shown.progress.isLoading = false
        shown.progress.loadingTime = time
        let wanted = shown.stepsInProgress
        for direction in PageDirection.allCases {
            let isWanted = wanted.contains(direction) && shown.edge(direction)?.neighbour(direction) != nil
            shown.progress[direction] = isWanted ? .fetching : .idle
        }
        if let end = loaded.end, wanted.isEmpty { shown.progress.next = .failed(end) }
        return shown.stepsInProgress
    }

    /// Takes over the activity and the error of the first page, and returns whether all pages must
    /// be requested after its response: once per response, whether that succeeds or not.
    mutating func follow(_ present: StateFacts, isHeld: Bool) -> Bool {
        let isFetching = present.activity != .idle && present.activity != .restoring
        let hasFailed = present.failures != following.failures
        if isFetching != following.isFetching || hasFailed { shown.advance() }
        following.isFetching = isFetching
        following.failures = present.failures
        guard !shown.progress.isLoading else { return false }
        if hasFailed, let error = present.error {
            shown.progress.error = error
            shown.progress.isStale = !shown.pages.isEmpty
        }
        let isNew = !present.isOfSameResponse(as: following.response)
        // A page that failed isn't requested again before its hold is over, unless the screen
        // requests it.
        let mustWait = isHeld && shown.progress.error != nil
        guard isNew, !mustWait, present.date != nil, present.activity == .idle else { return false }
        following.response = present
        shown.advance()
        return true
    }
}

extension ShownPages {
    /// The ends at which a page is being requested.
    var stepsInProgress: [PageDirection] {
        PageDirection.allCases.filter { progress[$0].isInProgress }
    }
}

extension WindowPage {
    func neighbour(_ direction: PageDirection) -> PageNeighbour<Item>? { direction == .next ? next : previous }
}
