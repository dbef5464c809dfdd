import FreshetCore

/// The pages that a window shows, with the progress of its requests.
struct ShownPages<Item: Identifiable & Sendable> where Item.ID: Sendable {
    /// The pages; none as long as there is nothing to show.
    private(set) var pages: [WindowPage<Item>] = []
    /// The progress and the errors. If ``isOutdated``, the remaining properties describe earlier
    /// pages.
    var progress = ListState<Item>()
    private var isOutdated = false
    /// The ids that were shown since the first page was loaded, including those on dropped pages.
    private(set) var seen: Set<Item.ID> = []
    /// The ids of the whole list when it was shown. They share the storage of the resource.
    var listed: [Item.ID] { pages.first?.listed ?? [] }
    /// Changes with the pages.
    private(set) var version = 0

    var state: ListState<Item> {
        mutating get {
            if isOutdated { progress.show(pages) }
            isOutdated = false
            return progress
        }
    }

    /// The page at an end.
    func edge(_ direction: PageDirection) -> WindowPage<Item>? { direction == .next ? pages.last : pages.first }

    /// Shows other pages.
    mutating func show(_ new: [WindowPage<Item>]) {
        seen = Set(new.flatMap { $0.items.map(\.id) })
        change(new)
        progress.isStale = new.contains(where: \.isStale)
        progress.error = new.first?.failure
    }

    /// Notes a change of the facts about the pages.
    mutating func advance() { version += 1 }

    mutating func clear() {
        seen = []
        progress = ListState()
        change([])
    }

    /// Shows the pages with the app's changes.
    mutating func take(_ changed: [WindowPage<Item>]) {
        // Items that the app added aren't new to it.
        seen.formUnion(changed.flatMap { $0.items.map(\.id) })
        change(changed)
    }

    private mutating func change(_ new: [WindowPage<Item>]) {
        pages = new
        // From now on the window observes the shown pages. A hold would also keep those in memory that it
        // drops later.
        for index in pages.indices { pages[index].hold = nil }
        version += 1
        isOutdated = true
    }

    /// Adds a page beside another one, and returns whether it has an item that the others lack;
    /// `nil` if the other page is no longer at that end.
    mutating func add(
        _ page: WindowPage<Item>, beside edge: WindowPage<Item>, at direction: PageDirection, limit: Int?
    ) -> Bool? {
        guard let present = self.edge(direction), present.isSamePage(as: edge) else { return nil }
        let shown = Set(pages.flatMap { $0.items.map(\.id) })
        var new = pages
        new.insert(page, at: direction == .next ? new.count : 0)
        let surplus = max(0, new.count - (limit ?? .max))
        if direction == .next { new.removeFirst(surplus) } else { new.removeLast(surplus) }
        change(new)
        seen.formUnion(page.items.map(\.id))
        progress.isStale = progress.isStale || page.isStale
        return page.items.contains { !shown.contains($0.id) }
    }

    /// Shows the received part of the first page as if it were the complete page.
    mutating func settle() {
        guard pages.first?.isPartial == true else { return }
        var new = pages
        new[0].isPartial = false
        change(new)
    }
}

extension ListState {
    fileprivate mutating func show(_ pages: [WindowPage<Item>]) {
        items = pages.isEmpty ? nil : Self.items(of: pages)
        isPartial = pages.first?.isPartial ?? false
        totalCount = pages.reversed().lazy.compactMap(\.totalCount).first
        missingCount = pages.reduce(0) { $0 + $1.missingCount }
        hasNext = pages.last?.next != nil
        hasPrevious = pages.first?.previous != nil
        date = pages.first?.date
    }

    private static func items(of pages: [WindowPage<Item>]) -> [Item] {
        if pages.count == 1 {
            var seen: Set<Item.ID> = []
            return pages[0].items.filter { seen.insert($0.id).inserted }
        }
        var positions: [Item.ID: (index: Int, age: Stamp)] = [:]
        var items: [Item] = []
        for page in pages {
            for item in page.items {
                guard let position = positions[item.id] else {
                    positions[item.id] = (items.count, page.age)
                    items.append(item)
                    continue
                }
                guard page.age >= position.age else { continue }
                items[position.index] = item
                positions[item.id] = (position.index, page.age)
            }
        }
        return items
    }
}
