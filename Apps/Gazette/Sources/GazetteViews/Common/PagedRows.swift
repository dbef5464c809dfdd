import AppleUI
import FreshetCombine
import ReaderModels

/// The rows of a paged list, with its state before them and the next page after them.
///
/// The next page is requested when the last row appears.
struct PagedRows<Query: Equatable, Item: Identifiable & Sendable, Row: View>: View where Item.ID: Sendable {
    @ObservedObject var list: ListObject<Query, Item>
    let status: ScreenStatus
    let row: (Item) -> Row

    init(
        _ list: ListObject<Query, Item>, status: ScreenStatus, @ViewBuilder row: @escaping (Item) -> Row
    ) {
        _list = ObservedObject(wrappedValue: list)
        self.status = status
        self.row = row
    }

    var body: some View {
        StatusView(status: status, retry: { list.retry() }, cancel: { list.cancel() })
        ForEach(list.items) { item in
            row(item).onAppear { list.loadMore(at: item) }
        }
        if list.isLoadingMore {
            ProgressView(Words.loading)
        }
        if list.offersMore {
            Button(Words.showMore) { list.loadMore() }
        }
    }
}
