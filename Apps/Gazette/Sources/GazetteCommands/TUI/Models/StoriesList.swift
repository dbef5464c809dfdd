import Foundation
import Freshet
import FreshetCombine
import HackerNews
import ReaderModels

/// The lists of Hacker News with their new stories, and the search.
final class StoriesList: TUIList {
    private let client: Client<HackerNews>
    private let model: StoriesViewModel
    private let found: PagedSearch<HackerNewsSearch.Hit>
    private var isSearching = false

    init(_ client: Client<HackerNews>, _ search: Client<HackerNewsSearch>) {
        self.client = client
        model = StoriesViewModel(client)
        found = .hackerNews(search)
    }

    var content: TUIContent {
        let now = Date()
        if isSearching {
            return TUIContent(found.results, found.status(.hackerNews)) { hit in
                let row = NewsRow(hit)
                return TUIRow(row, facts: row.facts(now: now))
            }
        }
        var content = TUIContent(model.stories, model.status, name: model.list.title) { story in
            let row = NewsRow(story)
            let facts = [row.facts(now: now), story.host].compactMap(\.self).joined(separator: " · ")
            return TUIRow(row, facts: facts)
        }
        content.newCount = model.newStories.count
        if content.problem == nil { content.problem = model.watchNotice }
        return content
    }

    func observe(_ onChange: @escaping () -> Void) -> [AnyCancellable] {
        [model.objectWillChange.sink { _ in onChange() }, found.objectWillChange.sink { _ in onChange() }]
    }

    func appear() { model.appear() }
    func disappear() { model.disappear() }
    func reload() { if isSearching { found.retry() } else { model.retry() } }
    func loadMore() { if isSearching { found.results.loadMore() } else { model.stories.loadMore() } }
    func showNew() { model.showNew() }

    func turn(by offset: Int) {
        if let next = HackerNews.StoryList.allCases.turned(from: model.list, by: offset) { model.list = next }
    }

    func search(_ text: String?) {
        isSearching = text != nil
        found.text = text ?? ""
    }

    func detail(of row: TUIRow) -> TUIDetailSource? {
        guard let id = Int(row.id) else { return nil }
        let thread = ThreadViewModel(client, id: id)
        return TUIDetailSource(
            read: { Self.detail(thread, row) }, start: { thread.load() }, cancel: { thread.cancel() },
            fold: { comment in
                if let comment {
                    thread.toggle(comment)
                } else if thread.folded.isEmpty {
                    thread.foldAll()
                } else {
                    thread.unfoldAll()
                }
            },
            observing: { onChange in thread.objectWillChange.sink { _ in onChange() } })
    }

    private static func detail(_ thread: ThreadViewModel, _ row: TUIRow) -> TUIDetail {
        let now = Date()
        var detail = TUIDetail(key: row.key, title: row.title, facts: row.facts, url: row.url)
        if let item = thread.root.value {
            detail = TUIDetail(
                key: row.key, title: item.screenTitle, facts: item.facts(now: now),
                url: (item.readingLink ?? item.page)?.absoluteString)
            detail.blocks = item.paragraphs.map { $0.block(depth: 0, isComment: false) }
        }
        detail.blocks += thread.options.map { .entry($0.optionText) }
        for comment in thread.rows {
            detail.blocks.append(
                .comment(
                    TUIComment(
                        id: comment.id, facts: comment.comment.commentFacts(now: now), depth: comment.depth,
                        isByAuthor: comment.isByAuthor, hiddenCount: comment.hiddenCount)))
            detail.blocks += comment.comment.paragraphs.map { $0.block(depth: comment.depth, isComment: true) }
        }
        detail.isLoading = thread.root.isFetching || thread.isLoadingComments || thread.isLoadingOptions
        detail.problem = thread.selectedError?.message ?? thread.missingText
        return detail
    }
}

extension HackerNews.Paragraph {
    fileprivate func block(depth: Int, isComment: Bool) -> TUIDetail.Block {
        switch self {
        case .code(let text): .code(text, depth: depth)
        case .text: isComment ? .commentText(text, depth: depth) : .text(text)
        }
    }
}
