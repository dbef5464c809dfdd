/// The placeholders for a tape's secrets: words, or numbers for numeric secrets.
///
/// They are numbered consecutively, so that a placeholder reveals nothing about its secret, and
/// equal recordings have equal placeholders.
struct Placeholders {
    private static let prefix = "REDACTED-"
    private static let digits = 4
    /// The number before the first numeric placeholder. Placeholders fit into 32 bits.
    private static let base = 900_000_000

    /// The secrets with their numbers, counted from 1.
    private(set) var numbers: [String: Int] = [:]
    /// The numbers of placeholders that the tape already contained.
    private var reserved: Set<Int> = []
    private var last = 0

    /// Returns the placeholder for a secret. An existing placeholder stays unchanged.
    mutating func placeholder(for secret: String) -> String {
        if let number = Self.number(secret) {
            reserved.insert(number)
            return secret
        }
        return Self.text(number(for: secret))
    }

    /// Returns the placeholder for a numeric secret.
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

    /// Returns the number of a placeholder, or `nil` for other texts.
    static func number(_ text: some StringProtocol) -> Int? {
        guard text.hasPrefix(prefix) else { return nil }
        let number = text.dropFirst(prefix.count)
        return number.utf8.count >= digits && number.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(number) : nil
    }

    /// Returns the number of a numeric placeholder, or `nil` for other numbers.
    static func number(ofNumber text: String) -> Int? {
        Int(text).flatMap { (base + 1...base + 1_000_000).contains($0) ? $0 - base : nil }
    }

    /// A piece of a text that was split at its placeholders.
    enum Piece: Equatable {
        case text(String)
        case placeholder(Int)
    }

    /// Splits a text at its placeholders. Returns `nil` if there are none.
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
