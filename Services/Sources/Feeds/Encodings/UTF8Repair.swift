/// Reads UTF-8 that contains some windows-1252 bytes, as in pages assembled from texts in two
/// encodings.
struct UTF8Repair {
    /// Valid UTF-8, in which invalid bytes were read as windows-1252.
    private(set) var output: [UInt8] = []
    /// The number of bytes that aren't valid UTF-8.
    private(set) var invalidCount = 0
    /// The number of characters of more than one byte.
    private(set) var longCount = 0

    init(_ bytes: ArraySlice<UInt8>) {
        output.reserveCapacity(bytes.count)
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            // The start of the valid bytes that aren't in the output yet.
            var start = 0
            while index < bytes.count {
                let length = bytes[index] < 0x80 ? 1 : Self.length(bytes, at: index)
                if length == 0 {
                    output += bytes[start..<index]
                    invalidCount += 1
                    Windows1252.append(bytes[index], to: &output)
                    start = index + 1
                } else if length > 1 {
                    longCount += 1
                    // A C1 control character stands for the windows-1252 byte from which it was wrongly converted.
                    if bytes[index] == 0xC2, bytes[index + 1] < 0xA0 {
                        output += bytes[start..<index]
                        Windows1252.append(bytes[index + 1], to: &output)
                        start = index + 2
                    }
                }
                index += max(1, length)
            }
            output += bytes[start..<index]
        }
    }

    /// Returns the number of bytes of the multi-byte character at an index, or 0 if it isn't valid
    /// (RFC 3629 §4).
    private static func length(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let first = bytes[index]
        let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
        guard length > 0, bytes.count - index >= length else { return 0 }
        for following in index + 1..<index + length where bytes[following] & 0xC0 != 0x80 { return 0 }
        let second = bytes[index + 1]
        switch first {
        case 0xE0 where second < 0xA0, 0xED where second > 0x9F: return 0
        case 0xF0 where second < 0x90, 0xF4 where second > 0x8F: return 0
        default: return length
        }
    }
}
