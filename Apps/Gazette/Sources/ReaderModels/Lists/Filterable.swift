/// An element that can be filtered by a text.
public protocol Filterable {
    /// The texts of which one must hold what is looked for.
    var filterFields: [String] { get }
}

extension Sequence where Element: Filterable {
    /// The elements that hold a text, in whatever case; an empty one lets all through.
    public func filtered(by text: String) -> [Element] {
        let wanted = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        guard !wanted.isEmpty else { return Array(self) }
        return filter { $0.filterFields.contains { $0.lowercased().contains(wanted) } }
    }
}
