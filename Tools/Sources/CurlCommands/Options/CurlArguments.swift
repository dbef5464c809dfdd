/// The arguments of a curl command: options with their values, and addresses.
struct CurlArguments {
    /// An option, its value, and the words from which they came.
    struct Argument {
        let option: CurlOption
        /// The option as the command names it, such as `-d`.
        let spelling: String
        /// The value; empty if the option takes none.
        let value: ShellWord
    }

    private(set) var options: [Argument] = []
    private(set) var addresses: [ShellWord] = []

    /// Sorts the words of a command.
    ///
    /// - Throws: ``CurlError`` with the place of the word that curl wouldn't understand.
    init(_ words: [ShellWord]) throws(CurlError) {
        guard let first = words.first else {
            throw CurlError(.unreadable, at: nil, "The command is empty. Expected curl, options and an address.")
        }
        let program = first.text.split(whereSeparator: { "/\\".contains($0) }).last.map(String.init) ?? ""
        guard program == "curl" || program == "curl.exe" else {
            throw CurlError(
                .unreadable, at: first.place, "The command doesn't begin with the name of the program. Expected curl.")
        }
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
            let text = word.text
            if text == "--" || text == "-" || !text.hasPrefix("-") {
                if text != "--" { addresses.append(word) }
            } else if text.hasPrefix("--") {
                try addOption(named: String(text.dropFirst(2)), word, &rest)
            } else {
                try addOptions(lettered: word, &rest)
            }
        }
    }

    private mutating func addOption(
        named name: String, _ word: ShellWord, _ rest: inout ArraySlice<ShellWord>
    ) throws(CurlError) {
        guard let option = CurlOption.named(name) else { throw Self.unknown("--\(name)", word.place) }
        try add(option, "--\(name)", attached: nil, word, &rest)
    }

    /// Adds a cluster of one-letter options, such as `-sSL` or `-XPOST`.
    private mutating func addOptions(lettered word: ShellWord, _ rest: inout ArraySlice<ShellWord>) throws(CurlError) {
        var letters = word.bytes.dropFirst()
        while let letter = letters.popFirst().map({ Character(Unicode.Scalar($0)) }) {
            guard let option = CurlOption.lettered(letter) else { throw Self.unknown("-\(letter)", word.place) }
            let attached = letters.isEmpty ? nil : ShellWord(bytes: Array(letters), place: word.place)
            try add(option, "-\(letter)", attached: option.takesValue ? attached : nil, word, &rest)
            if option.takesValue { return }
        }
    }

    private mutating func add(
        _ option: CurlOption, _ spelling: String, attached: ShellWord?, _ word: ShellWord,
        _ rest: inout ArraySlice<ShellWord>
    ) throws(CurlError) {
        if case .unsupported(let advice) = option.effect {
            throw CurlError(.unsupported, at: word.place, "The option \(spelling) isn't supported. \(advice)")
        }
        var value = ShellWord(bytes: [], place: word.place)
        if option.takesValue {
            guard let given = attached ?? rest.popFirst() else {
                throw CurlError(.unreadable, at: word.place, "Expected a value after \(spelling).")
            }
            value = given
        }
        options.append(Argument(option: option, spelling: spelling, value: value))
    }

    private static func unknown(_ spelling: String, _ place: TextPlace) -> CurlError {
        CurlError(
            .unsupported, at: place,
            "The option \(spelling) isn't supported. Remove it, or write what it does into the Swift code by hand.")
    }
}
