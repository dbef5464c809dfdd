/// Reads UTF-8 in which some bytes are of windows-1252, as where a page was put together of two encodings.
struct UTF8Repair {
    /// Valid UTF-8, in which bytes that are not of UTF-8 are read as windows-1252.
    private(set) var output: [UInt8] = []
    /// The number of bytes that are not of UTF-8.
    private(set) var invalidCount = 0
    /// The number of characters of more than one byte.
    private(set) var longCount = 0

    init(_ bytes: ArraySlice<UInt8>) {
        output.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let length = Self.length(bytes[index...])
            if length == 0 {
                invalidCount += 1
                Windows1252.append(bytes[index], to: &output)
                index += 1
            } else {
                if length > 1 { longCount += 1 }
                output += bytes[index..<index + length]
                index += length
            }
        }
    }

    /// Returns the number of bytes of the character that bytes begin with; 0 if it is not valid (RFC 3629 §4).
    private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
        let first = bytes[bytes.startIndex]
        if first < 0x80 { return 1 }
        let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
        guard length > 0, bytes.count >= length else { return 0 }
        let rest = bytes.dropFirst().prefix(length - 1)
        guard rest.allSatisfy({ $0 & 0xC0 == 0x80 }), let second = rest.first else { return 0 }
        switch first {
        case 0xE0 where second < 0xA0, 0xED where second > 0x9F: return 0
        case 0xF0 where second < 0x90, 0xF4 where second > 0x8F: return 0
        default: return length
        }
    }
}
