import ReaderStorage

extension [Region] {
    /// Returns the regions of a page with a visitor's marks.
    func marked(_ marks: Marks.Lookup) -> [Region] {
        var marked = self
        for index in marked.indices { marked[index].context.mark(marks) }
        return marked + unread(marks)
    }

    /// The button that marks a whole list as read, if there is a list.
    func unread(_ marks: Marks.Lookup) -> [Region] {
        let entries = flatMap(\.context.entries)
        return entries.isEmpty ? [] : [Region("unread", UnreadContext(entries.filter { !marks($0.key).isRead }))]
    }
}

extension VisitorMarks {
    /// Marks the entry that a page shows as read.
    ///
    /// - Returns: Whether the regions contain such an entry yet.
    func open(_ regions: [Region]) -> Bool {
        let subjects = regions.compactMap { $0.context.subject?.key }
        if !subjects.isEmpty { apply(.read(subjects)) }
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
