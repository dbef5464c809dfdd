/// The style of a piece of a line: colours, bold and the like.
struct CellStyle: Hashable, Sendable {
    /// A colour: an entry of the terminal's palette, or red, green and blue values.
    enum Paint: Hashable, Sendable {
        case palette(Int)
        case rgb(UInt8, UInt8, UInt8)
    }

    var isBold = false
    var isDim = false
    var isReversed = false
    var foreground: Paint?
    var background: Paint?

    static let plain = CellStyle()
    static let bold = CellStyle(isBold: true)
    static let dim = CellStyle(isDim: true)
    static let reversed = CellStyle(isReversed: true)

    /// The colours that a terminal supports.
    enum Colours: Sendable {
        /// No colour. Bold, dim and reversed text remain, so that the selection is visible.
        case none
        /// The 256 colours of xterm.
        case indexed
        case full
    }

    /// The sequence that turns the style on (ECMA-48 §8.3.117); empty for plain text.
    func sequence(_ colours: Colours) -> String {
        var codes: [String] = []
        if isBold { codes.append("1") }
        if isDim { codes.append("2") }
        if isReversed { codes.append("7") }
        if colours != .none {
            if let foreground { codes.append(Self.code(foreground, base: 38, colours)) }
            if let background { codes.append(Self.code(background, base: 48, colours)) }
        }
        return codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
    }

    private static func code(_ paint: Paint, base: Int, _ colours: Colours) -> String {
        switch paint {
        case .palette(let index): return "\(base);5;\(index)"
        case .rgb(let red, let green, let blue):
            if colours == .full { return "\(base);2;\(red);\(green);\(blue)" }
            // The cube of 6 by 6 by 6 colours.
            func step(_ value: UInt8) -> Int { (Int(value) * 5 + 127) / 255 }
            return "\(base);5;\(16 + 36 * step(red) + 6 * step(green) + step(blue))"
        }
    }
}

/// A line of the screen, as pieces with one style each.
struct StyledLine: Hashable, Sendable {
    struct Piece: Hashable, Sendable {
        var text: String
        var style: CellStyle
    }

    private(set) var pieces: [Piece] = []

    init() {}

    init(_ text: String, _ style: CellStyle = .plain) {
        append(text, style)
    }

    /// The number of columns that it takes.
    var width: Int { pieces.reduce(0) { $0 + TerminalText.width($1.text) } }

    /// The text without its styles.
    var text: String { pieces.map(\.text).joined() }

    mutating func append(_ text: String, _ style: CellStyle = .plain) {
        if !text.isEmpty { pieces.append(Piece(text: text, style: style)) }
    }

    static func + (first: StyledLine, second: StyledLine) -> StyledLine {
        var result = first
        result.pieces += second.pieces
        return result
    }

    /// Returns the line in exactly a width: cut with an ellipsis, or filled with blanks.
    func fitted(to width: Int) -> StyledLine {
        var result = StyledLine()
        var left = width
        for (index, piece) in pieces.enumerated() where left > 0 {
            let own = TerminalText.width(piece.text)
            let isCut = own > left || (own == left && pieces[(index + 1)...].contains { !$0.text.isEmpty })
            let text =
                isCut
                ? TerminalText.fitted(own > left ? piece.text : piece.text + " ", to: left, fills: false) : piece.text
            result.append(text, piece.style)
            left -= isCut ? left : own
        }
        let missing = width - result.width
        if missing > 0 { result.append(String(repeating: " ", count: missing)) }
        return result
    }

    /// The line as text with the control sequences of its styles.
    func sequence(_ colours: CellStyle.Colours) -> String {
        pieces.map { piece in
            let start = piece.style.sequence(colours)
            return start.isEmpty ? piece.text : "\(start)\(piece.text)\u{1B}[0m"
        }.joined()
    }
}
