extension JSONIndex {
    /// Returns the text of a string or a key.
    @inline(__always)
    func string(_ node: Int) -> String {
        let entry = entry(node)
        if entry.kind == .ascii { return bytes.string(at: entry.start, count: entry.count) }
        if entry.kind == .unicode { return bytes.checkedString(at: entry.start, count: entry.count) }
        return String(decoding: unescaped(entry), as: UTF8.self)
    }

    /// Returns the text of a string, or `nil` for other values.
    @inline(__always)
    func text(_ node: Int) -> String? {
        entry(node).kind.isText ? string(node) : nil
    }

    /// Returns the bytes of a string with its escapes decoded. The escapes were checked when the
    /// index was built.
    func unescaped(_ entry: Entry) -> [UInt8] {
        let source = bytes.copy(at: entry.start, count: entry.count)
        guard entry.kind == .escaped else { return source }
        var result: [UInt8] = []
        result.reserveCapacity(entry.count)
        var offset = 0
        while offset < source.count {
            let plain = source[offset...].firstIndex(of: UInt8(ascii: "\\")) ?? source.count
            result += source[offset..<plain]
            guard plain < source.count else { break }
            offset = plain + 2
            switch source[plain + 1] {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                offset = plain + 6
                var scalar = bytes.hexadecimal(at: entry.start + plain + 2) ?? 0
                if scalar & 0xFC00 == 0xD800 {
                    let low = bytes.hexadecimal(at: entry.start + plain + 8) ?? 0
                    scalar = 0x10000 + (scalar & 0x3FF) << 10 + low & 0x3FF
                    offset = plain + 12
                }
                if let scalar = Unicode.Scalar(scalar) {
                    result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                }
            case let other: result.append(other)
            }
        }
        return result
    }
}
