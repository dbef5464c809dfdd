import FeedEngine
import Feeds
import Foundation
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage

/// An item of a feed with its text, and with links to those around it in its list. Opening it marks it as read.
final class FeedItemPage: PageContent {
    let section: Section? = .feeds
    let isPersonal = true
    var changes: AnyPublisher<Void, Never> { loader.changes }
    private let id: Int
    private let address: PageAddress
    private let list: FeedsAddress
    private let library: FeedLibrary?
    private let marks: VisitorMarks?
    private let pictures: PictureLinks
    private let now: @Sendable () -> Date
    private let loader: Loader<Contents>
    private var listener: ChangeListener?
    private var contents: Contents?

    private struct Contents: Sendable {
        var item: FullItem?
        var article: KeptArticle?
        /// The text to show; `nil` if it takes too long to read.
        var content: CleanHTML?
        var newer: FeedStore.Neighbour?
        var older: FeedStore.Neighbour?
        /// Where the visitor has left the text.
        var position: Double?
        /// Whether the visitor has read it: it may be marked as unread while it is open.
        var isRead = true
        var failure: String?
    }

    init(id: Int, _ address: PageAddress, _ tools: PageTools) {
        self.id = id
        self.address = address
        list = FeedsAddress(address)
        library = tools.feeds
        marks = tools.marks
        pictures = tools.pictures
        now = tools.now
        loader = Loader(on: tools.scheduler)
        listener = ChangeListener(tools) { [weak self] in self?.update() }
    }

    var title: String { contents?.item?.item.title ?? "Item" }
    var hasTitle: Bool { contents != nil }
    var isMissing: Bool { contents != nil && contents?.item == nil && contents?.failure == nil }
    var link: String { address.link() }

    func proceed() -> Bool { contents != nil }

    func handle(_ input: PageInput) -> Bool {
        guard input.name == "retry" else { return false }
        start()
        return true
    }

    /// Whether the address asks for the full text, or for that of the feed; `nil` if it leaves the choice to the feed.
    private var wantsText: Bool? { address["text"].map { $0 == "full" } }

    func start() {
        guard let library, let marks else {
            contents = Contents(failure: "Feeds can't be stored here: the database can't be used.")
            return
        }
        let (id, query, visitor, wantsText, pictures) = (id, list.query, marks.visitor, wantsText, pictures)
        loader.load {
            var contents = Contents()
            do {
                let subscriptions = try await library.store.subscriptions(of: visitor)
                guard let item = try await library.store.item(id, of: visitor, since: nil, subscriptions) else {
                    return contents
                }
                contents.item = item
                (contents.newer, contents.older) = try await library.store.neighbours(
                    of: id, in: query, of: visitor, since: nil, subscriptions)
                if wantsText ?? item.wantsText, let link = item.item.link {
                    contents.article = try await library.keeper.article(at: link)
                }
                let full = contents.article?.html
                contents.content = await CleanHTML(
                    cleaning: full ?? item.content ?? "", base: full == nil ? item.base : item.item.link, pictures)
                let key = Entry.Key(.feeds, String(id))
                contents.position = await marks.position(in: key)
                if item.item.isUnread {
                    marks.apply(.read([key]))
                    await marks.flush()
                }
            } catch {
                contents.failure = FeedTexts.unreadableItem
            }
            return contents
        } _: { [weak self] loaded in
            self?.contents = loaded
        }
    }

    private func update() {
        guard let library, let marks, let contents, contents.item != nil, !loader.isLoading else { return }
        loader.load { [id, visitor = marks.visitor] in
            let item = try? await library.store.item(id, of: visitor, since: nil, [])
            var contents = contents
            contents.isRead = item?.item.isUnread != true
            return contents
        } _: { [weak self] in
            self?.contents = $0
        }
    }

    private struct Link: Encodable {
        let title: String
        let href: String
    }

    private struct Turn: Encodable {
        let label: String
        let title: String
        let href: String
    }

    private struct Attachment: Encodable {
        let title: String
        let href: String
    }

    private struct Context: TemplateContext {
        static let template = "feedItem"

        let source: Link
        let author: String?
        let day: String
        let time: TimeContext
        let minutes: Int?
        let content: CleanHTML?
        let position: String?
        /// What is said about the text: why it is not complete, or is missing.
        let notice: String?
        /// The link that shows the full text, or that of the feed.
        let other: Link?
        let attachments: [Attachment]
        var hasAttachments: Bool
        let href: String?
        let host: String?
        let comments: String?
        let before: Turn?
        let after: Turn?
        let list: Link
        var mark: MarkContext?

        mutating func mark(_ marks: Marks.Lookup) {
            guard let key = mark?.entry.key else { return }
            mark?.isSaved = marks(key).isSaved
        }
    }

    func regions() -> [Region] {
        guard let contents else { return [Region("article", Skeleton(.article))] }
        if let failure = contents.failure { return [Region("status", StatusContext(notice: failure))] }
        guard let full = contents.item else {
            var status = StatusContext(notice: FeedTexts.absent)
            status.step = .init(title: "Read your feeds", href: "/feeds")
            return [Region("status", status)]
        }
        return [Region("article", context(full, contents))]
    }

    private func context(_ full: FullItem, _ contents: Contents) -> Context {
        let item = full.item
        let article = contents.article
        let isFull = article?.html != nil
        let content = contents.content
        let original = item.link.map(OutsideLink.plain)
        var mark = MarkContext(Entry(item, path: PageAddress.link(["feeds", "item", String(item.id)])))
        mark.isRead = contents.isRead
        let other =
            item.link == nil
            ? nil
            : isFull
                ? Link(title: FeedTexts.feedText, href: address.link(["text": "feed"]))
                : Link(title: FeedTexts.fullText, href: address.link(["text": "full"]))
        return Context(
            source: Link(title: item.source, href: list.with(.feed(item.feed), .all).link), author: item.author,
            day: DateText.medium(item.date, locale: Locale(identifier: "en_US"), in: .gmt),
            time: TimeContext(item.date, now: now()),
            minutes: content.flatMap { Prose.readingMinutes(ofWords: $0.wordCount) },
            content: content?.text.isEmpty == true ? nil : content, position: contents.position.map { String($0) },
            notice: article?.problem ?? Self.problem(of: content),
            other: other,
            attachments: full.enclosures.map {
                Attachment(title: Self.title(of: $0), href: OutsideLink.plain($0.url).absoluteString)
            },
            hasAttachments: !full.enclosures.isEmpty, href: original?.absoluteString,
            host: original.flatMap(HostText.of), comments: full.comments.map { OutsideLink.plain($0).absoluteString },
            before: contents.newer.map { Turn(label: "Newer", title: $0.title, href: list.link(to: $0.id)) },
            after: contents.older.map {
                Turn(
                    label: list.query.selection == .unread ? "Next unread" : "Older", title: $0.title,
                    href: list.link(to: $0.id))
            },
            list: Link(title: "Back to the list", href: list.link), mark: mark)
    }

    private static func problem(of content: CleanHTML?) -> String? {
        guard let content else { return "This text takes too long to read. Open it at the site." }
        return content.text.isEmpty ? FeedTexts.noText : nil
    }

    private static func title(of file: StoredEnclosure) -> String {
        let size = file.byteCount.flatMap { $0 > 0 ? " (\(max(1, $0 >> 20)) MB)" : nil } ?? ""
        switch file.type?.split(separator: "/").first {
        case "audio": return "Listen\(size)"
        case "video": return "Watch\(size)"
        default: return "\(file.url.lastPathComponent.isEmpty ? "File" : file.url.lastPathComponent)\(size)"
        }
    }
}
