/// A terminal's response to a query about its properties.
enum TerminalReport: Hashable, Sendable {
    /// The primary device attributes (ECMA-48 §8.3.24).
    case attributes([Int])
    /// The pixels of a cell (xterm's window operation 16).
    case cell(TUIGraphic.Cell)

    /// Reads a report from the final byte and the parameters of a sequence; `nil` for other sequences.
    init?(final: UInt8, _ parameters: String) {
        let numbers = parameters.drop { $0 == "?" }.split(separator: ";").map { Int($0) ?? 0 }
        switch final {
        case UInt8(ascii: "c") where parameters.hasPrefix("?"): self = .attributes(numbers)
        case UInt8(ascii: "t") where numbers.count == 3 && numbers[0] == 6:
            guard let cell = TUIGraphic.Cell(width: numbers[2], height: numbers[1]) else { return nil }
            self = .cell(cell)
        default: return nil
        }
    }
}
