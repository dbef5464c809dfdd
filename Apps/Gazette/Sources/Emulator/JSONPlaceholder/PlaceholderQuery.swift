import Foundation

/// The parameters of a list as the service applies them, in its order: filters, full text, sorting, paging.
struct PlaceholderQuery {
    /// The rows of a response, and the total count and pages for its header fields.
    struct Outcome {
        var rows: [JSONText]
        /// The number of all rows; for pages and slices only.
        var totalCount: Int?
        /// The numbers of other pages by their link relation.
        var pages: [(relation: String, number: Int)] = []
    }

    private let items: [(name: String, value: String)]
    private let filters: [(name: String, values: [String])]
    /// The patterns of filters, without the invalid ones.
    private let expressions: [String: NSRegularExpression]

    init(_ items: [(name: String, value: String)]) {
        self.items = items
        let filters = Dictionary(grouping: items.filter { !Self.controls.contains($0.name) }, by: \.name)
        self.filters = filters.map { ($0, $1.map(\.value)) }
        let patterns = self.filters.filter { $0.name.hasSuffix("_like") }.flatMap(\.values)
        expressions = Dictionary(
            patterns.compactMap { pattern in
                (try? NSRegularExpression(pattern: pattern, options: .caseInsensitive)).map { (pattern, $0) }
            }
        ) { first, _ in first }
    }

    /// The first value of a parameter.
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }

    /// Returns all values of a parameter.
    func values(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    func apply(to rows: [JSONText]) -> Outcome {
        page(of: sorted(rows.filter(isWanted)))
    }

    // MARK: - Filters

    private static let controls: Set<String> = [
        "_page", "_limit", "_start", "_end", "_sort", "_order", "_embed", "_expand", "q", "callback", "_",
    ]

    private func isWanted(_ row: JSONText) -> Bool {
        if let text = value("q")?.lowercased(), !text.isEmpty, !row.holds(text) { return false }
        for (name, values) in filters {
            guard let isPassed = filter(row, name, values) else { continue }
            if !isPassed { return false }
        }
        return true
    }

    /// Returns whether a row passes a filter; `nil` when there is no such field, and so no such filter.
    private func filter(_ row: JSONText, _ name: String, _ values: [String]) -> Bool? {
        if let field = row.value(at: name) { return values.contains(field.plainText) }
        for (ending, passes) in Self.endings where name.hasSuffix(ending) {
            guard let field = row.value(at: String(name.dropLast(ending.count))) else { continue }
            return values.allSatisfy { passes(self, field, $0) }
        }
        return nil
    }

    private static let endings: [(String, @Sendable (PlaceholderQuery, JSONText, String) -> Bool)] = [
        ("_ne", { $1.plainText != $2 }),
        ("_gte", { compare($1, $2) != .orderedAscending }),
        ("_lte", { compare($1, $2) != .orderedDescending }),
        // An invalid pattern matches nothing.
        (
            "_like",
            { query, field, pattern in
                query.expressions[pattern].map { occurs($0, in: field.plainText) } ?? false
            }
        ),
    ]

    /// Returns whether a pattern occurs in a text.
    ///
    /// A search with too many steps counts as not found, since some would take years.
    private static func occurs(_ expression: NSRegularExpression, in text: String) -> Bool {
        var isFound = false
        var reports = 0
        expression.enumerateMatches(
            in: text, options: .reportProgress, range: NSRange(text.startIndex..., in: text)
        ) { match, _, stop in
            isFound = match != nil
            reports += 1
            if isFound || reports == 10 { stop.pointee = true }
        }
        return isFound
    }

    private static func compare(_ field: JSONText, _ text: String) -> ComparisonResult {
        guard let first = Double(field.plainText), let second = Double(text) else {
            return field.plainText.compare(text)
        }
        return first < second ? .orderedAscending : first > second ? .orderedDescending : .orderedSame
    }

    // MARK: - Order and pages

    private func sorted(_ rows: [JSONText]) -> [JSONText] {
        guard let fields = value("_sort")?.split(separator: ",").map(String.init), !fields.isEmpty else { return rows }
        let orders = (value("_order") ?? "").split(separator: ",").map { $0.lowercased() }
        return rows.enumerated().sorted { first, second in
            for (index, field) in fields.enumerated() {
                guard let one = first.element.value(at: field), let other = second.element.value(at: field) else {
                    continue
                }
                let result = Self.compare(one, other.plainText)
                if result == .orderedSame { continue }
                let isDescending = index < orders.count && orders[index] == "desc"
                return isDescending ? result == .orderedDescending : result == .orderedAscending
            }
            return first.offset < second.offset
        }.map(\.element)
    }

    private func page(of rows: [JSONText]) -> Outcome {
        // Numbers beyond the end count as the end; larger ones would overflow.
        func number(_ name: String) -> Int? {
            value(name).flatMap { Int($0) }.map { min(max($0, 0), rows.count) }
        }
        let limit = value("_limit").map { _ in number("_limit") ?? 0 }
        if let text = value("_page") {
            let page = max(1, Int(text) ?? 1)
            let size = limit.flatMap { $0 > 0 ? $0 : nil } ?? 10
            let last = max(1, (rows.count + size - 1) / size)
            var outcome = Outcome(rows: [], totalCount: rows.count)
            // After the end there are no rows and no links to other pages.
            guard page <= last else { return outcome }
            outcome.rows = Array(rows.dropFirst((page - 1) * size).prefix(size))
            guard last > 1 else { return outcome }
            outcome.pages = [
                ("first", 1), ("prev", page - 1), ("next", page + 1), ("last", last),
            ].filter { $0.1 >= 1 && $0.1 <= last }
            return outcome
        }
        let start = number("_start") ?? 0
        // A start alone has no effect.
        guard let end = number("_end") ?? limit.map({ start + $0 }) else { return Outcome(rows: rows) }
        return Outcome(rows: Array(rows.prefix(end).dropFirst(start)), totalCount: rows.count)
    }
}

extension JSONText {
    /// Returns the value at a path whose names are separated by dots.
    func value(at path: String) -> JSONText? {
        let names = path.split(separator: ".")
        guard !names.isEmpty else { return nil }
        var value = self
        for name in names {
            guard let next = value[String(name)] else { return nil }
            value = next
        }
        return value
    }

    /// A simple value as text, as the service compares it.
    var plainText: String {
        if case .string(let text) = self { return text }
        return text
    }

    /// Returns whether one of the values contains a lower-case text.
    fileprivate func holds(_ text: String) -> Bool {
        switch self {
        case .object(let members): members.contains { $0.value.holds(text) }
        case .array(let elements): elements.contains { $0.holds(text) }
        default: plainText.lowercased().contains(text)
        }
    }
}
