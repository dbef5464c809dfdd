#if SQLite
import Foundation

/// Reads the member names of a JSON text one after another, without holding its values in memory.
struct MemberNames {
    /// The depth to which Foundation reads JSON.
    private static let depthLimit = 512

    private let bytes: UnsafeRawBufferPointer
    private let isWanted: (String) -> Bool
    private var position = 0
    /// The first name that is wanted.
    private(set) var found: String?
    /// Whether the text is JSON, at least up to that name.
    private(set) var isJSON = false

    /// Reads a text in UTF-8 up to the first name that is wanted.
    init(_ bytes: UnsafeRawBufferPointer, where isWanted: @escaping (String) -> Bool) {
        self.bytes = bytes
        self.isWanted = isWanted
        // A receiver may ignore a byte order mark (RFC 8259 §8.1), so a secret after one must be found.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        isJSON = value(0) && next == nil || found != nil
    }

    /// The next byte that isn't whitespace.
    private var next: UInt8? {
        mutating get {
            while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
            return position < bytes.count ? bytes[position] : nil
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(_ depth: Int) -> Bool {
        guard depth < Self.depthLimit else { return false }
        if take("{") { return take("}") || list(endingWith: "}") { $0.member(depth) } }
        if take("[") { return take("]") || list(endingWith: "]") { $0.value(depth + 1) } }
        if next == UInt8(ascii: "\"") { return string() != nil }
        let start = position
        while position < bytes.count, Self.isOfLiteral(bytes[position]) { position += 1 }
        return position > start
    }

    private mutating func list(endingWith end: Unicode.Scalar, _ read: (inout Self) -> Bool) -> Bool {
        repeat {
            guard read(&self) else { return false }
        } while take(",")
        return take(end)
    }

    private mutating func member(_ depth: Int) -> Bool {
        guard let range = string(), take(":") else { return false }
        let text = bytes[range]
        let isPlain = !text.contains(UInt8(ascii: "\\"))
        let name = isPlain ? String(decoding: text.dropFirst().dropLast(), as: UTF8.self) : Self.decoded(text)
        guard let name else { return false }
        if isWanted(name) {
            found = name
            return false
        }
        return value(depth + 1)
    }

    /// Returns the range of a string, including its quotation marks.
    private mutating func string() -> Range<Int>? {
        guard take("\"") else { return nil }
        let start = position - 1
        while position < bytes.count {
            let byte = bytes[position]
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return start..<position }
        }
        return nil
    }

    private static func decoded(_ text: Slice<UnsafeRawBufferPointer>) -> String? {
        try? JSONDecoder().decode(String.self, from: Data(text))
    }

    /// Whether a byte may be in a number, `true`, `false` or `null`.
    private static func isOfLiteral(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
#endif
