import Foundation
import Freshet
import LivePages
import ReaderModels
import ReaderStorage

/// An item of a feed with its text, and with links to those around it in its list. Opening it marks it as read.
final class FeedItemPage: DetailPage {
    let section: Section? = .feeds
    let isPersonal = true
    let noun = "item"
    let shape = Skeleton.Shape.article
    let showsDetail = false
    let model: FeedItemViewModel
    let address: PageAddress
    private let list: FeedsAddress
    private let now: @Sendable () -> Date
    private var listener: ChangeListener?

    init(id: Int, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        list = FeedsAddress(address)
        // The address may ask for one of the texts.
        model = FeedItemViewModel(
            tools.visitorFeeds, id: id, in: list.query, wantsPage: address["text"].map { $0 == "full" },
            marksAsRead: true, scheduler: tools.scheduler)
        now = tools.now
        listener = ChangeListener(tools) { [weak model] in model?.update() }
    }

    var title: String { model.fetch.value?.item.title ?? "Item" }

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

    func parts(of text: FeedItemText) -> [Region] { [Region("article", context(text))] }

    private func context(_ text: FeedItemText) -> Context {
        let item = text.item
        let original = item.link.map(OutsideLink.plain)
        var mark = MarkContext(Entry(item, path: PageAddress.link(["feeds", "item", String(item.id)])))
        mark.isRead = model.isRead
        let other =
            item.link == nil
            ? nil
            : text.isFull
                ? Link(title: FeedTexts.feedText, href: address.link(["text": "feed"]))
                : Link(title: FeedTexts.fullText, href: address.link(["text": "full"]))
        return Context(
            source: Link(title: item.source, href: list.with(.feed(item.feed), .all).link), author: item.author,
            day: DateText.medium(item.date, locale: Locale(identifier: "en_US"), in: .gmt),
            time: TimeContext(item.date, now: now()), minutes: text.prose.readingMinutes,
            content: text.html.flatMap { $0.isEmpty ? nil : CleanHTML(text: $0) },
            position: model.opened?.position.map { String($0) }, notice: text.notice, other: other,
            attachments: text.enclosures.map {
                Attachment(title: Self.title(of: $0), href: OutsideLink.plain($0.url).absoluteString)
            },
            hasAttachments: !text.enclosures.isEmpty, href: original?.absoluteString,
            host: original.flatMap(HostText.of), comments: text.comments.map { OutsideLink.plain($0).absoluteString },
            before: model.opened?.newer.map { Turn(label: "Newer", title: $0.title, href: list.link(to: $0.id)) },
            after: model.opened?.older.map {
                Turn(
                    label: list.query.selection == .unread ? "Next unread" : "Older", title: $0.title,
                    href: list.link(to: $0.id))
            },
            list: Link(title: "Back to the list", href: list.link), mark: mark)
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
