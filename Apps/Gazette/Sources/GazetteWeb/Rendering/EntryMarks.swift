import ReaderModels

/// A row of a list of entries.
protocol EntryRow: Encodable, Sendable {
    /// The entry with its marks; `nil` for a row that can't be marked.
    var mark: MarkContext? { get set }
}

extension Array where Element: EntryRow {
    var entries: [Entry] { compactMap { $0.mark?.entry } }

    mutating func mark(_ marks: Marks.Lookup) {
        for index in indices { self[index].mark?.show(marks) }
    }
}

/// A context of a single entry, which the whole view is about.
protocol SubjectContext: TemplateContext {
    var mark: MarkContext? { get set }
}

extension SubjectContext {
    var subject: Entry? { mark?.entry }
    mutating func mark(_ marks: Marks.Lookup) { mark?.show(marks) }
}

/// The marks of an entry, and the values of its buttons.
struct MarkContext: Encodable {
    let entry: Entry
    let key: String
    let line: String
    /// The word for an opened entry: "viewed" for movies and meals, "read" for others.
    let word: String
    var isRead = false
    var isSaved = false

    init(_ entry: Entry) {
        self.entry = entry
        key = entry.key.description
        line = entry.line
        word = [.movies, .meals].contains(entry.key.section) ? "viewed" : "read"
    }

    mutating func show(_ marks: Marks.Lookup) {
        let shown = marks(entry.key)
        isRead = shown.isRead
        isSaved = shown.isSaved
    }
}
