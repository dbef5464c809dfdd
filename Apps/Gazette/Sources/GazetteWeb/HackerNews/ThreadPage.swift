import Foundation
import Freshet
import FreshetCombine
import HackerNews
import LivePages
import ReaderModels
import ReaderStorage

/// A story with its comments.
final class ThreadPage: DetailPage {
    let section: Section? = .hn
    let noun = "discussion"
    let shape = Skeleton.Shape.thread
    let model: ThreadViewModel
    let address: PageAddress
    private let pictures: PictureLinks

    init(id: Int, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        pictures = tools.pictures
        model = ThreadViewModel(tools.clients.hackerNews, id: id, scheduler: tools.scheduler)
        model.fold(Set((address["fold"] ?? "").split(separator: ",").compactMap { Int($0) }))
    }

    var title: String { model.title }

    var link: String { link(folding: model.folded) }

    private func link(folding ids: Set<Int>) -> String {
        address.link(["fold": ids.sorted().map(String.init).joined(separator: ",")])
    }

    func handle(_ input: PageInput) -> Bool {
        switch input.name {
        case "fold": Int(input.value).map { model.toggle($0) }
        case "foldAll": model.foldAll()
        case "unfoldAll": model.unfoldAll()
        default: return handleCommon(input)
        }
        return true
    }

    func proceed() -> Bool {
        !model.root.isFetching && !model.isLoadingComments && !model.isLoadingOptions
    }

    func parts(of item: HackerNews.Item) -> [Region] {
        let tops = model.rows.filter { $0.depth == 0 }.map(\.id)
        let comments = CommentRows(
            model.rows, isLoading: model.isLoadingComments,
            missing: model.missingText,
            foldAllHref: link(folding: Set(tops)), unfoldAllHref: link(folding: [])
        ) { [model] id in link(folding: model.folded.symmetricDifference([id])) }
        var below = Region("comments", comments, isAwaited: model.isLoadingComments && model.rows.isEmpty, .rows)
        below.isPending = model.isLoadingComments
        return [Region("item", ItemContext(item, options: model.options, pictures)), below]
    }
}

/// The head of a thread.
struct ItemContext {
    struct Option: Encodable {
        let text: String
        let points: String
    }

    var story: StoryRows
    let paragraphs: [ParagraphContext]
    let options: [Option]
    /// The address of the full text of its link in Gazette; `nil` without a link.
    let fullText: String?

    init(_ item: HackerNews.Item, options: [HackerNews.Item], _ pictures: PictureLinks) {
        story = StoryRows([item])
        fullText = pictures.textLink(NewsRow(item).link)
        paragraphs = item.paragraphs.map(ParagraphContext.init)
        self.options = options.map {
            Option(text: $0.paragraphs.map(\.text).joined(separator: " "), points: CountText.points($0.score ?? 0))
        }
    }
}

extension ItemContext: TemplateContext {
    static let template = "item"

    var subject: Entry? { story.entries.first }
    mutating func mark(_ marks: Marks.Lookup) { story.mark(marks) }
}

/// A paragraph of a text from the service: code, or runs of plain text, emphasis and links, and no other markup.
struct ParagraphContext: Encodable {
    struct Run: Encodable {
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

/// The comments of a thread.
struct CommentRows: TemplateContext {
    static let template = "comments"

    struct Row: Encodable {
        let id: Int
        let depth: Int
        let by: String?
        let byHref: String?
        let isByAuthor: Bool
        let time: TimeContext?
        /// The text for the number of comments that are folded with this one; `nil` if it is unfolded.
        let hidden: String?
        let expanded: String
        let foldHref: String
        /// The ids of the comment that it replies to, of its top-level comment unless that is the same, and of the next
        /// comment at its depth; `nil` where there is none.
        let parent: Int?
        let root: Int?
        let next: Int?
        let paragraphs: [ParagraphContext]
    }

    let comments: [Row]
    let isLoading: Bool
    let isEmpty: Bool
    let missing: String?
    let foldAllHref: String
    let unfoldAllHref: String

    init(
        _ rows: [ThreadViewModel.Row], isLoading: Bool, missing: String?, foldAllHref: String,
        unfoldAllHref: String, now: Date = Date(), foldHref: (Int) -> String
    ) {
        let neighbours = Self.neighbours(of: rows)
        self.isLoading = isLoading
        self.missing = missing
        isEmpty = rows.isEmpty && !isLoading && missing == nil
        self.foldAllHref = foldAllHref
        self.unfoldAllHref = unfoldAllHref
        comments = rows.enumerated().map { index, row in
            let neighbours = neighbours[index]
            return Row(
                id: row.id, depth: row.shownDepth, by: row.comment.by,
                byHref: row.comment.by.map { PageAddress.link(["hn", "user", $0]) }, isByAuthor: row.isByAuthor,
                time: row.comment.time.map { TimeContext($0, now: now) },
                hidden: row.isFolded ? String(row.hiddenCount + 1) : nil, expanded: row.isFolded ? "false" : "true",
                foldHref: foldHref(row.id), parent: neighbours.parent,
                root: neighbours.root == neighbours.parent ? nil : neighbours.root, next: neighbours.next,
                paragraphs: row.comment.paragraphs.map(ParagraphContext.init))
        }
    }

    private struct Neighbours {
        var parent: Int?
        var root: Int?
        var next: Int?
    }

    /// The neighbours of each row, by the rows before it and their depths.
    private static func neighbours(of rows: [ThreadViewModel.Row]) -> [Neighbours] {
        var result = [Neighbours](repeating: Neighbours(), count: rows.count)
        /// The index of the last row at each depth, from the top level to the current row.
        var path: [Int] = []
        for (index, row) in rows.enumerated() {
            let depth = min(row.depth, path.count)
            if depth < path.count { result[path[depth]].next = row.id }
            path.removeSubrange(depth...)
            result[index].parent = path.last.map { rows[$0].id }
            result[index].root = path.first.map { rows[$0].id }
            path.append(index)
        }
        return result
    }
}
