import Foundation

/// Replacements of parts of a text, by which positions in it can be converted.
struct Edits {
    private var edits: [(range: Range<Int>, text: [UInt8])] = []

    var isEmpty: Bool { edits.isEmpty }

    /// Adds the replacement of a part. Parts are added in their order, and one that overlaps another is left out.
    mutating func replace(_ range: Range<Int>, with text: String) {
        guard range.lowerBound >= edits.last?.range.upperBound ?? 0 else { return }
        edits.append((range, Array(text.utf8)))
    }

    /// Adds these replacements to those of a text that has this one at a position.
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

    /// The position in the changed text of one in the original. A position within a part is that of its end.
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
