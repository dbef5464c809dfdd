import AppleUI
import FreshetCombine
import ReaderModels

/// The items of a folder, a feed or all of them.
struct FeedItemsView: View {
    @StateObject private var model: FeedsViewModel
    private let feeds: any ReaderFeeds

    init(_ feeds: any ReaderFeeds, _ scope: ItemQuery.Scope) {
        var query = ItemQuery()
        query.scope = scope
        _model = StateObject(wrappedValue: FeedsViewModel(feeds, query))
        self.feeds = feeds
    }

    var body: some View {
        List {
            Picker(Words.views, selection: $model.selection) {
                ForEach(ItemQuery.Selection.allCases, id: \.self) { Text($0.title).tag($0) }
            }
            .pickerStyle(.segmented)
            if let text = model.newText {
                Button(text) { model.showNew() }
            }
            if model.isLoading {
                ProgressView(Words.loading)
            }
            if let text = model.emptyText {
                Text(text).foregroundStyle(.secondary)
            }
            ForEach(model.shown.items) { item in
                NavigationLink {
                    FeedItemView(item, in: model, feeds)
                } label: {
                    FeedItemRow(item: item)
                }
                .swipeActions {
                    Button(item.isUnread ? Words.markRead : Words.markUnread) {
                        model.mark([item.id], isRead: item.isUnread)
                    }
                }
            }
            if model.isLoadingMore {
                ProgressView(Words.loading)
            } else if model.shown.hasMore {
                Button(Words.showMore) { model.loadMore() }
            }
        }
        .navigationTitle(model.title)
        .searchable(text: $model.searchText, prompt: Words.itemWords)
        .toolbar {
            Button(Words.markAllRead) { model.markAll() }
        }
        .refreshing(model)
        .errorAlert(of: model)
        .onAppear { model.update() }
    }
}

/// An item: title, source and age, and the beginning of the text.
private struct FeedItemRow: View {
    let item: ListedItem

    var body: some View {
        VStack(alignment: .leading) {
            Text(item.title).font(item.isUnread ? .headline : .body).lineLimit(2)
            Text(item.facts(now: Date())).font(.caption).foregroundStyle(.secondary)
            if let summary = item.summary {
                Text(summary).font(.subheadline).lineLimit(3)
            }
        }
        .accessibilityElement(children: .combine)
    }
}
