/// A position in the text of a command, with its line and column.
struct TextCursor {
    private let characters: [Character]
    private var index = 0
    private var line = 1
    private var column = 1

    init(_ text: String) {
        characters = Array(text)
    }

    /// The place of the next character.
    var place: TextPlace { TextPlace(line: line, column: column) }

    /// The next character; `nil` at the end of the text.
    var next: Character? { index < characters.count ? characters[index] : nil }

    /// Returns a character after the next one; `nil` after the end of the text.
    func next(after offset: Int) -> Character? {
        index + offset < characters.count ? characters[index + offset] : nil
    }

    /// Returns the next character and moves behind it.
    mutating func take() -> Character? {
        guard let character = next else { return nil }
        index += 1
        if character.isNewline {
            line += 1
            column = 1
        } else {
            column += 1
        }
        return character
    }

    /// Takes the next character if it is a given one.
    mutating func take(_ character: Character) -> Bool {
        guard next == character else { return false }
        _ = take()
        return true
    }

    /// Takes up to a number of characters that meet a condition.
    mutating func take(upTo count: Int, where matches: (Character) -> Bool) -> String {
        var text = ""
        while text.count < count, let character = next, matches(character) {
            text.append(character)
            _ = take()
        }
        return text
    }
}
