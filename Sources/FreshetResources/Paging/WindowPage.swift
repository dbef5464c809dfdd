import Foundation
import FreshetCore

/// The items of a page, as a ``ListWindow`` shows them.
public struct WindowPage<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// The items.
    public var items: [Item]
    /// The number of all items of the list; `nil` if the service does not send it.
    public var totalCount: Int?
    /// The number of items of the page that could not be loaded.
    public var missingCount: Int

    /// The ids of the whole list, where they are known.
    var listed: [Item.ID] = []
    var isPartial = false
    var date: Date?
    var isStale = false
    /// The error that prevented a newer page.
    var failure: FetchError?
    /// The number of its response, which is greater than the numbers of earlier responses.
    var age: Stamp = 0
    /// `nil` where the list ends.
    var next: PageNeighbour<Item>?
    /// `nil` where the list begins.
    var previous: PageNeighbour<Item>?
    /// The resource of the page; `nil` where its items are resources of their own.
    var source: (any LivePage<Item>)?
    /// Keeps the resource in memory until the window observes it.
    var hold: ResourceObservation?

    /// Makes a page.
    public init(_ items: [Item], totalCount: Int? = nil, missingCount: Int = 0) {
        self.items = items
        self.totalCount = totalCount
        self.missingCount = missingCount
    }

    /// Takes over the date, the error and the staleness of a resource's state.
    mutating func take<Value>(_ state: ResourceState<Value>) {
        date = state.date
        failure = state.error
        // A response without a lifetime is stale on arrival, so staleness counts only for values
        // from the cache.
        if failure != nil || state.origin == .store && state.isStale { isStale = true }
    }

    var isOfPresentAccount: Bool { source?.isOfPresentAccount ?? true }

    /// Whether both belong to the same request.
    func isSamePage(as other: Self) -> Bool { source?.identity == other.source?.identity }

    /// Whether its response is older than another date. An age has a resolution of one second (RFC
    /// 9111 §5.1).
    func isOlder(than other: Date?) -> Bool {
        guard let date, let other else { return false }
        return date.addingTimeInterval(1) < other
    }
}

/// A page next to another one, which still has to be requested.
struct PageNeighbour<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    typealias Load =
        @Sendable (_ isReload: Bool, _ see: @escaping @Sendable (PageActivity) -> Void) async throws(FetchError)
        -> WindowPage<Item>

    /// Why there is no request for it.
    var failure: FetchError?
    /// The identity of its request, which reveals a list that links back to an earlier page.
    var identity: @Sendable () -> RequestIdentity? = { nil }
    /// Returns the page if it is in memory, and not older than the one next to it.
    var known: @Sendable () -> WindowPage<Item>? = { nil }
    /// Returns the page if it is in memory or stored, and not older than the one next to it.
    var restored: @Sendable () async -> WindowPage<Item>? = { nil }
    /// Returns the page, and reports the activity meanwhile; a reload requests it however fresh it is.
    let load: Load
}

/// The resource of a page that a window shows.
protocol LivePage<Item>: Sendable {
    associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

    var identity: RequestIdentity? { get }
    /// The facts of the state that is shown.
    var facts: StateFacts { get }
    /// The facts of the resource's current state.
    var present: StateFacts { get }
    var isStale: Bool { get }
    /// Whether the page was sent to the current account, and the account hasn't changed in between.
    var isOfPresentAccount: Bool { get }
    /// Returns the page with the changes that the app has made since; `nil` if there are none.
    ///
    /// A newer response is shown only by a load, unless the app has changed it: a change is always
    /// shown.
    func changed(_ shown: WindowPage<Item>) -> WindowPage<Item>?
    /// Returns the page itself; a reload requests it however fresh it is.
    func load(isReload: Bool) async throws(FetchError) -> WindowPage<Item>
    /// - Parameter options: The options of the observer; `nil` if nothing should be fetched for it.
    func observe(_ options: ObservationOptions?, _ notify: @escaping @Sendable () -> Void) -> ResourceObservation
    func invalidate()
    /// Runs a closure when all pages have been notified of the events in progress that concern
    /// several.
    func afterWideEvents(_ run: @escaping @Sendable () -> Void)
}

protocol WindowSource<Item>: Sendable {
    associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

    /// The resource of the first page, whatever it has; `nil` where the items are resources of their own.
    var firstPage: (any LivePage<Item>)? { get }
    /// The first pages, as far as each of them is completely known.
    var known: [WindowPage<Item>] { get }
    /// Returns the pages that are stored after a first one, as far as the window should start with
    /// them.
    func restored(after first: WindowPage<Item>) async -> [WindowPage<Item>]
    /// The account that the list would be requested for now; it contains secrets.
    var account: [String] { get }
    /// The ids of the list, as far as they are known now.
    var ids: [Item.ID] { get }
    /// Returns the first page, after partial or known ones; a reload requests it however fresh it is.
    func first(
        isReload: Bool, _ see: @escaping @Sendable (WindowPage<Item>) -> Void
    ) async throws(FetchError) -> WindowPage<Item>
}

extension WindowSource {
    var firstPage: (any LivePage<Item>)? { nil }

    func restored(after first: WindowPage<Item>) async -> [WindowPage<Item>] { [] }
}
