import ReaderModels
package import ReaderStorage

/// A row of a list of entries.
package protocol EntryRow: Encodable, Sendable {
    /// The entry with its marks; `nil` for a row that can't be marked.
    var mark: MarkContext? { get set }
}

extension Array where Element: EntryRow {
    package var entries: [Entry] { compactMap { $0.mark?.entry } }

    package mutating func mark(_ marks: Marks.Lookup) {
        for index in indices { self[index].mark?.show(marks) }
    }
}

/// A context of a single entry, which the whole view is about.
package protocol SubjectContext: TemplateContext {
    var mark: MarkContext? { get set }
}

extension SubjectContext {
    package var subject: Entry? { mark?.entry }
    package mutating func mark(_ marks: Marks.Lookup) { mark?.show(marks) }
}

/// The marks of an entry, and the values of its buttons.
package struct MarkContext: Encodable {
    package let entry: Entry
    package let key: String
    package let line: String
    /// What the button makes of the entry: "read" or "unread".
    package private(set) var word = "read"
    package var isRead = false { didSet { word = isRead ? "unread" : "read" } }
    package var isSaved = false

    package init(_ entry: Entry) {
        self.entry = entry
        key = entry.key.description
        line = entry.line
    }

    package mutating func show(_ marks: Marks.Lookup) {
        let shown = marks(entry.key)
        isRead = shown.isRead
        isSaved = shown.isSaved
    }
}
