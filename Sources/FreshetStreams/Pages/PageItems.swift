public import FreshetCore

/// An asynchronous sequence of the items of a paged list, across all of its pages.
public struct PageItems<API: Service, Page: Sendable, Item: Sendable>: AsyncSequence, Sendable {
    /// An item of a page.
    public typealias Element = Item
    /// The error of a failed call.
    public typealias Failure = FetchError

    let pages: Pages<API, Page>
    let items: @Sendable (Page) -> [Item]
    /// Makes the filter for one iteration, which may remember the items that it has passed on.
    var makeFilter: @Sendable () -> (Item) -> Bool = { { _ in true } }

    /// Makes an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pages: pages.makeAsyncIterator(), items: items, isNew: makeFilter())
    }

    /// The iterator of the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var pages: Pages<API, Page>.AsyncIterator
        let items: @Sendable (Page) -> [Item]
        let isNew: (Item) -> Bool
        var rest: ArraySlice<Item> = []

        /// Returns the next item, or `nil` at the end of the list. After an error, it requests the
        /// failed page again.
        ///
        /// - Throws: The ``FetchError`` of a page that fails.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(FetchError) -> Item?
        {
            while true {
                while let item = rest.popFirst() {
                    if isNew(item) { return item }
                }
                guard let page = try await pages.next(isolation: actor) else { return nil }
                rest = items(page.value)[...]
            }
        }
    }
}

extension Pages {
    /// Returns the items of the pages.
    ///
    /// - Parameter items: Returns the items of a page.
    public func items<Item>(_ items: @escaping @Sendable (Page) -> [Item]) -> PageItems<API, Page, Item> {
        PageItems(pages: self, items: items)
    }
}

extension PageItems where Item: Identifiable, Item.ID: Sendable {
    /// Returns the items without repetitions, according to their ids.
    ///
    /// ```swift
    /// for try await film in client.pages(of: .films).items({ $0 }).unique() { show(film) }
    /// ```
    ///
    /// If a list grows at its front while it is read, its items move to later pages and appear
    /// again. Each iteration stores the ids that it has returned. Skipped items can't be detected.
    public func unique() -> Self {
        var items = self
        items.makeFilter = {
            var ids: Set<Item.ID> = []
            return { ids.insert($0.id).inserted }
        }
        return items
    }
}
