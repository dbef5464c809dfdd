import Foundation
import NIOConcurrencyHelpers
import ReaderModels
package import ReaderStorage

/// A view at one moment, without what differs between its readers.
///
/// A document of it is rendered once for all readers whose looks and marks of the shown entries are the same.
package final class Edition: Sendable {
    private struct Kind: Hashable {
        let looks: Looks
        let marks: [Marks.Shown]
        let waiting: Waiting
        let notice: String?
    }

    private struct State {
        var sheets: [Kind: Sheet] = [:]
        var isOutdated = false
    }

    package let title: String
    package let link: String
    private let section: ReaderSection?
    private let feed: String?
    private let renderer: Renderer
    private let regions: [Region]
    /// The entries of each region, whose marks it shows.
    private let keys: [[Entry.Key]]
    /// The regions without marks, rendered.
    private let parts: [Renderer.Part]
    /// Whether the thing that the view is about does not exist.
    package let isMissing: Bool
    /// Whether further readers can get it: it is complete, and nothing in it has failed or belongs to its reader.
    package let isShareable: Bool
    /// Whether the same visitor can get it again: it is complete, and its visitor's changes outdate it.
    package let isHeldForVisitor: Bool
    private let state = NIOLockedValueBox(State())

    /// The most documents that are kept.
    private static let sheetLimit = 32

    package init(_ content: any PageContent, _ renderer: Renderer) {
        (title, link, section, feed) = (content.title, content.link, content.section, content.feed)
        isMissing = content.isMissing
        self.renderer = renderer
        let regions = content.regions()
        self.regions = regions
        keys = regions.map { region in
            var keys: [Entry.Key] = []
            var region = region
            region.context.mark { key in
                keys.append(key)
                return Marks.Shown()
            }
            return keys
        }
        parts = regions.map(renderer.part)
        let isComplete =
            !content.isMissing && content.hasTitle
            && !regions.contains { $0.isPending || $0.context.isPending || $0.context.showsFailure }
        isShareable = isComplete && !content.isPersonal
        isHeldForVisitor = isComplete && content.isHeldForVisitor
    }

    /// Whether a view looks as it did.
    package func shows(_ content: any PageContent) -> Bool {
        let regions = content.regions()
        return content.title == title && content.link == link && regions.count == parts.count
            && zip(regions, parts).allSatisfy { $0.id == $1.id && renderer.html($0) == $1.html }
    }

    /// Whether the view has changed since.
    package var isOutdated: Bool { state.withLockedValue { $0.isOutdated } }

    /// Notes that the view has changed.
    func outdate() { state.withLockedValue { $0.isOutdated = true } }

    /// Marks the entry that the view shows as read; `false` if there is none yet.
    package func open(_ marks: VisitorMarks) -> Bool { marks.open(regions) }

    /// Returns the document for a reader.
    ///
    /// - Parameter waiting: What of the reader's changes has not arrived yet.
    package func sheet(_ frame: DocumentFrame, _ marks: Marks?, waiting: Waiting = .init()) -> Sheet {
        let lookup: Marks.Lookup = { marks?.shown($0) ?? Marks.Shown() }
        let shown = keys.map { $0.map(lookup) }
        var looks = frame.looks
        looks.hasScript = false
        // These change what is shown, but not the document around it.
        (looks.country, looks.region) = (nil, nil)
        let kind = Kind(looks: looks, marks: shown.flatMap(\.self), waiting: waiting, notice: frame.notice)
        if let sheet = state.withLockedValue({ $0.sheets[kind] }) { return sheet }
        let parts =
            waiting.regions(at: link).map(renderer.part)
            + regions.indices.map { index in
                if shown[index].allSatisfy({ $0 == Marks.Shown() }) { return self.parts[index] }
                var region = regions[index]
                region.context.mark(lookup)
                return renderer.part(region)
            } + (marks == nil ? [] : regions.unread(lookup).map(renderer.part))
        var history = PageHistory()
        for part in parts where !part.isFixed { _ = history.note(part.id, part.html) }
        _ = history.note(LivePage.heading, title + link)
        let html = renderer.document(
            title: title, section: section, parts: parts, frame: frame,
            page: .init(id: Sheet.placeholder, version: history.version, link: link, feed: feed))
        let sheet = Sheet(html, history)
        state.withLockedValue { state in
            if state.sheets.count >= Self.sheetLimit { state.sheets = [:] }
            state.sheets[kind] = sheet
        }
        return sheet
    }
}
