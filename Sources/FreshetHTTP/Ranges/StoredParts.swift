package import Foundation

/// The stored ranges of a representation, whose bytes are stored one after another (RFC 9111 §3.3).
package struct StoredParts: Sendable, Hashable, Codable {
    /// The maximum number of separate parts that are stored. When it is reached, a new part
    /// replaces all of them.
    package static let limit = 32

    /// The length of the whole representation.
    package let length: Int
    /// The ranges in order. They neither touch nor overlap, and none is empty.
    package private(set) var ranges: [Range<Int>]

    package init(_ range: Range<Int>, length: Int) {
        self.length = length
        ranges = range.isEmpty ? [] : [range]
    }

    /// Reads parts from a store, whose file may be damaged.
    ///
    /// - Throws: `DecodingError` for ranges that aren't in order or that exceed the whole length.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        length = try fields.decode(Int.self, forKey: .length)
        ranges = try fields.decode([Range<Int>].self, forKey: .ranges)
        guard areInOrder else {
            throw DecodingError.dataCorruptedError(forKey: .ranges, in: fields, debugDescription: "no parts of a whole")
        }
    }

    /// The number of stored bytes.
    package var count: Int { ranges.reduce(0) { $0 + $1.count } }

    package var isComplete: Bool { ranges == [0..<length] || length == 0 }

    /// The range from the first gap to the last one, which completes the body. Stored parts in
    /// between are requested again.
    package var missing: Range<Int>? {
        guard !isComplete else { return nil }
        let first = ranges.first?.lowerBound == 0 ? ranges[0].upperBound : 0
        let last = ranges.last?.upperBound == length ? ranges[ranges.count - 1].lowerBound : length
        return first..<last
    }

    /// Whether a range is stored completely.
    package func contains(_ range: Range<Int>) -> Bool {
        ranges.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
    }

    /// Whether the number of bytes in the ranges equals the number of stored bytes. A file may be
    /// damaged.
    package func areSound(for stored: Data) -> Bool { stored.count == count }

    private var areInOrder: Bool {
        var end = -1
        for range in ranges {
            guard range.lowerBound > end, !range.isEmpty else { return false }
            end = range.upperBound
        }
        return end <= length && length >= 0
    }

    /// Returns a range from the stored bytes; `nil` if it isn't stored completely.
    package func bytes(_ range: Range<Int>, of stored: Data) -> Data? {
        if range.isEmpty { return Data() }
        var offset = stored.startIndex
        for part in ranges {
            if part.lowerBound <= range.lowerBound, range.upperBound <= part.upperBound {
                let start = offset + range.lowerBound - part.lowerBound
                guard start + range.count <= stored.endIndex else { return nil }
                return stored[start..<start + range.count]
            }
            offset += part.count
        }
        return nil
    }

    /// Returns the parts with another one added, and their bytes. Bytes that both contain are taken
    /// from the new part (RFC 9111 §3.4).
    package func adding(
        _ range: Range<Int>, _ bytes: Data, to stored: Data
    ) -> (parts: StoredParts, bytes: Data) {
        var new = StoredParts(0..<0, length: length)
        var all = Data()
        func append(_ range: Range<Int>, _ bytes: Data) {
            guard !range.isEmpty else { return }
            all.append(bytes)
            if let last = new.ranges.last, last.upperBound == range.lowerBound {
                new.ranges[new.ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                new.ranges.append(range)
            }
        }
        var offset = stored.startIndex
        var isAdded = false
        for part in ranges {
            // The bytes before the new part, and those after it.
            let before = part.clamped(to: 0..<max(0, range.lowerBound))
            let after = part.clamped(to: range.upperBound..<max(range.upperBound, length))
            if !before.isEmpty { append(before, stored[offset..<offset + before.count]) }
            offset += part.count
            if !isAdded, part.upperBound > range.lowerBound {
                append(range, bytes)
                isAdded = true
            }
            if !after.isEmpty { append(after, stored[offset - after.count..<offset]) }
        }
        if !isAdded { append(range, bytes) }
        return (new, all)
    }
}
