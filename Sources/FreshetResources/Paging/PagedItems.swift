import FreshetCore

/// The items of a list that comes in pages, or its pages themselves, as far as they are loaded, and the activities at
/// its ends.
public struct PagedItems<Item: Sendable>: Sendable {
    /// The items of the pages, each id once; or the pages.
    public let items: [Item]
    /// Whether there is a page after the last one.
    public let hasNext: Bool
    /// Whether there is a page before the first one.
    public let hasPrevious: Bool
    /// The activity for the page after the last one.
    public let next: PageActivity
    /// The activity for the page before the first one.
    public let previous: PageActivity

    init<API, Page>(_ list: PageList<API, Page>, _ items: [Item]) {
        self.items = items
        hasNext = list.hasNext
        hasPrevious = list.hasPrevious
        next = list.next
        previous = list.previous
    }
}

extension PagedResource {
    /// The items of all pages, each id once, with the activities at the ends of the list: what one screen shows.
    ///
    /// - Parameter items: Returns the items of a page. It runs on any thread.
    public func pagedItems<Item: Identifiable & Sendable>(
        _ items: @escaping @Sendable (Page) -> [Item]
    ) -> ResourceView<PagedItems<Item>> where Item.ID: Sendable {
        list.map { PagedItems($0, $0.uniqueItems(items)) }
    }

    /// Loads the next page. A page without a new item is followed by the next one, at most three times in a row.
    package func nextItems<Item: Identifiable>(_ items: (Page) -> [Item]) async {
        let known = Set((state.value ?? []).flatMap(items).map(\.id))
        for _ in 0...3 {
            guard let page = await step(.next), items(page).allSatisfy({ known.contains($0.id) }) else { return }
        }
    }
}

extension PageList {
    /// The items of the pages, each id once: at its first position, with the content of the newest response that has
    /// it.
    func uniqueItems<Item: Identifiable>(_ items: (Page) -> [Item]) -> [Item] {
        var positions: [Item.ID: (index: Int, age: Stamp)] = [:]
        var unique: [Item] = []
        for page in pages {
            for item in items(page.response.value) {
                guard let position = positions[item.id] else {
                    positions[item.id] = (unique.count, page.id)
                    unique.append(item)
                    continue
                }
                guard page.id >= position.age else { continue }
                unique[position.index] = item
                positions[item.id] = (position.index, page.id)
            }
        }
        return unique
    }
}
