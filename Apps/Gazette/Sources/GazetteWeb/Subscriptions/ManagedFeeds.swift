import Foundation
import LivePages
import ReaderModels
import ReaderStorage

/// All feeds of a visitor, by their folders, in pages: thousands of them would be half a megabyte.
struct ManagedFeeds {
    let folderNames: [String]
    /// Those without a folder are the last.
    let feeds: [FeedSubscription]

    private static let pageSize = 300

    init(_ subscriptions: [FeedSubscription]) {
        let grouped = Dictionary(grouping: subscriptions, by: \.folder)
        folderNames = grouped.keys.filter { !$0.isEmpty }.sorted {
            $0.localizedStandardCompare($1) == .orderedAscending
        }
        feeds = (folderNames + [""]).flatMap { grouped[$0] ?? [] }
    }

    private var pageCount: Int { max(1, (feeds.count + Self.pageSize - 1) / Self.pageSize) }

    /// Returns the number of a page that there is; the first is 1.
    func page(_ number: Int?) -> Int { min(max(number ?? 1, 1), pageCount) }

    /// Returns the number of the page with a feed; `nil` if there is no such feed.
    func page(of feed: Int) -> Int? { feeds.firstIndex { $0.id == feed }.map { $0 / Self.pageSize + 1 } }

    func feeds(on page: Int) -> ArraySlice<FeedSubscription> {
        feeds.dropFirst((page - 1) * Self.pageSize).prefix(Self.pageSize)
    }

    /// The links to all pages; `nil` if there is only one.
    func tabs(_ current: Int) -> TabsContext? {
        guard pageCount > 1 else { return nil }
        return TabsContext(
            label: "Pages of your feeds",
            tabs: (1...pageCount).map { page in
                let first = (page - 1) * Self.pageSize + 1
                return .init(
                    href: PageAddress.link(["feeds", "manage"], ["page": String(page)]),
                    title: "\(first)–\(min(first + Self.pageSize - 1, feeds.count))", isCurrent: page == current)
            })
    }
}
