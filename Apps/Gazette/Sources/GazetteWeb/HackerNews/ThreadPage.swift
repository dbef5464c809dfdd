import Foundation
import Freshet
import FreshetCombine
import HackerNews
import ReaderModels

/// A story with its comments.
final class ThreadPage: PageContent {
    let section = Section.hn
    private let model: ThreadViewModel
    private let address: PageAddress

    init(id: Int, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        model = ThreadViewModel(tools.clients.hackerNews, id: id, scheduler: tools.scheduler)
    }

    var title: String {
        guard let item = model.root.value else { return "Discussion" }
        return item.title == nil ? "Comment by \(item.by ?? "nobody")" : item.headline
    }

    var link: String { address.link() }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("fold", let id): Int(id).map { model.toggle($0) }
        case ("retry", _): model.load()
        default: return false
        }
        return true
    }

    func start() { model.load() }

    func proceed() -> Bool { !model.root.isFetching && !model.isLoadingComments }

    func regions() -> [Region] {
        var status = StatusContext(
            isLoading: model.root.isFetching || model.isLoadingComments, error: model.selectedError,
            retry: address.link(), keeps: model.root.value != nil)
        if model.failureCount > 0 { status.notice = "\(model.failureCount) comments could not be had." }
        if !status.isLoading, status.error == nil, status.notice == nil, model.rows.isEmpty {
            status.notice = "Nobody has commented yet."
        }
        var regions: [Region] = []
        if let item = model.root.value {
            regions.append(Region("item", "item", ItemContext(item, options: model.options)))
        }
        return regions + [
            Region("status", "status", status), Region("comments", "comments", CommentRows(model.rows)),
        ]
    }
}

/// The head of a thread.
struct ItemContext {
    struct Option {
        let text: String
        let score: Int
    }

    var story: StoryRows
    let paragraphs: [ParagraphContext]
    let options: [Option]

    init(_ item: HackerNews.Item, options: [HackerNews.Item]) {
        story = StoryRows([item])
        paragraphs = item.paragraphs.map(ParagraphContext.init)
        self.options = options.map {
            Option(text: $0.paragraphs.map(\.text).joined(separator: " "), score: $0.score ?? 0)
        }
    }
}

extension ItemContext: EntryContext {
    var entries: [Entry] { [] }
    var subject: Entry? { story.entries.first }
    mutating func mark(_ marks: Marks) { story.mark(marks) }
}

/// A paragraph: whatever a text held, only these elements come out of it.
struct ParagraphContext {
    struct Run {
        let plain: String?
        let emphasis: String?
        let link: String?
        let href: String?
    }

    let code: String?
    let runs: [Run]

    init(_ paragraph: HackerNews.Paragraph) {
        switch paragraph {
        case .code(let text):
            code = text
            runs = []
        case .text(let runs):
            code = nil
            self.runs = runs.map { run in
                switch run {
                case .plain(let text): Run(plain: text, emphasis: nil, link: nil, href: nil)
                case .emphasis(let text): Run(plain: nil, emphasis: text, link: nil, href: nil)
                case .link(let text, let url): Run(plain: nil, emphasis: nil, link: text, href: url.absoluteString)
                }
            }
        }
    }
}

struct CommentRows {
    struct Row {
        let id: Int
        let depth: Int
        let by: String?
        let byHref: String?
        let isByAuthor: Bool
        let time: TimeContext?
        /// How many comments are folded away with this one; `nil` when it is unfolded.
        let hidden: String?
        let expanded: String
        let paragraphs: [ParagraphContext]
    }

    let comments: [Row]

    init(_ rows: [ThreadViewModel.Row], now: Date = Date()) {
        comments = rows.map { row in
            Row(
                // Deeper comments are indented no further, or nothing could be read on a phone.
                id: row.id, depth: min(row.depth, 9), by: row.comment.by,
                byHref: row.comment.by.map { PageAddress.link(["hn", "user", $0]) }, isByAuthor: row.isByAuthor,
                time: row.comment.time.map { TimeContext($0, now: now) },
                hidden: row.isFolded ? String(row.hiddenCount + 1) : nil, expanded: row.isFolded ? "false" : "true",
                paragraphs: row.comment.paragraphs.map(ParagraphContext.init))
        }
    }
}
