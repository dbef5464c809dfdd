/// Records which secrets of a run correspond to a tape's placeholders.
struct Bindings {
    private struct NamedValue: Hashable {
        let name: String
        let value: String
    }

    private var values: [Int: String] = [:]
    /// The placeholders of named values. Values are stored with their names because tests often use
    /// one text for several secrets.
    private var numbers: [NamedValue: Int] = [:]

    /// Returns whether a text matches a recorded one, in which placeholders stand for secrets. New
    /// placeholders are bound.
    ///
    /// - Parameter name: The name of the header field, item or member.
    mutating func match(_ text: String, _ recorded: String, of name: String) -> Bool {
        if text == recorded { return true }
        guard let pieces = Placeholders.pieces(of: recorded) else { return false }
        var new = self
        var rest = text[...]
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .text(let literal):
                guard rest.hasPrefix(literal) else { return false }
                rest = rest.dropFirst(literal.count)
            case .placeholder(let number):
                var end = rest.endIndex
                if index + 1 < pieces.count, case .text(let literal) = pieces[index + 1] {
                    // The last piece must match the end of the text.
                    let found =
                        index + 2 == pieces.count
                        ? (rest.hasSuffix(literal) ? rest.index(rest.endIndex, offsetBy: -literal.count) : nil)
                        : rest.firstRange(of: literal)?.lowerBound
                    guard let found else { return false }
                    end = found
                }
                guard new.bind(number, String(rest[..<end]), of: name) else { return false }
                rest = rest[end...]
            }
        }
        guard rest.isEmpty else { return false }
        self = new
        return true
    }

    /// Returns whether a number matches a recorded one that is the placeholder of a secret.
    ///
    /// - Parameter name: The name of the JSON member.
    mutating func match(number: String, _ recorded: String, of name: String) -> Bool {
        guard let placeholder = Placeholders.number(ofNumber: recorded) else { return false }
        if let given = Placeholders.number(ofNumber: number) { return given == placeholder }
        return bind(placeholder, number, of: name)
    }

    private mutating func bind(_ number: Int, _ value: String, of name: String) -> Bool {
        guard !value.isEmpty else { return false }
        // A value that comes from one of the tape's responses is itself a placeholder.
        if let given = Placeholders.number(value) { return given == number }
        if let known = values[number] { return known == value }
        let named = NamedValue(name: name, value: value)
        if let other = numbers[named] { return other == number }
        values[number] = value
        numbers[named] = number
        return true
    }
}
