import Foundation

/// Converts keys like `published_at`.
enum SnakeCase {
    /// Converts `published_at` to `publishedAt`. Leading and trailing underscores stay, and so does
    /// a key made only of underscores.
    static func camelCase(_ key: String) -> String {
        let leading = key.prefix { $0 == "_" }
        let rest = key.dropFirst(leading.count)
        guard rest.contains("_") else { return key }
        let words = rest.split(separator: "_")
        guard words.count > 1 || rest.last == "_" else { return key }
        let trailing = rest.reversed().prefix { $0 == "_" }.count
        guard words.count > 1 else { return key }
        return leading + words[0].lowercased() + words.dropFirst().map(capitalized).joined()
            + String(repeating: "_", count: trailing)
    }

    /// Returns the same result as Foundation's `capitalized`, which is slow.
    private static func capitalized(_ word: Substring) -> String {
        guard word.utf8.allSatisfy(\.isLetter) else { return word.capitalized }
        return word.prefix(1).uppercased() + word.dropFirst().lowercased()
    }

    /// Returns whether an ASCII key is converted to a given one. It compares them byte by byte, and
    /// converts the key only if a letter within a word follows something other than a letter, such
    /// as a digit.
    static func converts(_ key: UnsafeBufferPointer<UInt8>, to result: UnsafeBufferPointer<UInt8>) -> Bool {
        guard result.count <= key.count else { return false }
        let underscore = UInt8(ascii: "_")
        guard let start = key.firstIndex(where: { $0 != underscore }),
            let last = key.lastIndex(where: { $0 != underscore }), key[start...last].contains(underscore)
        else { return key.elementsEqual(result) }
        guard result.prefix(while: { $0 == underscore }).count == start else { return false }
        var offset = start
        var isFirstWord = true
        var previous = UInt8(ascii: "a")
        for byte in key[start...last] {
            defer { previous = byte }
            if byte == underscore {
                isFirstWord = false
                continue
            }
            var expected = byte
            if byte.isLetter {
                if isFirstWord || previous.isLetter {
                    expected = byte | 0x20
                } else if previous == underscore {
                    expected = byte & ~0x20
                } else {
                    return camelCase(String(decoding: key, as: UTF8.self)).utf8.elementsEqual(result)
                }
            }
            guard offset < result.count, result[offset] == expected else { return false }
            offset += 1
        }
        return result.count - offset == key.count - 1 - last && result[offset...].allSatisfy { $0 == underscore }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
