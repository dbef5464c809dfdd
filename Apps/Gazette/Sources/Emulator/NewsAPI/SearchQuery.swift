import Foundation

/// A search in the syntax of the news service: words, `"phrases"`, `+must`, `-not`, `AND`, `OR`, `NOT`, parentheses.
///
/// Words side by side must all be there; `AND` binds closer than `OR`. A quote or parenthesis that is not closed closes at
/// the end, a stray one is passed over: whatever is typed is a search.
struct SearchQuery {
    private indirect enum Expression {
        case phrase(String)
        case not(Expression)
        case and([Expression])
        case or([Expression])
    }

    private enum Token: Equatable {
        case phrase(String)
        case open, close, and, or, not
    }

    private let expression: Expression

    init(_ text: String) {
        var parser = Parser(tokens: Self.tokens(of: text))
        expression = parser.everything()
    }

    /// Returns whether a text answers the search.
    func matches(_ text: SearchableText) -> Bool {
        Self.matches(expression, text)
    }

    /// Counts how often what is searched for stands in a text.
    func hits(in text: SearchableText) -> Int {
        Self.hits(expression, text)
    }

    private static func matches(_ expression: Expression, _ text: SearchableText) -> Bool {
        switch expression {
        case .phrase(let phrase): text.contains(phrase)
        case .not(let expression): !matches(expression, text)
        case .and(let expressions): expressions.allSatisfy { matches($0, text) }
        case .or(let expressions): expressions.contains { matches($0, text) }
        }
    }

    private static func hits(_ expression: Expression, _ text: SearchableText) -> Int {
        switch expression {
        case .phrase(let phrase): text.count(of: phrase)
        case .not: 0
        case .and(let expressions), .or(let expressions): expressions.reduce(0) { $0 + hits($1, text) }
        }
    }

    // MARK: - Reading

    private static func tokens(of text: String) -> [Token] {
        var tokens: [Token] = []
        var rest = text[...]
        while let first = rest.first {
            switch first {
            case _ where first.isWhitespace:
                rest = rest.dropFirst()
            case "(":
                tokens.append(.open)
                rest = rest.dropFirst()
            case ")":
                tokens.append(.close)
                rest = rest.dropFirst()
            case "+":
                rest = rest.dropFirst()
            case "-", "−":
                rest = rest.dropFirst()
                if let next = rest.first, !next.isWhitespace { tokens.append(.not) }
            case "\"", "“", "”", "„":
                rest = rest.dropFirst()
                let phrase = rest.prefix { !"\"“”".contains($0) }
                tokens.append(.phrase(String(phrase)))
                rest = rest[phrase.endIndex...].dropFirst()
            default:
                let word = rest.prefix { !$0.isWhitespace && !"()\"“”".contains($0) }
                rest = rest[word.endIndex...]
                switch word {
                case "AND": tokens.append(.and)
                case "OR": tokens.append(.or)
                case "NOT": tokens.append(.not)
                default: tokens.append(.phrase(String(word)))
                }
            }
        }
        return tokens
    }

    private struct Parser {
        var tokens: [Token]
        var position = 0

        private var next: Token? { position < tokens.count ? tokens[position] : nil }

        mutating func everything() -> Expression {
            var expressions: [Expression] = []
            while next != nil {
                expressions.append(alternatives())
                if next == .close { position += 1 }
            }
            return expressions.count == 1 ? expressions[0] : .and(expressions)
        }

        private mutating func alternatives() -> Expression {
            var expressions = [conjunction()]
            while next == .or {
                position += 1
                expressions.append(conjunction())
            }
            return expressions.count == 1 ? expressions[0] : .or(expressions)
        }

        private mutating func conjunction() -> Expression {
            var expressions: [Expression] = []
            while let token = next, token != .or, token != .close {
                if token == .and { position += 1 } else if let expression = term() { expressions.append(expression) }
            }
            return expressions.count == 1 ? expressions[0] : .and(expressions)
        }

        private mutating func term() -> Expression? {
            guard let token = next else { return nil }
            position += 1
            switch token {
            case .phrase(let phrase):
                let folded = SearchableText.folded(phrase)
                return folded.isEmpty ? nil : .phrase(folded)
            case .not:
                guard let next, next != .or, next != .close, next != .and else { return nil }
                return term().map(Expression.not)
            case .open:
                let inner = alternatives()
                if next == .close { position += 1 }
                return inner
            case .close, .and, .or:
                return nil
            }
        }
    }
}
