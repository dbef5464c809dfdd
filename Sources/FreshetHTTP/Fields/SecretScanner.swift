import Foundation

/// A scanner that finds the secrets in a text, by the names before them and by known values.
///
/// It reads JSON, including JSON within JSON strings, forms, queries, XML, HTML, and lines like
/// `name: value`. Text that is cut off or malformed is read as far as it makes sense. In case of
/// doubt, it finds too much rather than too little.
package struct SecretScanner {
    /// The range of a secret in the bytes, with the name of its field, item, member or element.
    package struct Find: Equatable {
        package var range: Range<Int>
        package let name: String
    }

    /// The maximum length of a name between quotes that is recognised, in bytes.
    private static let nameLimit = 256
    /// The maximum length of a tag whose attributes are read, in bytes.
    private static let tagLimit = 4096
    /// The words that precede credentials in a field (RFC 9110 §11.4).
    package static let schemes: Set<String> = ["basic", "bearer", "digest", "dpop", "negotiate", "token"]

    private let names: SecretNames
    private let bytes: [UInt8]
    /// Whether the text was cut off, so that it may end within a secret.
    private let isCut: Bool
    private var found: [Find] = []

    package init(_ text: String, names: SecretNames, isCut: Bool = false) {
        bytes = Array(text.utf8)
        self.names = names
        self.isCut = isCut
    }

    /// The secrets that were found, in order and without overlaps.
    package var finds: [Find] {
        var merged: [Find] = []
        for find in found.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where !find.range.isEmpty {
            if let last = merged.last, find.range.lowerBound < last.range.upperBound {
                merged[merged.count - 1].range =
                    last.range
                    .lowerBound..<max(
                        last.range.upperBound, find.range.upperBound)
            } else {
                merged.append(find)
            }
        }
        return merged
    }

    // MARK: - What is searched

    /// Finds secrets in text of any form.
    package mutating func scanText() { scanText(in: bytes.indices) }

    /// Finds secrets in a form or a query, which consist of items like `name=value`, separated by
    /// `&`.
    package mutating func scanItems() { scanItems(in: bytes.indices) }

    /// Finds secrets in a URL.
    package mutating func scanAddress() {
        let path = end(of: bytes.indices) { $0 == UInt8(ascii: "?") }
        scanText(in: 0..<path)
        if path < bytes.count { scanItems(in: path + 1..<bytes.count) }
    }

    /// Treats the whole text as a secret.
    package mutating func scanAll(as name: String) { found.append(Find(range: bytes.indices, name: name)) }

    /// Finds known values, and the beginning of a value that was cut off.
    package mutating func scan(for values: [String]) {
        for value in values.map({ Array($0.utf8) }) where !value.isEmpty {
            var position = 0
            while position + value.count <= bytes.count {
                if bytes[position] == value[0], bytes[position...].starts(with: value) {
                    found.append(Find(range: position..<position + value.count, name: "secret"))
                    position += value.count
                } else {
                    position += 1
                }
            }
            guard isCut else { continue }
            let lengths = (1..<max(1, min(value.count, bytes.count + 1))).reversed()
            if let length = lengths.first(where: { bytes.suffix($0).elementsEqual(value.prefix($0)) }), length > 3 {
                found.append(Find(range: bytes.count - length..<bytes.count, name: "secret"))
            }
        }
    }

    private mutating func scanItems(in range: Range<Int>) {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = end(of: start..<range.upperBound) { $0 == UInt8(ascii: "&") }
            let sign = self.end(of: start..<end) { $0 == UInt8(ascii: "=") }
            if sign < end {
                let (name, value) = (text(start..<sign), sign + 1..<end)
                if names.contains(item: name) || hasEncodedSecret(value) {
                    found.append(Find(range: value, name: name))
                } else {
                    scanText(in: value)
                }
            } else {
                scanText(in: start..<end)
            }
            start = end + 1
        }
    }

    private mutating func scanText(in range: Range<Int>) {
        var position = range.lowerBound
        while position < range.upperBound {
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): position = quotedMember(at: position, in: range)
            case UInt8(ascii: "<"): position = element(at: position, in: range)
            case UInt8(ascii: ":"): position = userInformation(at: position, in: range)
            case let byte where Self.isOfName(byte): position = bareMember(at: position, in: range)
            default: position += 1
            }
        }
    }

    // MARK: - Names and values

    /// Reads a name between quotes and its value, and returns the position at which the search
    /// continues.
    private mutating func quotedMember(at open: Int, in range: Range<Int>) -> Int {
        let limit = min(range.upperBound, open + Self.nameLimit)
        guard let close = closingQuote(of: open, in: range.lowerBound..<limit, isName: true) else { return open + 1 }
        let quote = end(of: close..<range.upperBound) { $0 == bytes[open] }
        let sign = end(of: quote + 1..<range.upperBound) { !Self.isSpace($0) }
        guard sign < range.upperBound, bytes[sign] == UInt8(ascii: ":") || bytes[sign] == UInt8(ascii: "=") else {
            return open + 1
        }
        let name = unescaped(open + 1..<close)
        guard names.contains(item: name) else { return open + 1 }
        // `=>` is the sign of some languages.
        let isArrow = sign + 1 < range.upperBound && bytes[sign + 1] == UInt8(ascii: ">")
        let start = end(of: sign + (isArrow ? 2 : 1)..<range.upperBound) { !Self.isSpace($0) }
        return take(start..<range.upperBound, as: name) { byte in
            Self.isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
        }
    }

    /// Reads a name without quotes and its value, and returns the position at which the search
    /// continues.
    private mutating func bareMember(at start: Int, in range: Range<Int>) -> Int {
        let close = end(of: start..<range.upperBound) { !Self.isOfName($0) }
        let sign = end(of: close..<range.upperBound) { !Self.isBlank($0) }
        guard sign < range.upperBound else { return close }
        let value = end(of: sign + 1..<range.upperBound) { !Self.isBlank($0) }..<range.upperBound
        let name = text(start..<close)
        switch bytes[sign] {
        case UInt8(ascii: "="):
            let word = value.lowerBound..<end(of: value, Self.endsWord)
            guard names.contains(item: name) else {
                guard hasEncodedSecret(word) else { return close }
                found.append(Find(range: word, name: name))
                return word.upperBound
            }
            let isScheme = Self.schemes.contains(text(word).lowercased())
            return take(value, as: name) { isScheme ? Self.endsLine($0) : Self.endsWord($0) }
        case UInt8(ascii: ":"):
            let isAddress = bytes[(sign + 1)...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")])
            guard !isAddress, names.contains(item: name) else { return close }
            return take(value, as: name, until: Self.endsLine)
        default:
            return close
        }
    }

    /// Notes a value as a secret: a text between quotes, an object, an array, or the text up to the
    /// end of a word or a line.
    private mutating func take(_ range: Range<Int>, as name: String, until isEnd: (UInt8) -> Bool) -> Int {
        let quote = end(of: range) { $0 != UInt8(ascii: "\\") }
        var value = range
        if quote < range.upperBound, bytes[quote] == UInt8(ascii: "\"") || bytes[quote] == UInt8(ascii: "'") {
            let close = closingQuote(of: quote, in: range) ?? range.upperBound
            value = quote + 1..<max(quote + 1, close)
        } else if let first = bytes[range].first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            value = range.lowerBound..<endOfContainer(range)
        } else {
            value = range.lowerBound..<end(of: range, isEnd)
        }
        found.append(Find(range: value, name: name))
        return value.upperBound
    }

    /// Finds the user name and password in a URL such as `https://ann:hush@films.example/`.
    private mutating func userInformation(at colon: Int, in range: Range<Int>) -> Int {
        // Some JSON encoders write a backslash before each slash.
        var start = colon + 1
        for _ in 0..<2 {
            let slash = self.end(of: start..<range.upperBound) { $0 != UInt8(ascii: "\\") }
            guard slash < range.upperBound, bytes[slash] == UInt8(ascii: "/") else { return colon + 1 }
            start = slash + 1
        }
        let end = end(of: start..<range.upperBound) { byte in
            Self.endsWord(byte) || "/?#,'".utf8.contains(byte)
        }
        if let sign = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) {
            found.append(Find(range: start..<sign, name: "user"))
        } else if isCut, end == bytes.count {
            found.append(Find(range: start..<end, name: "user"))
        }
        return start
    }

    /// Whether a value contains a percent-encoded URL, form or JSON text with a secret.
    private func hasEncodedSecret(_ range: Range<Int>) -> Bool {
        guard bytes[range].contains(UInt8(ascii: "%")) else { return false }
        var plain: [UInt8] = []
        var position = range.lowerBound
        while position < range.upperBound {
            let digits = bytes[position..<range.upperBound].dropFirst().prefix(2)
            if bytes[position] == UInt8(ascii: "%"), digits.count == 2,
                let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                plain.append(byte)
                position += 3
            } else {
                plain.append(bytes[position])
                position += 1
            }
        }
        guard plain.count < range.count else { return false }
        var scanner = SecretScanner(String(decoding: plain, as: UTF8.self), names: names, isCut: isCut)
        scanner.scanText()
        return !scanner.finds.isEmpty
    }

    // MARK: - Elements

    /// Reads the tag of an element, and its content if the name is secret. Returns the position at
    /// which the search continues.
    private mutating func element(at open: Int, in range: Range<Int>) -> Int {
        guard open + 1 < range.upperBound, Self.isOfName(bytes[open + 1]) else { return open + 1 }
        let nameEnd = end(of: open + 1..<range.upperBound) { !Self.isOfName($0) && $0 != UInt8(ascii: ":") }
        // A URL in angle brackets, as in `Link`, isn't an element.
        if bytes[nameEnd - 1] == UInt8(ascii: ":") { return nameEnd - 1 }
        let close = endOfTag(nameEnd..<min(range.upperBound, nameEnd + Self.tagLimit))
        scanAttributes(in: nameEnd..<close, isComplete: close < range.upperBound && bytes[close] == UInt8(ascii: ">"))
        let qualified = open + 1..<nameEnd
        let colon = bytes[qualified].lastIndex(of: UInt8(ascii: ":"))
        let name = text((colon.map { $0 + 1 } ?? qualified.lowerBound)..<nameEnd)
        guard names.contains(item: name), close < range.upperBound, bytes[close - 1] != UInt8(ascii: "/") else {
            return nameEnd
        }
        let content = close + 1..<range.upperBound
        let closing = Array("</".utf8) + bytes[qualified]
        let end = content.first { bytes[$0] == closing[0] && bytes[$0...].starts(with: closing) } ?? content.upperBound
        found.append(Find(range: content.lowerBound..<end, name: name))
        return end
    }

    /// Finds the value in a tag with an attribute that names a secret, as in `<input
    /// name="csrf_token" value="hush">`.
    ///
    /// - Parameter isComplete: Whether the tag was read to its end. If not, any attribute may
    ///   follow.
    private mutating func scanAttributes(in tag: Range<Int>, isComplete: Bool) {
        var values: [Range<Int>] = []
        var secret: String? = isComplete ? nil : "value"
        var position = tag.lowerBound
        while position < tag.upperBound {
            let start = end(of: position..<tag.upperBound, Self.isOfName)
            let nameEnd = end(of: start..<tag.upperBound) { !Self.isOfName($0) }
            let sign = end(of: nameEnd..<tag.upperBound) { !Self.isSpace($0) }
            position = max(nameEnd, position + 1)
            guard sign < tag.upperBound, bytes[sign] == UInt8(ascii: "=") else { continue }
            let open = end(of: sign + 1..<tag.upperBound) { !Self.isSpace($0) }
            var value = open..<end(of: open..<tag.upperBound, Self.isSpace)
            if open < tag.upperBound, bytes[open] == UInt8(ascii: "\"") || bytes[open] == UInt8(ascii: "'") {
                value = open + 1..<end(of: open + 1..<tag.upperBound) { $0 == bytes[open] }
            }
            position = value.upperBound
            switch text(start..<nameEnd).lowercased() {
            case "value", "content": values.append(value)
            case "name", "id", "property", "key": if names.contains(item: text(value)) { secret = text(value) }
            default: break
            }
        }
        if let secret { found += values.map { Find(range: $0, name: secret) } }
    }

    private func endOfTag(_ range: Range<Int>) -> Int {
        var quote: UInt8?
        for position in range {
            let byte = bytes[position]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return position
            }
        }
        return range.upperBound
    }

    // MARK: - Bytes

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns the first position whose byte meets a condition; the end of the range if there is
    /// none.
    private func end(of range: Range<Int>, _ isEnd: (UInt8) -> Bool) -> Int {
        range.lowerBound < range.upperBound
            ? bytes[range].firstIndex(where: isEnd) ?? range.upperBound : range.lowerBound
    }

    private func backslashes(before position: Int, from start: Int) -> Int {
        bytes[start..<position].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    }

    /// Returns the position after the text that a quote opens: the position of its closing quote,
    /// or of the backslashes before it.
    ///
    /// Within a JSON string, the quotes of a nested document are preceded by backslashes: one on
    /// the first level, three on the second. A text also ends where the string that contains it
    /// ends, but a name doesn't.
    private func closingQuote(of open: Int, in range: Range<Int>, isName: Bool = false) -> Int? {
        let level = backslashes(before: open, from: range.lowerBound)
        var position = open + 1
        while position < range.upperBound {
            if bytes[position] == bytes[open] {
                let count = backslashes(before: position, from: open + 1)
                if count % (2 * (level + 1)) == level { return position - level }
                var outer = level
                while outer > 0 {
                    outer = (outer - 1) / 2
                    if count % (2 * (outer + 1)) == outer { return isName ? nil : position - outer }
                }
            }
            position += 1
        }
        return nil
    }

    /// Returns the position after an object or an array.
    private func endOfContainer(_ range: Range<Int>) -> Int {
        var depth = 0
        var position = range.lowerBound
        while position < range.upperBound {
            switch bytes[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return position + 1 }
            case UInt8(ascii: "\""):
                position = closingQuote(of: position, in: range) ?? range.upperBound
                position = end(of: position..<range.upperBound) { $0 == UInt8(ascii: "\"") }
            default: break
            }
            position += 1
        }
        return range.upperBound
    }

    /// Returns a name without JSON escapes, which may disguise it.
    private func unescaped(_ range: Range<Int>) -> String {
        guard bytes[range].contains(UInt8(ascii: "\\")) else { return text(range) }
        var name = ""
        var rest = bytes[range]
        while let byte = rest.first {
            guard byte == UInt8(ascii: "\\") else {
                let plain = rest.prefix { $0 != UInt8(ascii: "\\") }
                name += String(decoding: plain, as: UTF8.self)
                rest = rest.dropFirst(plain.count)
                continue
            }
            rest = rest.drop { $0 == UInt8(ascii: "\\") }
            let digits = rest.dropFirst().prefix(4)
            if rest.first == UInt8(ascii: "u"), digits.count == 4,
                let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16), let scalar = Unicode.Scalar(code)
            {
                name.unicodeScalars.append(scalar)
                rest = rest.dropFirst(5)
            }
        }
        return name
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "[", "]", "%", "$", "~": true
        default: byte >= 0x80
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func endsLine(_ byte: UInt8) -> Bool {
        byte == 0x0A || byte == 0x0D || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<")
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        isSpace(byte) || "&\"<>".utf8.contains(byte)
    }
}
