/// A text for Swift code that may contain parameters in place of secrets.
struct SwiftText: Sendable, Hashable {
    /// A piece of a text.
    enum Piece: Sendable, Hashable {
        case text(String)
        /// The name of a parameter.
        case parameter(String)
    }

    private(set) var pieces: [Piece]

    init(_ pieces: [Piece]) {
        self.pieces = pieces
    }

    init(_ text: String) {
        self.init([.text(text)])
    }

    mutating func append(_ piece: Piece) {
        pieces.append(piece)
    }

    /// The text as an expression: the parameter alone, or a string literal.
    var expression: String {
        if pieces.count == 1, case .parameter(let name) = pieces[0] { return name }
        return literal
    }

    /// The text as a string literal. It is a raw one if the text contains quotes or backslashes.
    var literal: String {
        let texts = pieces.compactMap { piece in if case .text(let text) = piece { text } else { nil } }
        var signs = ""
        let needsRaw = texts.contains { $0.contains("\"") || $0.contains("\\") }
        if needsRaw {
            signs = "#"
            while texts.contains(where: { $0.contains("\"\(signs)") || $0.contains("\\\(signs)") }) { signs += "#" }
        }
        let content = pieces.map { piece in
            switch piece {
            case .text(let text): text.unicodeScalars.map { Self.escaped($0, signs) }.joined()
            case .parameter(let name): "\\\(signs)(\(name))"
            }
        }
        return "\(signs)\"\(content.joined())\"\(signs)"
    }

    private static func escaped(_ scalar: Unicode.Scalar, _ signs: String) -> String {
        switch scalar {
        case "\n": return "\\\(signs)n"
        case "\r": return "\\\(signs)r"
        case "\t": return "\\\(signs)t"
        default: break
        }
        switch scalar.properties.generalCategory {
        // Invisible characters would be lost when somebody copies the code.
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
            return "\\\(signs)u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: return String(scalar)
        }
    }
}
