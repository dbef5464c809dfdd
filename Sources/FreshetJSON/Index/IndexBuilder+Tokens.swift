extension IndexBuilder {
    /// Reads `true`, `false` or `null`. The letters are passed as a number whose lowest byte is the
    /// first letter.
    @inline(__always)
    mutating func word(_ letters: UInt64, _ count: Int, _ kind: Entry.Kind) -> Bool {
        guard bytes.word(at: position) & (1 << (8 * UInt64(count)) - 1) == letters else { return false }
        append(Entry(kind, at: position, count))
        position += count
        return true
    }

    /// Reads a number according to the grammar of RFC 8259 §6.
    @inline(__always)
    mutating func number() -> Fault? {
        let start = position
        var offset = position
        if bytes.byte(at: offset) == UInt8(ascii: "-") { offset += 1 }
        let first = bytes.byte(at: offset)
        guard first &- 0x30 < 10 else {
            position = offset
            return .number
        }
        offset += 1
        if first == 0x30 {
            if bytes.byte(at: offset) &- 0x30 < 10 {
                position = offset
                return .number
            }
        } else {
            while bytes.byte(at: offset) &- 0x30 < 10 { offset += 1 }
        }
        var kind = Entry.Kind.integer
        if bytes.byte(at: offset) == UInt8(ascii: ".") {
            kind = .decimal
            offset += 1
            guard digits(&offset) else { return .number }
        }
        if bytes.byte(at: offset) | 0x20 == UInt8(ascii: "e") {
            kind = .decimal
            offset += 1
            if bytes.byte(at: offset) == UInt8(ascii: "+") || bytes.byte(at: offset) == UInt8(ascii: "-") {
                offset += 1
            }
            guard digits(&offset) else { return .number }
        }
        append(Entry(kind, at: start, offset - start))
        position = offset
        return nil
    }

    @inline(__always)
    private mutating func digits(_ offset: inout Int) -> Bool {
        guard bytes.byte(at: offset) &- 0x30 < 10 else {
            position = offset
            return false
        }
        while bytes.byte(at: offset) &- 0x30 < 10 { offset += 1 }
        return true
    }

    /// Reads a string, whose quote is the next byte, and checks its UTF-8 and its escapes.
    @inline(__always)
    mutating func string() -> Fault? {
        let start = position + 1
        var offset = start
        var kind = Entry.Kind.ascii
        while true {
            offset += plainBytes(at: offset)
            let byte = bytes.byte(at: offset)
            if byte == UInt8(ascii: "\"") { break }
            if byte >= 0x80 {
                let count = scalar(at: offset)
                guard count > 0 else {
                    position = offset
                    return offset < end ? .encoding : .unfinished
                }
                offset += count
                if kind == .ascii { kind = .unicode }
            } else if byte == UInt8(ascii: "\\") {
                kind = .escaped
                let count = escape(at: offset)
                guard count > 0 else {
                    position = offset
                    return offset < end ? .escape : .unfinished
                }
                offset += count
            } else {
                position = offset
                return offset < end ? .control : .unfinished
            }
        }
        append(Entry(kind, at: start, offset - start))
        position = offset + 1
        return nil
    }

    /// Returns the number of plain ASCII bytes before the next quote, backslash, control character
    /// or non-ASCII byte.
    ///
    /// It checks eight bytes at once. Subtraction sets the top bit of a byte below 128 if the byte
    /// is smaller than the subtracted number, which is 32 to find control characters and 1 to find
    /// bytes that equal the one they were compared with. A borrow affects only bytes after the
    /// first one found.
    @inline(__always)
    private func plainBytes(at start: Int) -> Int {
        var offset = start
        while true {
            let word = bytes.word(at: offset)
            let control = word &- 0x2020_2020_2020_2020
            let quote = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
            let backslash = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
            let special = (word | control | quote | backslash) & 0x8080_8080_8080_8080
            if special != 0 { return offset &- start &+ special.trailingZeroBitCount &>> 3 }
            offset &+= 8
        }
    }

    /// Returns the number of bytes of consecutive non-ASCII scalars, or 0 if the first one isn't
    /// valid UTF-8 (RFC 3629 §4).
    @inline(__always)
    private func scalar(at start: Int) -> Int {
        var offset = start
        while true {
            let word = UInt32(truncatingIfNeeded: bytes.word(at: offset))
            let count: Int
            if word & 0x80 == 0 {
                return offset - start
            } else if word & 0xC0E0 == 0x80C0 {
                guard word & 0x1E != 0 else { return 0 }
                count = 2
            } else if word & 0xC0_C0F0 == 0x80_80E0 {
                // It must be neither overlong nor half of a surrogate pair.
                let bits = word & 0x200F
                guard bits != 0, bits != 0x200D else { return 0 }
                count = 3
            } else if word & 0xC0C0_C0F8 == 0x8080_80F0 {
                // Only U+10000 to U+10FFFF are valid with four bytes.
                let bits = (word & 0x07) << 2 | (word & 0x3000) >> 12
                guard bits >= 1, bits <= 16 else { return 0 }
                count = 4
            } else {
                return 0
            }
            offset += count
        }
    }

    /// Returns the number of bytes of an escape, or 0 if it is invalid. A surrogate must be
    /// followed by its other half (RFC 8259 §8.2).
    private func escape(at offset: Int) -> Int {
        switch bytes.byte(at: offset + 1) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            guard let unit = bytes.hexadecimal(at: offset + 2) else { return 0 }
            guard unit & 0xF800 == 0xD800 else { return 6 }
            guard unit < 0xDC00, bytes.byte(at: offset + 6) == UInt8(ascii: "\\"),
                bytes.byte(at: offset + 7) == UInt8(ascii: "u"),
                let second = bytes.hexadecimal(at: offset + 8), second & 0xFC00 == 0xDC00
            else { return 0 }
            return 12
        default: return 0
        }
    }
}

extension Storage where Element == UInt8 {
    /// Reads four hexadecimal digits.
    func hexadecimal(at offset: Int) -> UInt32? {
        var value: UInt32 = 0
        for index in 0..<4 {
            let byte = byte(at: offset + index)
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte &- 0x30)
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                value = value << 4 | UInt32(byte | 0x20 &- 0x57)
            default: return nil
            }
        }
        return value
    }
}
