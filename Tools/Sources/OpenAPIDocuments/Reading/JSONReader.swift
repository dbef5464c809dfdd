/// A JSON parser that records the location of every value.
struct JSONReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var line = 1
    private var lineStart = 0
    /// The number of bytes on the line so far that don't begin a character.
    private var continuations = 0
    private var depth = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Reads a document (RFC 8259).
    static func read(_ bytes: [UInt8]) throws(DocumentError) -> DocumentNode {
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<DocumentNode, DocumentError> in
            var reader = JSONReader(buffer)
            do throws(DocumentError) { return .success(try reader.document()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    private var location: TextLocation {
        TextLocation(line: line, column: position - lineStart - continuations + 1)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func failure(_ expected: String) -> DocumentError {
        let found = next.map { "\"\(String(decoding: [$0], as: UTF8.self))\"" } ?? "the end of the document"
        return .wrong("Expected \(expected), but found \(found).", at: location)
    }

    private mutating func document() throws(DocumentError) -> DocumentNode {
        let node = try value()
        skipSpace()
        guard next == nil else { throw failure("the end of the document") }
        return node
    }

    private mutating func skipSpace() {
        while let byte = next, Self.isSpace(byte) {
            position += 1
            if byte == 0x0A {
                line += 1
                lineStart = position
                continuations = 0
            }
        }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    // MARK: - Values

    private mutating func value() throws(DocumentError) -> DocumentNode {
        skipSpace()
        let start = location
        switch next {
        case UInt8(ascii: "{"):
            return DocumentNode(
                .mapping(try nested { reader throws(DocumentError) in try reader.mapping() }), at: start)
        case UInt8(ascii: "["):
            return DocumentNode(.list(try nested { reader throws(DocumentError) in try reader.list() }), at: start)
        case UInt8(ascii: "\""): return DocumentNode(.string(try string()), at: start)
        case UInt8(ascii: "t"): return DocumentNode(try word("true", .boolean(true)), at: start)
        case UInt8(ascii: "f"): return DocumentNode(try word("false", .boolean(false)), at: start)
        case UInt8(ascii: "n"): return DocumentNode(try word("null", .null), at: start)
        default: return DocumentNode(.number(try number()), at: start)
        }
    }

    private mutating func nested<Value>(
        _ read: (inout JSONReader) throws(DocumentError) -> Value
    ) throws(DocumentError) -> Value {
        depth += 1
        guard depth <= DocumentLimits.depth else {
            throw .wrong("More than \(DocumentLimits.depth) values are inside each other.", at: location)
        }
        position += 1
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func mapping() throws(DocumentError) -> DocumentMapping {
        var entries: [DocumentMapping.Entry] = []
        if skip("}") { return DocumentMapping([]) }
        repeat {
            skipSpace()
            let start = location
            guard next == UInt8(ascii: "\"") else { throw failure("a key") }
            let key = try string()
            guard skip(":") else { throw failure("a colon") }
            entries.append(DocumentMapping.Entry(key: key, location: start, value: try value()))
        } while skip(",")
        guard skip("}") else { throw failure("a comma or a closing brace") }
        if let entry = DocumentMapping.repeatedEntry(in: entries) {
            throw .wrong("The key \"\(entry.key)\" occurs twice.", at: entry.location)
        }
        return DocumentMapping(entries)
    }

    private mutating func list() throws(DocumentError) -> [DocumentNode] {
        var elements: [DocumentNode] = []
        if skip("]") { return [] }
        repeat { elements.append(try value()) } while skip(",")
        guard skip("]") else { throw failure("a comma or a closing bracket") }
        return elements
    }

    private mutating func word(
        _ word: StaticString, _ content: DocumentNode.Content
    ) throws(DocumentError) -> DocumentNode.Content {
        let text = word.withUTF8Buffer { Array($0) }
        guard bytes[position...].starts(with: text) else { throw failure("a value") }
        position += text.count
        return content
    }

    private mutating func number() throws(DocumentError) -> String {
        let start = position
        while let byte = next, byte >= 0x30 && byte <= 0x39 || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte) {
            position += 1
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard Double(text) != nil else {
            position = start
            throw failure("a value")
        }
        return text
    }

    // MARK: - Strings

    private mutating func string() throws(DocumentError) -> String {
        position += 1
        let start = position
        var text: String?
        var pieceStart = start
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                let piece = String(decoding: bytes[pieceStart..<position], as: UTF8.self)
                position += 1
                return text.map { $0 + piece } ?? piece
            case UInt8(ascii: "\\"):
                text = (text ?? "") + String(decoding: bytes[pieceStart..<position], as: UTF8.self)
                text?.unicodeScalars.append(try escapedScalar())
                pieceStart = position
            case 0..<0x20: throw .wrong("A string contains a control character.", at: location)
            default:
                if byte & 0xC0 == 0x80 { continuations += 1 }
                position += 1
            }
        }
        throw failure("the end of a string")
    }

    private mutating func escapedScalar() throws(DocumentError) -> Unicode.Scalar {
        position += 1
        guard let byte = next else { throw failure("an escaped character") }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "u"): return try escapedUnit()
        default:
            position -= 1
            throw failure("an escaped character")
        }
    }

    private mutating func escapedUnit() throws(DocumentError) -> Unicode.Scalar {
        let unit = try hexadecimalUnit()
        guard unit & 0xF800 == 0xD800 else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        // A surrogate without its other half stands for no character.
        guard unit < 0xDC00, bytes[position...].starts(with: [0x5C, 0x75]) else { return "\u{FFFD}" }
        position += 2
        let low = try hexadecimalUnit()
        guard low & 0xFC00 == 0xDC00 else { return "\u{FFFD}" }
        return Unicode.Scalar(0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF)) ?? "\u{FFFD}"
    }

    private mutating func hexadecimalUnit() throws(DocumentError) -> UInt32 {
        let digits = bytes[position..<min(position + 4, bytes.count)]
        guard digits.count == 4, let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
            throw failure("four hexadecimal digits")
        }
        position += 4
        return unit
    }
}
