package import Foundation

/// The ranges of a representation that are stored, whose bytes are stored one after another (RFC 9111 §3.3).
package struct StoredParts: Sendable, Hashable, Codable {
    /// The most separate parts that are stored. If there are so many, a new part replaces all of them.
    package static let limit = 32

    /// The length of the whole.
    package let length: Int
    /// In order, apart from each other, none of them empty.
    package private(set) var ranges: [Range<Int>]

    package init(_ range: Range<Int>, length: Int) {
        self.length = length
        ranges = range.isEmpty ? [] : [range]
    }

    /// Reads parts out of a store, whose file may be damaged.
    ///
    /// - Throws: `DecodingError` for ranges that are not in order, or not in the whole.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        length = try fields.decode(Int.self, forKey: .length)
        ranges = try fields.decode([Range<Int>].self, forKey: .ranges)
        guard areInOrder else {
            throw DecodingError.dataCorruptedError(forKey: .ranges, in: fields, debugDescription: "no parts of a whole")
        }
    }

    /// How many bytes are stored.
    package var count: Int { ranges.reduce(0) { $0 + $1.count } }

    package var isComplete: Bool { ranges == [0..<length] || length == 0 }

    /// The range from the first gap to the last, which completes the body; stored parts in between are received again.
    package var missing: Range<Int>? {
        guard !isComplete else { return nil }
        let first = ranges.first?.lowerBound == 0 ? ranges[0].upperBound : 0
        let last = ranges.last?.upperBound == length ? ranges[ranges.count - 1].lowerBound : length
        return first..<last
    }

    /// Whether a part is stored as a whole.
    package func contains(_ range: Range<Int>) -> Bool {
        ranges.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
    }

    /// Whether the ranges have as many bytes as are stored: a file may be damaged.
    package func areSound(for stored: Data) -> Bool { stored.count == count }

    private var areInOrder: Bool {
        var end = -1
        for range in ranges {
            guard range.lowerBound > end, !range.isEmpty else { return false }
            end = range.upperBound
        }
        return end <= length && length >= 0
    }

    /// Returns a part out of the stored bytes; `nil` where not all of it is there.
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

    /// Returns the parts with one more, and their bytes; bytes that both have are taken from the new one (RFC 9111
    /// §3.4).
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
            // What lies before the new part, and what lies after it.
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
