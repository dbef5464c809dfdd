import Foundation

/// Writes the parts of a document in their order, each as soon as it is complete.
///
/// A part that is loading holds back those after it. Until it is complete, its skeleton takes its place, which the
/// style sheet hides once anything follows it. A list that grows at its end is written item by item. A status that is
/// pending is left out: it would stay in a document that no script corrects. It is written at the end instead, in its
/// final state.
package struct DocumentStream {
    package typealias Part = Renderer.Part

    /// The parts that are complete in the document.
    package private(set) var written: Set<String> = []
    /// The status parts that were left empty in their place, and are written at the end.
    private(set) var deferred: Set<String> = []
    /// The parts that changed after they were written in part, and were written again as a whole.
    private var replaced: Set<String> = []
    /// The part that is being written, with its text so far.
    private var open: (id: String, html: String)?
    private var hasSkeleton = false

    private static let itemEnd = "</article>\n"

    package init() {}

    /// Returns the text that can be written next.
    ///
    /// - Parameter isFinal: Whether nothing more is waited for.
    package mutating func text(for parts: [Part], isFinal: Bool) -> String {
        var text = ""
        let done = written.union(deferred).union(replaced)
        for part in parts where !done.contains(part.id) {
            guard write(part, isFinal: isFinal, to: &text) else {
                if open == nil { text += place(in: parts.filter { !done.contains($0.id) && !written.contains($0.id) }) }
                break
            }
        }
        if isFinal {
            for part in parts where deferred.contains(part.id) {
                text += "<div class=\"region late\">\(part.html)</div>\n"
            }
        }
        return text
    }

    /// Returns the placeholders of the parts that are loading, for a document that can show no part yet.
    package mutating func place(in parts: [Part]) -> String {
        guard !hasSkeleton else { return "" }
        let pending = parts.filter { $0.isPending && !$0.isStatus }
        guard let first = pending.first else { return "" }
        hasSkeleton = true
        guard pending.count > 1 else { return "<div class=\"waiting\">\(Self.shape(of: first))</div>\n" }
        let places = pending.map { "<div class=\"region\" data-place=\"\($0.id)\">\(Self.shape(of: $0))</div>" }
        return "<div class=\"waiting\">\(places.joined(separator: "\n"))</div>\n"
    }

    /// Returns the skeleton of a part, or “Loading…” if some of its items are loaded but can't be written yet.
    private static func shape(of part: Part) -> String {
        part.html.contains(itemEnd) ? "<p class=\"loading\">Loading…</p>" : part.html
    }

    /// - Returns: Whether the next part may follow.
    private mutating func write(_ part: Part, isFinal: Bool, to text: inout String) -> Bool {
        if part.isStatus, !isFinal, part.isPending {
            deferred.insert(part.id)
            text += Self.start(part) + "</div>\n"
            return true
        }
        if open == nil {
            if part.isPending, !isFinal, !part.grows || !part.html.contains(Self.itemEnd) {
                return false
            }
            open = (part.id, "")
            text += Self.start(part)
        }
        let known = open?.html ?? ""
        guard open?.id == part.id, part.html.hasPrefix(known) else {
            // The written text has changed since. The style sheet hides it before the whole; a script corrects it.
            text += "</div></div>\n<div class=\"region late whole\">\(part.html)</div>\n"
            replaced.insert(part.id)
            open = nil
            return true
        }
        if part.isPending, !isFinal {
            guard let end = part.html.range(of: Self.itemEnd, options: .backwards)?.upperBound else { return false }
            text += part.html[part.html.index(part.html.startIndex, offsetBy: known.count)..<end]
            open = (part.id, String(part.html[..<end]))
            return false
        }
        text += part.html.dropFirst(known.count) + "</div>\n"
        open = nil
        written.insert(part.id)
        hasSkeleton = false
        return true
    }

    private static func start(_ part: Part) -> String {
        "<div class=\"region\" id=\"\(part.id)\"\(part.isFixed ? " data-fixed" : "")>"
    }
}
