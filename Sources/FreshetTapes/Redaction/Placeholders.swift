/// The words that stand for the secrets of a tape, and the numbers for secrets that are numbers.
///
/// They are counted, so that nothing of a secret can be computed from its placeholder, and equal recordings have equal
/// placeholders.
struct Placeholders {
    private static let prefix = "REDACTED-"
    private static let digits = 4
    /// The number before the first placeholder of a number. Placeholders fit into 32 bits.
    private static let base = 900_000_000

    /// The secrets with their numbers, which are counted from 1.
    private(set) var numbers: [String: Int] = [:]
    /// The numbers of placeholders that the tape had before.
    private var reserved: Set<Int> = []
    private var last = 0

    /// Returns the placeholder of a secret. A text that is one already stays.
    mutating func placeholder(for secret: String) -> String {
        if let number = Self.number(secret) {
            reserved.insert(number)
            return secret
        }
        return Self.text(number(for: secret))
    }

    /// Returns the placeholder of a secret that is a number.
    mutating func placeholder(forNumber secret: String) -> String {
        if let number = Self.number(ofNumber: secret) {
            reserved.insert(number)
            return secret
        }
        return "\(Self.base + number(for: secret))"
    }

    private mutating func number(for secret: String) -> Int {
        if let known = numbers[secret] { return known }
        repeat { last += 1 } while reserved.contains(last)
        numbers[secret] = last
        return last
    }

    private static func text(_ number: Int) -> String {
        let text = "\(number)"
        return prefix + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// The number of a placeholder; `nil` for other texts.
    static func number(_ text: some StringProtocol) -> Int? {
        guard text.hasPrefix(prefix) else { return nil }
        let number = text.dropFirst(prefix.count)
        return number.utf8.count >= digits && number.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(number) : nil
    }

    /// The number of the placeholder of a number; `nil` for others.
    static func number(ofNumber text: String) -> Int? {
        Int(text).flatMap { (base + 1...base + 1_000_000).contains($0) ? $0 - base : nil }
    }

    /// A text that is split at its placeholders.
    enum Piece: Equatable {
        case text(String)
        case placeholder(Int)
    }

    /// Splits a text at its placeholders; `nil` if it has none.
    static func pieces(of text: String) -> [Piece]? {
        var pieces: [Piece] = []
        var rest = text[...]
        while let start = rest.firstRange(of: prefix) {
            let number = rest[start.upperBound...].prefix(digits)
            guard number.utf8.count == digits, let number = Int(number) else { return nil }
            if start.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<start.lowerBound]))) }
            pieces.append(.placeholder(number))
            rest = rest[start.upperBound...].dropFirst(digits)
        }
        guard !pieces.isEmpty else { return nil }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }
}
