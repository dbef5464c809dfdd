import Foundation

/// A search in the syntax of the news service: words, `"phrases"`, `+must`, `-not`, `AND`, `OR`, `NOT`, parentheses.
///
/// Adjacent words must all match; `NOT` binds closer than `AND`, and `AND` closer than `OR`. A term with a sign applies
/// to its whole group in parentheses: `rain OR snow -sport` matches nothing with sport. An unclosed quote or
/// parenthesis ends at the end of the text, and a stray one is ignored, so every text is a valid search. A search
/// without words matches everything.
struct SearchQuery {
    private indirect enum Expression {
        case phrase(String)
        case not(Expression)
        case and([Expression])
        case or([Expression])
    }

    private enum Token: Equatable {
        case phrase(String)
        case open, close, and, or, not, must, mustNot
    }

    /// The maximum depth of parentheses; deeper ones are ignored.
    private static let depthLimit = 50

    private let expression: Expression?

    init(_ text: String) {
        var parser = Parser(tokens: Self.tokens(of: text))
        expression = parser.group()
    }

    /// Returns whether a text matches the search.
    func matches(_ text: SearchableText) -> Bool {
        expression.map { Self.matches($0, text) } ?? true
    }

    /// Returns the number of occurrences of the searched phrases in a text.
    func hits(in text: SearchableText) -> Int {
        expression.map { Self.hits($0, text) } ?? 0
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
        var depth = 0
        var rest = text[...]
        while let first = rest.first {
            switch first {
            case _ where first.isWhitespace:
                rest = rest.dropFirst()
            case "(":
                depth += 1
                if depth <= depthLimit { tokens.append(.open) }
                rest = rest.dropFirst()
            case ")":
                if (1...depthLimit).contains(depth) { tokens.append(.close) }
                depth = max(0, depth - 1)
                rest = rest.dropFirst()
            case "+", "-", "−":
                rest = rest.drop { "+-−".contains($0) }
                if let next = rest.first, !next.isWhitespace { tokens.append(first == "+" ? .must : .mustNot) }
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
        /// The terms between two `OR` operators.
        private struct Conjunction {
            var terms: [Expression] = []
            var hasMust = false
        }

        let tokens: [Token]
        private var position = 0

        init(tokens: [Token]) {
            self.tokens = tokens
        }

        private var next: Token? { position < tokens.count ? tokens[position] : nil }

        private mutating func take(_ token: Token) -> Bool {
            guard next == token else { return false }
            position += 1
            return true
        }

        /// Parses up to the closing parenthesis or the end; `nil` if there is no word.
        mutating func group() -> Expression? {
            var signed: [Expression] = []
            var alternatives: [Expression] = []
            var isMetBySigned = false
            repeat {
                let conjunction = conjunction(&signed)
                if let expression = Self.all(conjunction.terms) {
                    alternatives.append(expression)
                } else if conjunction.hasMust {
                    isMetBySigned = true
                }
            } while take(.or)
            if !alternatives.isEmpty, !isMetBySigned {
                signed.append(alternatives.count == 1 ? alternatives[0] : .or(alternatives))
            }
            return Self.all(signed)
        }

        private mutating func conjunction(_ signed: inout [Expression]) -> Conjunction {
            var conjunction = Conjunction()
            while let token = next, token != .or, token != .close {
                switch token {
                case .and:
                    position += 1
                case .must:
                    position += 1
                    guard let term = term() else { continue }
                    signed.append(term)
                    conjunction.hasMust = true
                case .mustNot:
                    position += 1
                    if let term = term() { signed.append(.not(term)) }
                default:
                    if let term = term() { conjunction.terms.append(term) }
                }
            }
            return conjunction
        }

        private mutating func term() -> Expression? {
            var isNegated = false
            while let token = next {
                var expression: Expression?
                switch token {
                case .not, .mustNot:
                    position += 1
                    isNegated.toggle()
                    continue
                case .must:
                    position += 1
                    continue
                case .phrase(let phrase):
                    position += 1
                    let folded = SearchableText.folded(phrase)
                    if !folded.isEmpty { expression = .phrase(folded) }
                case .open:
                    position += 1
                    expression = group()
                    _ = take(.close)
                case .close, .and, .or:
                    return nil
                }
                return isNegated ? expression.map(Expression.not) : expression
            }
            return nil
        }

        private static func all(_ expressions: [Expression]) -> Expression? {
            expressions.count > 1 ? .and(expressions) : expressions.first
        }
    }
}
