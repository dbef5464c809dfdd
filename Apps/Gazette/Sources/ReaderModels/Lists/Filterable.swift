/// An element that can be filtered by a text.
public protocol Filterable {
    /// The texts that a filter searches; one of them must contain the filter's text.
    var filterFields: [String] { get }
}

extension Sequence where Element: Filterable {
    /// Returns the elements that contain a text, ignoring case; all elements for an empty text.
    public func filtered(by text: String) -> [Element] {
        let wanted = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        guard !wanted.isEmpty else { return Array(self) }
        return filter { $0.filterFields.contains { $0.lowercased().contains(wanted) } }
    }
}
