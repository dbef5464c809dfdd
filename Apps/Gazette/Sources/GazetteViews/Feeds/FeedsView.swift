import AppleUI
import FreshetCombine
import ReaderModels

/// The feeds of the reader by folder, with a field for the address of another.
struct FeedsView: View {
    @StateObject private var model: FeedsViewModel
    private let feeds: any ReaderFeeds

    init(_ feeds: any ReaderFeeds) {
        _model = StateObject(wrappedValue: FeedsViewModel(feeds))
        self.feeds = feeds
    }

    var body: some View {
        List {
            FeedAdditionRows(model: model)
            if let all = model.subscriptions {
                if let text = model.emptyText {
                    Text(text).foregroundStyle(.secondary)
                } else {
                    Text(model.countText).font(.caption).foregroundStyle(.secondary)
                    FeedScopeLink(FeedTexts.allFeeds, .all, unread: all.unread, feeds)
                }
                ForEach(all.folders) { folder in
                    Section(folder.name) {
                        if !folder.name.isEmpty {
                            FeedScopeLink(folder.name, .folder(folder.name), unread: folder.feeds.unread, feeds)
                        }
                        ForEach(folder.feeds) { feed in
                            FeedScopeLink(feed.title, .feed(feed.id), unread: feed.unread, problem: feed.problem, feeds)
                                .swipeActions {
                                    Button(Words.remove, role: .destructive) { model.remove(feed.id) }
                                }
                        }
                    }
                }
            } else if let error = model.selectedError {
                FailureView(error: error) { model.retry() }
            } else {
                ProgressView(Words.loading)
            }
        }
        .navigationTitle(model.title)
        .refreshing(model)
        .errorAlert(of: model)
        .onAppear {
            model.update()
            model.readSites(onlyDue: true)
        }
    }
}

/// The row of a list of items, which leads to them.
private struct FeedScopeLink: View {
    let title: String
    let scope: ItemQuery.Scope
    let unread: Int
    let problem: String?
    let feeds: any ReaderFeeds

    init(
        _ title: String, _ scope: ItemQuery.Scope, unread: Int, problem: String? = nil, _ feeds: any ReaderFeeds
    ) {
        self.title = title
        self.scope = scope
        self.unread = unread
        self.problem = problem
        self.feeds = feeds
    }

    var body: some View {
        NavigationLink {
            FeedItemsView(feeds, scope)
        } label: {
            VStack(alignment: .leading) {
                Text(title)
                if let problem {
                    Text(problem).font(.caption).foregroundStyle(.secondary)
                }
            }
        }
        .badge(unread > 0 ? String(unread) : nil)
    }
}

/// The field for the address of a feed, and the outcome of adding it.
private struct FeedAdditionRows: View {
    @ObservedObject var model: FeedsViewModel
    @State private var address = String()

    var body: some View {
        TextField(Words.feedAddress, text: $address).onSubmit { model.add(address) }
        Button(Words.addFeed) { model.add(address) }.disabled(address.isEmpty || model.isAdding)
        if model.isAdding {
            ProgressView(Words.loading)
        }
        switch model.addition {
        case .choices(let choices):
            Text(Words.severalFeeds)
            ForEach(choices) { choice in
                Button(choice.title ?? choice.address) { model.add(choice.address) }
            }
        case .failed(let reason): Text(reason).foregroundStyle(.red)
        case .added(let feed): Text(FeedTexts.added(feed)).foregroundStyle(.secondary)
        case nil: EmptyView()
        }
    }
}
