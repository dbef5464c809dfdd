/// A text without one layer of escapes, whether from addresses and forms, JSON and source code, or
/// HTML and XML.
///
/// Each escape is decoded once, whatever its kind, so that the result for several layers doesn't
/// depend on their order.
struct Unescaped {
    private struct Escape {
        /// The range of the decoded escape in ``bytes``.
        let range: Range<Int>
        let source: Range<Int>
    }

    private static let entities: [String: UInt8] = [
        "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "quot": UInt8(ascii: "\""),
        "apos": UInt8(ascii: "'"), "plus": UInt8(ascii: "+"), "sol": UInt8(ascii: "/"), "equals": UInt8(ascii: "="),
        "percnt": UInt8(ascii: "%"), "num": UInt8(ascii: "#"), "colon": UInt8(ascii: ":"), "period": UInt8(ascii: "."),
        "lowbar": UInt8(ascii: "_"), "dollar": UInt8(ascii: "$"), "commat": UInt8(ascii: "@"),
        "Tab": 0x09, "NewLine": 0x0A,
    ]
    private static let controls: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "b"): 0x08,
        UInt8(ascii: "f"): 0x0C, UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "'"): UInt8(ascii: "'"),
        UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "/"): UInt8(ascii: "/"),
    ]
    /// The length of the longest escape in bytes: `\uXXXX` twice.
    private static let lengthLimit = 12

    private(set) var bytes: [UInt8] = []
    private var escapes: [Escape] = []

    /// - Parameter isCut: Whether the text may end in the middle of an escape, which is then
    ///   dropped.
    /// - Returns: `nil` if the text has no escape.
    init?(_ text: [UInt8], isCut: Bool = false) {
        var copied = 0
        var position = 0
        var end = text.count
        while position < end {
            let byte = text[position]
            guard byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&") else {
                position += 1
                continue
            }
            let rest = text[position..<min(end, position + Self.lengthLimit)]
            if let (plain, count) = Self.escape(rest) {
                bytes += text[copied..<position]
                escapes.append(
                    Escape(range: bytes.count..<bytes.count + plain.count, source: position..<position + count))
                bytes += plain
                position += count
                copied = position
            } else if isCut, position + rest.count == text.count, rest.dropFirst().allSatisfy(Self.isOfEscape) {
                end = position
            } else {
                position += 1
            }
        }
        guard !escapes.isEmpty || end < text.count else { return nil }
        bytes += text[copied..<end]
    }

    /// Converts a non-empty range of the bytes to a range of the text. Escapes are covered
    /// completely.
    func source(of range: Range<Int>) -> Range<Int> {
        return source(of: range.lowerBound).lowerBound..<source(of: range.upperBound - 1).upperBound
    }

    private func source(of position: Int) -> Range<Int> {
        var (low, high) = (0, escapes.count)
        while low < high {
            let middle = (low + high) / 2
            if escapes[middle].range.lowerBound <= position { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return position..<position + 1 }
        let escape = escapes[low - 1]
        if position < escape.range.upperBound { return escape.source }
        let start = escape.source.upperBound + position - escape.range.upperBound
        return start..<start + 1
    }

    // MARK: - Escapes

    private static func isOfEscape(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "#") || byte == UInt8(ascii: "\\") || 0x30...0x39 ~= byte || 0x41...0x5A ~= byte
            || 0x61...0x7A ~= byte
    }

    /// Decodes the escape at the beginning of a text.
    ///
    /// - Returns: The decoded bytes and the length of the escape, or `nil` if there is no escape.
    private static func escape(_ text: ArraySlice<UInt8>) -> (plain: [UInt8], count: Int)? {
        let next = text.dropFirst().first
        switch Unicode.Scalar(text[text.startIndex]) {
        case "%":
            if next == UInt8(ascii: "u") { return utf16(text) }
            return number(text.dropFirst().prefix(2), radix: 16, digits: 2).map { ([UInt8($0)], 3) }
        case "\\":
            if next == UInt8(ascii: "u") { return utf16(text) }
            if next == UInt8(ascii: "x") {
                return number(text.dropFirst(2).prefix(2), radix: 16, digits: 2).map { ([UInt8($0)], 4) }
            }
            return next.flatMap { controls[$0] }.map { ([$0], 2) }
        default: return entity(text)
        }
    }

    /// Decodes `\uXXXX`, `%uXXXX` or `\u{X…}`, or a surrogate pair of two `\uXXXX`.
    private static func utf16(_ text: ArraySlice<UInt8>) -> (plain: [UInt8], count: Int)? {
        if text.dropFirst(2).first == UInt8(ascii: "{") {
            let digits = text.dropFirst(3).prefix { $0 != UInt8(ascii: "}") }
            guard digits.endIndex < text.endIndex, let code = number(digits, radix: 16) else { return nil }
            return utf8(code).map { ($0, digits.count + 4) }
        }
        guard let unit = number(text.dropFirst(2).prefix(4), radix: 16, digits: 4) else { return nil }
        guard 0xD800..<0xDC00 ~= unit else { return utf8(unit).map { ($0, 6) } }
        let second = text.dropFirst(6)
        guard second.first == text.first, second.dropFirst().first == UInt8(ascii: "u"),
            let low = number(second.dropFirst(2).prefix(4), radix: 16, digits: 4), 0xDC00..<0xE000 ~= low
        else { return nil }
        return utf8(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)).map { ($0, 12) }
    }

    /// Decodes `&#43;`, `&#x2B;` or `&amp;`.
    private static func entity(_ text: ArraySlice<UInt8>) -> (plain: [UInt8], count: Int)? {
        let name = text.dropFirst().prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < text.endIndex else { return nil }
        guard name.first == UInt8(ascii: "#") else {
            return entities[String(decoding: name, as: UTF8.self)].map { ([$0], name.count + 2) }
        }
        let digits = name.dropFirst()
        let isHex = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let code = isHex ? number(digits.dropFirst(), radix: 16) : number(digits, radix: 10)
        return code.flatMap(utf8).map { ($0, name.count + 2) }
    }

    /// - Parameter count: The required number of digits; `nil` for any.
    private static func number(_ digits: ArraySlice<UInt8>, radix: Int, digits count: Int? = nil) -> UInt32? {
        guard !digits.isEmpty, digits.count <= 8, count == nil || digits.count == count,
            digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
        else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: radix)
    }

    private static func utf8(_ code: UInt32) -> [UInt8]? { Unicode.Scalar(code).map { Array(String($0).utf8) } }
}
