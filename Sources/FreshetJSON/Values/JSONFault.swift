package import Foundation

/// Finds the first position where a text is not valid JSON (RFC 8259), since decoders don't always report it.
package struct JSONFault {
    /// Counted from 1, in bytes within the line.
    package let line: Int
    package let column: Int

    /// Returns the first fault of a text, or `nil` when it is JSON.
    package init?(in body: Data) {
        var scanner = Scanner(bytes: Array(body))
        guard !scanner.isJSON() else { return nil }
        let before = scanner.bytes.prefix(scanner.position)
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = 1 + before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
    }

    /// Scans a text without recursion, so that no nesting is too deep. Numbers are only checked by their characters.
    private struct Scanner {
        let bytes: [UInt8]
        var position = 0
        private var closers: [UInt8] = []

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        mutating func isJSON() -> Bool {
            guard value() else { return false }
            while let closer = closers.last {
                skipBlanks()
                if next == closer {
                    position += 1
                    closers.removeLast()
                } else {
                    guard take(",") else { return false }
                    guard closer == UInt8(ascii: "]") ? value() : member() else { return false }
                }
            }
            skipBlanks()
            return next == nil
        }

        /// Reads a scalar, or the beginning of a container with its first element.
        private mutating func value() -> Bool {
            while true {
                skipBlanks()
                switch next {
                case UInt8(ascii: "["):
                    position += 1
                    skipBlanks()
                    if take("]") { return true }
                    closers.append(UInt8(ascii: "]"))
                case UInt8(ascii: "{"):
                    position += 1
                    skipBlanks()
                    if take("}") { return true }
                    closers.append(UInt8(ascii: "}"))
                    guard name() else { return false }
                case UInt8(ascii: "\""): return string()
                case UInt8(ascii: "t"): return word("true")
                case UInt8(ascii: "f"): return word("false")
                case UInt8(ascii: "n"): return word("null")
                default: return number()
                }
            }
        }

        private mutating func member() -> Bool { name() && value() }

        private mutating func name() -> Bool {
            skipBlanks()
            guard next == UInt8(ascii: "\""), string() else { return false }
            skipBlanks()
            return take(":")
        }

        private mutating func string() -> Bool {
            position += 1
            while let byte = next {
                if byte < 0x20 { return false }
                position += byte == UInt8(ascii: "\\") ? 2 : 1
                if byte == UInt8(ascii: "\"") { return true }
            }
            position = bytes.count
            return false
        }

        private mutating func number() -> Bool {
            let start = position
            while let byte = next, Character(Unicode.Scalar(byte)).isNumber || "+-.eE".utf8.contains(byte) {
                position += 1
            }
            return position > start
        }

        private mutating func word(_ word: String) -> Bool {
            guard bytes[position...].starts(with: word.utf8) else { return false }
            position += word.utf8.count
            return true
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard next == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        private mutating func skipBlanks() {
            while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
        }
    }
}
