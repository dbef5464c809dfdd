/// The marks of a visitor, as one page shows them.
struct PageMarks: Sendable {
    let visitor: VisitorMarks

    /// Returns the regions of a page with the visitor's marks.
    func marked(_ regions: [Region]) -> [Region] {
        let marks = visitor.current
        let entries = regions.flatMap(\.context.entries)
        var marked = regions
        for index in marked.indices { marked[index].context.mark(marks) }
        let unread = entries.filter { !marks.isRead($0.key) }
        if !entries.isEmpty { marked.append(Region("unread", UnreadContext(unread))) }
        return marked
    }

    /// Marks the entry that the page shows as read.
    ///
    /// - Returns: Whether the regions contain such an entry yet.
    func open(_ regions: [Region]) -> Bool {
        let subjects = regions.compactMap { $0.context.subject?.key }
        visitor.apply(.read(subjects))
        return !subjects.isEmpty
    }
}

/// The button that marks a whole list as read.
struct UnreadContext: TemplateContext {
    static let template = "unread"

    let keys: String?

    init(_ entries: [Entry]) {
        keys = entries.isEmpty ? nil : entries.map(\.key.description).joined(separator: " ")
    }
}
