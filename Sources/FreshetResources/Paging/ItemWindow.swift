public import FreshetCore

extension Client {
    /// Returns a window on a list of ids whose items are requested one by one. Sends nothing.
    ///
    /// The API of Hacker News is an example. An item that fails is counted as missing, and the
    /// others are shown. The page fails only if all of its items do.
    ///
    /// - Parameters:
    ///   - list: The request for the ids.
    ///   - size: The number of items per page.
    ///   - width: The maximum number of items requested at the same time.
    ///   - item: The request for an item; an item that is `nil` in its response is left out.
    ///   - isIncluded: Whether an item is shown. It runs on any thread.
    public func window<Item>(
        on list: Request<API, [Item.ID]>, size: Int, maxConcurrent width: Int = 16,
        item: @escaping @Sendable (Item.ID) -> Request<API, Item?>,
        where isIncluded: @escaping @Sendable (Item) -> Bool = { _ in true }
    ) -> ListWindow<Item> {
        itemWindow(resource(list), [], size, width, item, isIncluded)
    }

    /// Returns a window on items with known ids, such as an author's works. Sends nothing.
    ///
    /// - Parameters:
    ///   - ids: The ids.
    ///   - size: The number of items per page.
    ///   - width: The maximum number of items requested at the same time.
    ///   - item: The request for an item; an item that is `nil` in its response is left out.
    ///   - isIncluded: Whether an item is shown. It runs on any thread.
    public func window<Item>(
        on ids: [Item.ID], size: Int, maxConcurrent width: Int = 16,
        item: @escaping @Sendable (Item.ID) -> Request<API, Item?>,
        where isIncluded: @escaping @Sendable (Item) -> Bool = { _ in true }
    ) -> ListWindow<Item> {
        itemWindow(nil, ids, size, width, item, isIncluded)
    }

    private func itemWindow<Item>(
        _ list: Resource<[Item.ID]>?, _ ids: [Item.ID], _ size: Int, _ width: Int,
        _ item: @escaping @Sendable (Item.ID) -> Request<API, Item?>,
        _ isIncluded: @escaping @Sendable (Item) -> Bool
    ) -> ListWindow<Item> {
        ListWindow(
            ItemWindow(
                list: list, fixedIDs: ids, size: max(1, size), width: max(1, width), item: { resource(item($0)) },
                isIncluded: isIncluded),
            limit: nil, time: resourceStore.time)
    }
}

struct ItemWindow<Item: Identifiable & Sendable>: WindowSource where Item.ID: Sendable {
    private struct Outcome {
        /// The item; `nil` if there is none, or it could not be loaded.
        var item: Item?
        var failure: FetchError?
        /// Whether the item was already known, and the request for a newer one failed.
        var isStale = false
    }

    /// The resource of the ids; `nil` where they are fixed.
    let list: Resource<[Item.ID]>?
    let fixedIDs: [Item.ID]
    let size: Int
    let width: Int
    let item: @Sendable (Item.ID) -> Resource<Item?>
    let isIncluded: @Sendable (Item) -> Bool

    /// The number of additional items after which a partial page is shown again.
    private static var itemsAtOnce: Int { 10 }

    var ids: [Item.ID] { list.map { $0.state.value ?? [] } ?? fixedIDs }

    var account: [String] { (list?.account ?? fixedIDs.first.map { item($0).account }) ?? [] }

    var known: [WindowPage<Item>] {
        let state = list?.confirmedState
        guard let ids = list == nil ? fixedIDs : state?.value else { return [] }
        let outcomes = ids.prefix(size).compactMap { id in
            let state = item(id).state
            return state.value.map { Outcome(item: $0, isStale: state.error != nil) }
        }
        // A known page is shown only if it is complete. A gap would make items move when they arrive.
        guard outcomes.count == min(size, ids.count) else { return [] }
        return [first(page(outcomes, of: ids[...], isReload: false), of: ids, state)]
    }

    func first(
        isReload: Bool, _ see: @escaping @Sendable (WindowPage<Item>) -> Void
    ) async throws(FetchError) -> WindowPage<Item> {
        var ids = fixedIDs
        var state: ResourceState<[Item.ID]>?
        if let list {
            let settled = try await list.settled(isReload: isReload)
            (ids, state) = (settled.value ?? [], settled)
        }
        let page = try await page(of: ids[...], isReload: isReload) { [ids, state] in see(first($0, of: ids, state)) }
        return first(page, of: ids, state)
    }

    private func first(
        _ page: WindowPage<Item>, of ids: [Item.ID], _ state: ResourceState<[Item.ID]>?
    ) -> WindowPage<Item> {
        var page = page
        page.totalCount = ids.count
        page.listed = ids
        if let state { page.take(state) }
        return page
    }

    /// Requests the first items of a list of ids, and reports a growing number of them in their
    /// order.
    private func page(
        of ids: ArraySlice<Item.ID>, isReload: Bool, _ see: (WindowPage<Item>) -> Void
    ) async throws(FetchError) -> WindowPage<Item> {
        let wanted = ids.prefix(size)
        var outcomes = [Outcome?](repeating: nil, count: wanted.count)
        var seen = 0
        await withTaskGroup(of: (Int, Outcome).self) { group in
            var rest = zip(outcomes.indices, wanted).makeIterator()
            func add() {
                // A task that is added to a cancelled group still runs.
                guard !Task.isCancelled, let (index, id) = rest.next() else { return }
                group.addTask { (index, await outcome(item(id), isReload)) }
            }
            for _ in 0..<width { add() }
            for await (index, outcome) in group {
                outcomes[index] = outcome
                add()
                // Only up to the first gap, so that an item which is shown never moves.
                let there = outcomes.prefix { $0 != nil }.compactMap(\.self)
                guard there.count >= seen + Self.itemsAtOnce, there.count < wanted.count else { continue }
                seen = there.count
                let page = page(there, of: ids, isReload: isReload)
                if !page.items.isEmpty { see(page) }
            }
        }
        // After a cancellation, items without an outcome are not missing.
        if Task.isCancelled { throw .cancelled }
        let results = outcomes.compactMap(\.self)
        // If all requests have failed, the page fails. An empty list would be wrong.
        if let failure = results.first?.failure, results.allSatisfy({ $0.failure != nil }) { throw failure }
        return page(results, of: ids, isReload: isReload)
    }

    private func outcome(_ item: Resource<Item?>, _ isReload: Bool) async -> Outcome {
        do throws(FetchError) {
            let state = try await item.settled(isReload: isReload)
            return Outcome(item: state.value ?? nil, isStale: state.error != nil)
        } catch {
            // A known item is shown as stale rather than left out.
            guard let known = item.state.value else { return Outcome(failure: error) }
            return Outcome(item: known, isStale: true)
        }
    }

    private func page(_ outcomes: [Outcome], of ids: ArraySlice<Item.ID>, isReload: Bool) -> WindowPage<Item> {
        let items = outcomes.compactMap(\.item).filter(isIncluded)
        var page = WindowPage(items, missingCount: outcomes.count { $0.failure != nil })
        page.isStale = outcomes.contains(where: \.isStale)
        page.isPartial = outcomes.count < min(size, ids.count)
        let rest = ids.dropFirst(outcomes.count)
        if !rest.isEmpty {
            page.next = PageNeighbour { isOfReload, _ throws(FetchError) in
                try await self.page(of: rest, isReload: isReload || isOfReload) { _ in }
            }
        }
        return page
    }
}
