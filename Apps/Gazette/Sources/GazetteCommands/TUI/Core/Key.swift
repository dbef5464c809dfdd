/// A key of the keyboard.
enum Key: Hashable, Sendable {
    case character(Character)
    case control(Character)
    case enter, escape, backspace, tab, backTab
    case up, down, left, right, pageUp, pageDown, home, end
}

/// Reads keys out of the bytes that a terminal sends: UTF-8, and the sequences of ECMA-48 and xterm.
struct KeyParser {
    /// The first bytes of a character or sequence that is not complete yet.
    private var pending: [UInt8] = []
    private var reports: [TerminalReport] = []

    /// Returns the keys in the next bytes. An escape at their end is the Escape key.
    mutating func keys(in bytes: [UInt8]) -> [Key] {
        var rest = (pending + bytes)[...]
        pending = []
        var keys: [Key] = []
        while let first = rest.first {
            let (key, length) = first == 0x1B ? sequence(rest) : Self.single(rest)
            guard length > 0 else {
                pending = Array(rest)
                break
            }
            if let key { keys.append(key) }
            rest = rest.dropFirst(length)
        }
        return keys
    }

    /// Returns the reports of the terminal that were read among the keys since the last call.
    mutating func takeReports() -> [TerminalReport] {
        defer { reports = [] }
        return reports
    }

    /// The key of one character, and its number of bytes; 0 if the bytes are incomplete.
    private static func single(_ bytes: ArraySlice<UInt8>) -> (Key?, Int) {
        guard let first = bytes.first else { return (nil, 0) }
        switch first {
        case 0x0D, 0x0A: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case 0x08, 0x7F: return (.backspace, 1)
        case 0..<0x20: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
        case 0x20..<0x7F: return (.character(Character(Unicode.Scalar(first))), 1)
        default:
            let lengths: [(ClosedRange<UInt8>, Int)] = [(0xC2...0xDF, 2), (0xE0...0xEF, 3), (0xF0...0xF4, 4)]
            let length = lengths.first { $0.0.contains(first) }?.1 ?? 1
            guard bytes.count >= length else { return (nil, 0) }
            let text = String(decoding: bytes.prefix(length), as: UTF8.self)
            guard let character = text.first, character != "\u{FFFD}" else { return (nil, 1) }
            return (.character(character), length)
        }
    }

    /// The key of an escape sequence, and its number of bytes; 0 if the bytes are incomplete.
    private mutating func sequence(_ bytes: ArraySlice<UInt8>) -> (Key?, Int) {
        let rest = bytes.dropFirst()
        guard let kind = rest.first else { return (.escape, 1) }
        // A further escape is a key of its own.
        guard kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else { return (.escape, 1) }
        let body = rest.dropFirst()
        guard let end = body.firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            return body.count < 32 ? (nil, 0) : (nil, bytes.count)
        }
        let parameters = String(decoding: body[..<end], as: UTF8.self)
        if let report = TerminalReport(final: body[end], parameters) { reports.append(report) }
        return (Self.key(final: body[end], parameters), end - bytes.startIndex + 1)
    }

    private static func key(final: UInt8, _ parameters: String) -> Key? {
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "Z"): return .backTab
        case UInt8(ascii: "~"):
            let keys: [String: Key] = ["1": .home, "7": .home, "4": .end, "8": .end, "5": .pageUp, "6": .pageDown]
            return keys[String(parameters.prefix { $0 != ";" })]
        default: return nil
        }
    }
}
