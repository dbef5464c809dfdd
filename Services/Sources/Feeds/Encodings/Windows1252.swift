/// Decodes windows-1252, which documents also mean when they declare ISO-8859-1 or US-ASCII (WHATWG
/// Encoding §4.2).
enum Windows1252 {
    /// The characters for the bytes 0x80 to 0x9F.
    static let upper: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]

    /// Returns the character with a number. For the control characters 0x80 to 0x9F, it is the
    /// windows-1252 character.
    static func scalar(_ value: UInt32) -> Unicode.Scalar? {
        Unicode.Scalar(0x80..<0xA0 ~= value ? upper[Int(value) - 0x80] : value)
    }

    static func append(_ byte: UInt8, to output: inout [UInt8]) {
        guard byte >= 0x80, let scalar = scalar(UInt32(byte)) else { return output.append(byte) }
        output += UTF8.encode(scalar).map { Array($0) } ?? []
    }

    static func utf8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes { append(byte, to: &output) }
        return output
    }
}
