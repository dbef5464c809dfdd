import Freshet
import ReaderModels

extension PagedModel {
    /// Goes on to the pages that an address asks for; call it whenever something has changed.
    ///
    /// - Returns: Whether all of them are there, or can't be had.
    func grow(to pageCount: Int, shown: inout Int) -> Bool {
        if list.isFetching || isLoadingMore { return false }
        // What was asked for begins a moment later.
        if list.value == nil, list.error == nil { return query == nil }
        guard moreError == nil, list.error == nil else { return true }
        if shown < pageCount, hasMore {
            shown += 1
            loadMore()
            return false
        }
        return true
    }
}

extension PageContent {
    /// Shows a further page of a list, as far as addresses may ask for.
    func grow<Query, Item>(_ shownPages: inout Int, _ list: PagedModel<Query, Item>) {
        guard list.hasMore, shownPages < PageAddress.pageLimit else { return }
        shownPages += 1
        list.loadMore()
    }
}
