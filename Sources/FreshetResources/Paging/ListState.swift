public import Foundation
public import FreshetCore

/// The state of a ``ListWindow``: its items, and the progress and errors of their requests.
public struct ListState<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// The items, with each id once: at its first position, and with the content of the newest
    /// response that contains it. `nil` as long as there is nothing to show.
    public internal(set) var items: [Item]?
    /// Whether more items of the first page are still loading.
    public internal(set) var isPartial = false
    /// The number of all items; `nil` if the service does not send it.
    public internal(set) var totalCount: Int?
    /// The number of items on the pages that couldn't be loaded.
    public internal(set) var missingCount = 0
    /// Whether there is a page after the last one.
    public internal(set) var hasNext = false
    /// Whether there is a page before the first one, such as one that a page limit has dropped.
    public internal(set) var hasPrevious = false
    /// Whether the items are known to be out of date: they come from the cache and are stale, or a request for
    /// newer ones failed.
    public internal(set) var isStale = false
    /// When the server made or confirmed the first page.
    public internal(set) var date: Date?
    /// How long the first page, or all pages, took to load: almost zero if they were known and fresh.
    public internal(set) var loadingTime: Duration?
    /// Whether the first page, or all pages, are being requested.
    public internal(set) var isLoading = false
    /// Why the last of these requests failed.
    public internal(set) var error: FetchError?
    /// The activity for the page after the last one.
    public internal(set) var next = PageActivity.idle
    /// The activity for the page before the first one.
    public internal(set) var previous = PageActivity.idle

    /// Makes the state before anything was requested.
    public init() {}

    subscript(direction: PageDirection) -> PageActivity {
        get { direction == .next ? next : previous }
        set { if direction == .next { next = newValue } else { previous = newValue } }
    }
}

/// The end of a list at which a page is added.
enum PageDirection: Sendable, Hashable, CaseIterable {
    case next, previous
}
