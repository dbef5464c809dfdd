import Foundation
import Freshet
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage

/// Everything that a visitor has saved, the newest first.
final class SavedPage: PageContent {
    let section: Section? = .saved
    let title = "Saved"
    let isPersonal = true
    // The live page observes the marks itself.
    let changes = Empty<Void, Never>(completeImmediately: false).eraseToAnyPublisher()
    private let address: PageAddress
    private let marks: VisitorMarks?
    private let filter: Section?
    private var pages: Int

    /// How many entries a page shows at first, and with each further step.
    private static let pageSize = 50

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        marks = tools.marks
        filter = address["section"].flatMap(Section.init).flatMap { Entry.Key.sections.contains($0) ? $0 : nil }
        pages = address.pageCount
    }

    var link: String { address.link(["pages": pages > 1 ? String(pages) : nil]) }

    func start() {}
    func proceed() -> Bool { true }

    func handle(_ input: PageInput) -> Bool {
        guard input.name == "more", pages < PageAddress.pageLimit else { return false }
        if input.asksForPage(after: pages) { pages += 1 }
        return true
    }

    func regions() -> [Region] {
        let all = marks?.current.saved ?? []
        let chosen = all.filter { filter == nil || $0.entry.key.section == filter }
        let shown = chosen.prefix(pages * Self.pageSize)
        let canGrow = shown.count < chosen.count && pages < PageAddress.pageLimit
        return [
            Region("views", tabs(all)),
            Region(
                "list",
                SavedContext(
                    shown, of: chosen.count, hasAny: !all.isEmpty, isFull: marks?.current.isFull == true,
                    more: canGrow ? .init(address, pages: pages + 1) : nil, trouble: marks?.trouble)),
        ]
    }

    private func tabs(_ all: [Marks.Saved]) -> TabsContext {
        func tab(_ section: Section?) -> TabsContext.Tab {
            let count = all.count { section == nil || $0.entry.key.section == section }
            return .init(
                href: PageAddress.link(["saved"], ["section": section?.rawValue ?? ""]),
                title: "\(section?.title ?? "All") (\(count))", isCurrent: section == filter)
        }
        return TabsContext(label: "Sections of saved items", tabs: [tab(nil)] + Entry.Key.sections.map(tab))
    }
}

/// The saved entries, as rows.
struct SavedContext {
    struct Row: EntryRow {
        let title: String
        let href: String
        let isOutside: Bool
        let host: String?
        let section: String
        let source: String?
        let time: TimeContext
        /// The path of the view in Gazette; `nil` if the title links to it.
        let path: String?
        var mark: MarkContext?
    }

    var saved: [Row]
    let count: String?
    let notice: String?
    let isEmpty: Bool
    let more: MoreContext.Link?
    let trouble: String?

    init(
        _ saved: ArraySlice<Marks.Saved>, of total: Int, hasAny: Bool, isFull: Bool, more: MoreContext.Link?,
        trouble: String?,
        now: Date = Date()
    ) {
        self.saved = saved.map { saved in
            let entry = saved.entry
            return Row(
                title: entry.title, href: entry.original?.absoluteString ?? entry.path,
                isOutside: entry.original != nil, host: entry.original.flatMap(HostText.of),
                section: entry.key.section.title,
                source: entry.source, time: TimeContext(saved.date, now: now),
                path: entry.original == nil ? nil : entry.path, mark: MarkContext(entry))
        }
        count = total == 0 ? nil : total == 1 ? "1 saved" : "\(total) saved"
        isEmpty = total == 0 && !isFull
        if isFull {
            notice = "Your list is full. Remove something before you save more."
        } else if total == 0 {
            notice =
                hasAny
                ? "Nothing in this section is saved."
                : "Nothing is saved yet. Press Save to keep an item."
        } else {
            notice = nil
        }
        self.more = more
        self.trouble = trouble
    }
}

extension SavedContext: TemplateContext {
    static let template = "saved"

    mutating func mark(_ marks: Marks.Lookup) { saved.mark(marks) }
}
