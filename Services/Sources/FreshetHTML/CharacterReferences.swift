/// Decodes the character references of HTML, such as `&amp;` and `&#8217;` (WHATWG HTML §13.2.5.72 to 80).
package enum CharacterReferences {
    /// Returns a text with its references decoded once.
    ///
    /// - Parameter isAttribute: Whether the text is an attribute value. In that case, a name
    ///   without its semicolon is decoded only if no letter, digit or `=` follows, so `?a=1&copy=2`
    ///   stays unchanged.
    package static func decoded(_ text: ArraySlice<UInt8>, isAttribute: Bool = false) -> String {
        var result: [UInt8] = []
        var rest = text
        while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<ampersand]
            rest = rest[(ampersand + 1)...]
            let reference =
                rest.first == UInt8(ascii: "#") ? number(rest.dropFirst()) : named(rest, isAttribute: isAttribute)
            if let reference {
                result += reference.text.utf8
                rest = rest[reference.end...]
            } else {
                result.append(UInt8(ascii: "&"))
            }
        }
        return String(decoding: result.isEmpty ? rest : result + rest, as: UTF8.self)
    }

    /// The text of a reference and the position after it.
    private typealias Reference = (text: String, end: Int)

    // MARK: - Numbers

    private static func number(_ text: ArraySlice<UInt8>) -> Reference? {
        let isHexadecimal = text.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let digits = (isHexadecimal ? text.dropFirst() : text)
            .prefix { isHexadecimal ? Character($0).isHexDigit : $0.isDigit }
        guard !digits.isEmpty else { return nil }
        let value = digits.reduce(0) { sum, digit in
            min(sum * (isHexadecimal ? 16 : 10) + (Character(digit).hexDigitValue ?? 0), 0x11_0000)
        }
        let hasSemicolon = digits.endIndex < text.endIndex && text[digits.endIndex] == UInt8(ascii: ";")
        return (String(Character(scalar(value))), digits.endIndex + (hasSemicolon ? 1 : 0))
    }

    /// Returns the scalar with a number (WHATWG HTML §13.2.5.80).
    private static func scalar(_ value: Int) -> Unicode.Scalar {
        if windows1252.indices.contains(value - 0x80) { return windows1252[value - 0x80] }
        return value == 0 ? "\u{FFFD}" : UInt32(exactly: value).flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}"
    }

    /// The characters for the numbers 128 to 159, for which old pages use the Windows encoding.
    private static let windows1252 = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    // MARK: - Names

    private static func named(_ text: ArraySlice<UInt8>, isAttribute: Bool) -> Reference? {
        let name = text.prefix(32).prefix(while: \.isLetterOrDigit)
        func follows(_ name: ArraySlice<UInt8>, _ test: (UInt8) -> Bool) -> Bool {
            name.endIndex < text.endIndex && test(text[name.endIndex])
        }
        if follows(name, { $0 == UInt8(ascii: ";") }), let found = find(name) { return (found.text, name.endIndex + 1) }
        // The longest name that is valid without its semicolon wins. None has more than six letters.
        for length in stride(from: min(6, name.count), to: 1, by: -1) {
            let short = name.prefix(length)
            guard let found = find(short), found.isShort else { continue }
            let isQueryItem = isAttribute && follows(short) { $0.isLetterOrDigit || $0 == UInt8(ascii: "=") }
            return isQueryItem ? nil : (found.text, short.endIndex)
        }
        return nil
    }

    /// Finds a name in ``names`` with a binary search.
    private static func find(_ name: ArraySlice<UInt8>) -> (text: String, isShort: Bool)? {
        names.withUTF8Buffer { table in
            var (low, high) = (0, table.count)
            while low < high {
                let middle = (low + high) / 2
                let start = table[low..<middle].lastIndex(where: \.isSpace).map { $0 + 1 } ?? low
                let entry = table[start...].prefix { !$0.isSpace }
                let other = entry.prefix(while: \.isLetterOrDigit)
                if name.elementsEqual(other) {
                    let numbers = String(decoding: entry[other.endIndex...].dropFirst(), as: UTF8.self)
                    let scalars = numbers.split(separator: "+")
                        .compactMap { UInt32($0, radix: 16).flatMap { Unicode.Scalar($0) } }
                    return (String(String.UnicodeScalarView(scalars)), entry[other.endIndex] == UInt8(ascii: "!"))
                }
                if name.lexicographicallyPrecedes(other) { high = start } else { low = entry.endIndex + 1 }
            }
            return nil
        }
    }
}

extension Character {
    fileprivate init(_ byte: UInt8) { self.init(Unicode.Scalar(byte)) }
}

extension UInt8 {
    /// Whether the byte is white space between the parts of a tag.
    var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C }

    var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    var isLetterOrDigit: Bool { isLetter || isDigit }
}
