/// The parameter `tags`: an item must have all tags between commas, but only one of those in parentheses.
struct TagFilter {
    private let groups: [[String]]

    init(_ text: String?) {
        var groups: [[String]] = []
        var rest = (text ?? "")[...]
        while !rest.isEmpty {
            if rest.first == "(" {
                let inside = rest.dropFirst().prefix { $0 != ")" }
                groups.append(inside.split(separator: ",").map(String.init))
                rest = rest.dropFirst(inside.count + 2)
            } else {
                let tag = rest.prefix { $0 != "," }
                groups.append([String(tag)])
                rest = rest.dropFirst(tag.count)
            }
            rest = rest.drop { $0 == "," || $0 == " " }
        }
        self.groups = groups
    }

    /// Whether every item is accepted.
    var acceptsAll: Bool { groups.isEmpty }

    func accepts(_ tags: [String]) -> Bool {
        groups.allSatisfy { group in group.contains(where: tags.contains) }
    }
}

/// One comparison of the parameter `numericFilters`, such as `points>100`.
struct NumberFilter {
    struct Problem: Error {
        let message: String
    }

    private let field: String
    private let sign: String
    private let number: Int

    static func read(_ text: String?) throws(Problem) -> [NumberFilter] {
        var filters: [NumberFilter] = []
        for part in (text ?? "").split(separator: ",") { filters.append(try NumberFilter(part)) }
        return filters
    }

    private init(_ text: Substring) throws(Problem) {
        let signs: Set<Character> = ["<", "=", ">"]
        field = String(text.prefix { !signs.contains($0) })
        let rest = text.dropFirst(field.count)
        sign = String(rest.prefix { signs.contains($0) })
        guard ["created_at_i", "points", "num_comments"].contains(field) else {
            throw Problem(message: "invalid numeric attribute(\(field)) in filters")
        }
        guard ["<", "<=", "=", ">=", ">"].contains(sign), let number = Int(rest.dropFirst(sign.count)) else {
            throw Problem(message: "invalid syntax for numeric condition: \(text)")
        }
        self.number = number
    }

    func accepts(_ item: HackerNewsItem) -> Bool {
        let value: Int? =
            switch field {
            case "created_at_i": item.time
            case "points": item.score
            default: item.descendants
            }
        guard let value else { return false }
        return switch sign {
        case "<": value < number
        case "<=": value <= number
        case "=": value == number
        case ">=": value >= number
        default: value > number
        }
    }
}
