import Foundation
import FreshetCore

/// Finds the texts of a JSON text sequence (RFC 7464) in the chunks of a stream.
///
/// Each text begins with RS and ends with LF. A text is complete at the LF after its last bracket,
/// so that it can be returned before the next one begins. A truncated text ends at the next RS.
struct JSONSequenceScanner {
    private static let separator: UInt8 = 0x1E

    private let limit: Int
    private var text: [UInt8] = []
    /// The number of open brackets.
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    init(limit: Int) {
        self.limit = limit
    }

    /// Returns the next text, or `nil` if more bytes are needed. It advances the position past the
    /// bytes that it has read.
    mutating func next(in chunk: UnsafeRawBufferPointer, _ position: inout Int) throws(FetchError) -> [UInt8]? {
        while position < chunk.count {
            let byte = chunk[position]
            position += 1
            if byte == Self.separator {
                if let text = endText() { return text }
                continue
            }
            text.append(byte)
            guard text.count <= limit else { throw FetchError(.tooLarge(.element(limit: limit))) }
            if isEnd(byte), let text = endText() { return text }
        }
        return nil
    }

    mutating func endText() -> [UInt8]? {
        defer {
            text = []
            depth = 0
            isInString = false
            isEscaped = false
        }
        return text.allSatisfy(\.isJSONBlank) ? nil : text
    }

    private mutating func isEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case _ where isEscaped: isEscaped = false
        case UInt8(ascii: "\\") where isInString: isEscaped = true
        case UInt8(ascii: "\"") where isInString: isInString = false
        case _ where isInString: break
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: "\n"): return depth <= 0
        default: break
        }
        return false
    }

    /// Returns whether a text may be incomplete although it is valid: a number, or `true`, without
    /// white space after it (RFC 7464 §2.4).
    static func isTruncated(_ text: some Collection<UInt8>) -> Bool {
        guard let first = text.first(where: { !$0.isJSONBlank }) else { return true }
        let endsByItself = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"")
        return !endsByItself && text.reversed().first?.isJSONBlank != true
    }
}

extension UInt8 {
    /// Whether the byte is JSON whitespace (RFC 8259 §2).
    var isJSONBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
