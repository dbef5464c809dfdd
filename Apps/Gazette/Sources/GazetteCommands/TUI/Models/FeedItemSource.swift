import FeedEngine
import Foundation
import ReaderModels

/// An item of a feed as the screen shows it: with the text of the feed, or with that of its page.
@MainActor
final class FeedItemSource {
    private let feeds: LocalFeeds
    private let id: Int
    private let isOffline: Bool
    private var item: FullItem?
    private var position: Double?
    private var article: KeptArticle?
    private var isLoading = false
    private var isFullShown = false
    /// Whether the full text was requested before the item was loaded.
    private var isFullWanted = false
    private var problem: String?
    var onChange: () -> Void = {}

    init(_ feeds: LocalFeeds, id: Int, isOffline: Bool) {
        self.feeds = feeds
        self.id = id
        self.isOffline = isOffline
    }

    func load() {
        perform { [id] source, feeds in
            source.item = try await feeds.item(id)
            guard let item = source.item else {
                source.problem = "This item is not stored any more. Press v to read it in the browser."
                return
            }
            source.position = try await feeds.position(of: id)
            if source.isFullWanted || item.wantsText && !source.isOffline { try await source.showFullText() }
        }
    }

    /// Shows the text of the page instead of that of the feed, or the other way round.
    func toggleText() {
        guard item != nil else {
            isFullWanted.toggle()
            return
        }
        if isFullShown {
            isFullShown = false
            return onChange()
        }
        perform { source, _ in try await source.showFullText() }
    }

    private func showFullText() async throws {
        problem = nil
        guard let link = item?.item.link else {
            problem = "This item has no page."
            return
        }
        if article == nil {
            guard !isOffline else {
                problem = "The page is not read with --offline."
                return
            }
            article = try await feeds.article(at: link)
        }
        isFullShown = true
    }

    private func perform(_ body: @escaping @MainActor (FeedItemSource, LocalFeeds) async throws -> Void) {
        isLoading = true
        onChange()
        Task { [weak self, feeds] in
            guard let self else { return }
            do { try await body(self, feeds) } catch { problem = "The item can't be read: \(error)" }
            isLoading = false
            onChange()
        }
    }

    func detail(_ row: TUIRow) -> TUIDetail {
        var detail = TUIDetail(row)
        detail.isLoading = isLoading
        detail.problem = problem
        guard let item else { return detail }
        let text = FeedItemText(item, html: item.html, isFullShown ? article : nil)
        detail = TUIDetail(
            key: row.key, title: text.item.title, facts: text.facts(now: Date()),
            url: text.item.link?.absoluteString ?? row.url)
        detail.picture = text.item.picture?.absoluteString
        if let notice = text.notice { detail.blocks.append(.text(notice)) }
        if !text.prose.blocks.isEmpty { detail.blocks.append(.prose(text.prose)) }
        detail.add("More", text.addresses.map { "\($0.name): \($0.address)" })
        detail.isLoading = isLoading
        detail.problem = problem
        detail.position = position ?? 0
        return detail
    }
}
