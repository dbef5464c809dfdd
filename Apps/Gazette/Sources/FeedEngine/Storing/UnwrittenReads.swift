import ReaderModels
package import ReaderStorage

/// What a reader has read of feeds that the database does not have yet.
package struct UnwrittenReads: Sendable {
    /// The number of the latest change of each item, and whether that is a mark as read.
    private var items: [Int: (number: Int, isRead: Bool)] = [:]
    private var lists: [(number: Int, scope: ItemQuery.Scope, last: Int)] = []

    /// - Parameter changes: The changes, oldest first.
    package init(_ changes: [Marks.Change]) {
        for (number, change) in changes.enumerated() {
            switch change {
            case .read(let keys): for item in keys.compactMap(\.feedItem) { items[item] = (number, true) }
            case .unread(let keys): for item in keys.compactMap(\.feedItem) { items[item] = (number, false) }
            case .readAll(let scope, let last, _): lists.append((number, scope, last))
            case .save, .remove, .position: break
            }
        }
    }

    /// Returns items as they are after the changes.
    ///
    /// - Parameter subscriptions: The feeds of the reader.
    func applied(to items: [ListedItem], _ subscriptions: [FeedSubscription]) -> [ListedItem] {
        if self.items.isEmpty, lists.isEmpty { return items }
        return items.map { item in
            var item = item
            apply(to: &item) { feed in subscriptions.first { $0.id == feed }?.folder }
            return item
        }
    }

    private func apply(to item: inout ListedItem, in folder: (Int) -> String?) {
        let own = items[item.id]
        if let own { item.isUnread = !own.isRead }
        let list = lists.last { list in
            guard item.id >= list.last else { return false }
            return switch list.scope {
            case .all: true
            case .folder(let name): name == folder(item.feed)
            case .feed(let id): id == item.feed
            }
        }
        if let list, list.number > own?.number ?? -1 { item.isUnread = false }
    }
}
