import Foundation

/// Replacements of parts of a text, which can convert positions from the original to the changed
/// text.
struct Edits {
    private var edits: [(range: Range<Int>, text: [UInt8])] = []

    var isEmpty: Bool { edits.isEmpty }

    /// Adds the replacement of a part. Parts must be added in order, and a part that overlaps an
    /// earlier one is ignored.
    mutating func replace(_ range: Range<Int>, with text: String) {
        guard range.lowerBound >= edits.last?.range.upperBound ?? 0 else { return }
        edits.append((range, Array(text.utf8)))
    }

    /// Adds these replacements to those of a text that contains this text at a position.
    func add(to others: inout Edits, at start: Int) {
        for (range, text) in edits {
            others.replace(
                range.lowerBound + start..<range.upperBound + start, with: String(decoding: text, as: UTF8.self))
        }
    }

    func applied(to bytes: [UInt8]) -> [UInt8] {
        guard !edits.isEmpty else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var copied = 0
        for (range, text) in edits {
            result += bytes[copied..<range.lowerBound]
            result += text
            copied = range.upperBound
        }
        return result + bytes[copied...]
    }

    /// Converts a position in the original text to one in the changed text. A position within a
    /// part becomes the part's end.
    func position(_ position: Int) -> Int {
        var shift = 0
        for (range, text) in edits {
            guard range.lowerBound < position else { break }
            shift += text.count - (min(range.upperBound, max(position, range.upperBound)) - range.lowerBound)
            if position < range.upperBound { return range.upperBound + shift }
        }
        return position + shift
    }
}
