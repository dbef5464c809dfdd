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
