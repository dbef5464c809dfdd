/// The items that a list shows. They stay in place while newer ones come, which are counted.
public struct ShownItems: Sendable {
    /// The items, the newest first.
    public private(set) var items: [ListedItem] = []
    /// Whether the list continues after them.
    public private(set) var hasMore = false
    /// The number of items that have come since the list was shown.
    public private(set) var newCount = 0

    /// Makes an empty list.
    public init() {}

    /// Makes a list of its first items.
    ///
    /// - Parameters:
    ///   - loaded: The items of a query with a limit greater by one, which shows whether there are more.
    ///   - limit: The most items to show.
    public init(_ loaded: [ListedItem], limit: Int) { append(loaded, limit: limit) }

    /// Adds the items after the last one.
    ///
    /// - Parameters:
    ///   - loaded: The items of a query with a limit greater by one.
    ///   - limit: The most items to add.
    public mutating func append(_ loaded: [ListedItem], limit: Int) {
        let known = Set(items.map(\.id))
        items += loaded.prefix(limit).filter { !known.contains($0.id) }
        hasMore = loaded.count > limit
    }

    /// Shows the present state of the items, and counts those that have come. An empty list shows the loaded items.
    ///
    /// - Parameter newest: The list as it is now, from its newest item on.
    public mutating func update(_ newest: ShownItems) {
        guard let first = items.first else {
            self = newest
            return
        }
        let present = Dictionary(newest.items.map { ($0.id, $0) }) { first, _ in first }
        let shown = Set(items.map(\.id))
        newCount = newest.items.count { !shown.contains($0.id) && $0.id > first.id }
        // What follows the last loaded item is unknown, unless the list ends there.
        let end = newest.hasMore ? newest.items.last?.id ?? 0 : 0
        for index in items.indices {
            if let known = present[items[index].id] {
                items[index] = known
            } else if items[index].id > end {
                // What is missing among the unread items has been read.
                items[index].isUnread = false
            }
        }
    }

    /// Replaces the items by a later state of them.
    mutating func set(_ items: [ListedItem]) { self.items = items }

    /// Marks items.
    ///
    /// - Returns: The ids of those that were not marked so before.
    @discardableResult
    mutating func mark(_ ids: Set<Int>, isRead: Bool) -> [Int] {
        var changed: [Int] = []
        for index in items.indices where ids.contains(items[index].id) && items[index].isUnread == isRead {
            items[index].isUnread = !isRead
            changed.append(items[index].id)
        }
        return changed
    }
}
