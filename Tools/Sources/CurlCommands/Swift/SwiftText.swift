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
        let signs = signs
        return "\(signs)\"\(units(signs).joined())\"\(signs)"
    }

    /// The text as the lines of a multi-line string literal.
    ///
    /// - Parameter width: The number of characters after which a line is continued on the next one.
    func literalLines(width: Int) -> [String] {
        let signs = signs
        var lines = [""]
        for unit in units(signs) {
            if unit == "\\\(signs)n" {
                // An editor would remove white space at the end of a line.
                if lines[lines.count - 1].last == " " {
                    lines[lines.count - 1].removeLast()
                    lines[lines.count - 1] += "\\\(signs)u{20}"
                }
                lines.append("")
            } else {
                if lines[lines.count - 1].count + unit.count > width {
                    lines[lines.count - 1] += "\\\(signs)"
                    lines.append("")
                }
                lines[lines.count - 1] += unit
            }
        }
        return ["\(signs)\"\"\""] + lines + ["\"\"\"\(signs)"]
    }

    /// The signs before the quotation marks of a literal.
    private var signs: String {
        let texts = pieces.compactMap { piece in if case .text(let text) = piece { text } else { nil } }
        guard texts.contains(where: { $0.contains("\"") || $0.contains("\\") }) else { return "" }
        var signs = "#"
        while texts.contains(where: { $0.contains("\"\(signs)") || $0.contains("\\\(signs)") }) { signs += "#" }
        return signs
    }

    /// The characters and parameters of a literal, with their escapes.
    private func units(_ signs: String) -> [String] {
        pieces.flatMap { piece in
            switch piece {
            case .text(let text): text.unicodeScalars.map { Self.escaped($0, signs) }
            case .parameter(let name): ["\\\(signs)(\(name))"]
            }
        }
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
