import AppleUI
import FreshetCombine
import ReaderModels

/// An item of a feed with its text. Showing it marks it as read.
struct FeedItemView: View {
    @StateObject private var model: FeedItemViewModel
    private let item: ListedItem
    private let list: FeedsViewModel

    init(_ item: ListedItem, in list: FeedsViewModel, _ feeds: any ReaderFeeds) {
        _model = StateObject(wrappedValue: FeedItemViewModel(feeds, id: item.id))
        self.item = item
        self.list = list
    }

    var body: some View {
        DetailScreen(model, title: item.source) { text in
            Text(text.item.title).font(.title2)
            Text(text.facts(now: Date())).font(.caption).foregroundStyle(.secondary)
            if let link = text.item.link {
                Link(Words.read, destination: OutsideLink.plain(link)).buttonStyle(.borderless)
            }
            if let notice = model.problem ?? text.proseNotice {
                Text(notice).foregroundStyle(.secondary)
            }
            ProseView(prose: text.prose)
            ForEach(text.addresses, id: \.address) { Link($0.name, destination: $0.address).buttonStyle(.borderless) }
        }
        .toolbar {
            Button(model.isFullShown ? FeedTexts.feedText : FeedTexts.fullText) { model.toggleText() }
        }
        .onAppear { if item.isUnread { list.mark([item.id], isRead: true) } }
    }
}

/// A text with blocks, followed by the addresses of its links.
struct ProseView: View {
    let prose: Prose

    private static let indentation = 16.0

    var body: some View {
        ForEach(prose.blocks.indices, id: \.self) { index in
            let block = prose.blocks[index]
            Text(block.markedText)
                .font(block.kind == .heading ? .headline : block.kind == .code ? .body.monospaced() : .body)
                .padding(.leading, Double(block.margins.count) * Self.indentation)
        }
        if !prose.links.isEmpty {
            Section(Words.links) {
                ForEach(prose.numberedLinks, id: \.title) { link in
                    Link(link.title, destination: link.url).buttonStyle(.borderless)
                }
            }
        }
    }
}
