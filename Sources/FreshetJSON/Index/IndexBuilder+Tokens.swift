extension IndexBuilder {
    /// Reads `true`, `false` or `null`. The letters are a number whose lowest byte is the first letter.
    @inline(__always)
    mutating func word(_ letters: UInt64, _ count: Int, _ kind: Entry.Kind) -> Bool {
        guard bytes.word(at: position) & (1 << (8 * UInt64(count)) - 1) == letters else { return false }
        append(Entry(kind, at: position, count))
        position += count
        return true
    }

    /// Reads a number by the grammar of RFC 8259 §6.
    @inline(__always)
    mutating func number() -> Fault? {
        let start = position
        var place = position
        if bytes.byte(at: place) == UInt8(ascii: "-") { place += 1 }
        let first = bytes.byte(at: place)
        guard first &- 0x30 < 10 else {
            position = place
            return .number
        }
        place += 1
        if first == 0x30 {
            if bytes.byte(at: place) &- 0x30 < 10 {
                position = place
                return .number
            }
        } else {
            while bytes.byte(at: place) &- 0x30 < 10 { place += 1 }
        }
        var kind = Entry.Kind.integer
        if bytes.byte(at: place) == UInt8(ascii: ".") {
            kind = .decimal
            place += 1
            guard digits(&place) else { return .number }
        }
        if bytes.byte(at: place) | 0x20 == UInt8(ascii: "e") {
            kind = .decimal
            place += 1
            if bytes.byte(at: place) == UInt8(ascii: "+") || bytes.byte(at: place) == UInt8(ascii: "-") { place += 1 }
            guard digits(&place) else { return .number }
        }
        append(Entry(kind, at: start, place - start))
        position = place
        return nil
    }

    @inline(__always)
    private mutating func digits(_ place: inout Int) -> Bool {
        guard bytes.byte(at: place) &- 0x30 < 10 else {
            position = place
            return false
        }
        while bytes.byte(at: place) &- 0x30 < 10 { place += 1 }
        return true
    }

    /// Reads a string, whose quote is the next byte, and checks its UTF-8 and its escapes.
    @inline(__always)
    mutating func string() -> Fault? {
        let start = position + 1
        var place = start
        var kind = Entry.Kind.ascii
        while true {
            place += plainBytes(at: place)
            let byte = bytes.byte(at: place)
            if byte == UInt8(ascii: "\"") { break }
            if byte >= 0x80 {
                let count = scalar(at: place)
                guard count > 0 else {
                    position = place
                    return place < end ? .encoding : .unfinished
                }
                place += count
                if kind == .ascii { kind = .unicode }
            } else if byte == UInt8(ascii: "\\") {
                kind = .escaped
                let count = escape(at: place)
                guard count > 0 else {
                    position = place
                    return place < end ? .escape : .unfinished
                }
                place += count
            } else {
                position = place
                return place < end ? .control : .unfinished
            }
        }
        append(Entry(kind, at: start, place - start))
        position = place + 1
        return nil
    }

    /// Counts the plain ASCII bytes before the next quote, backslash, control character or byte beyond ASCII.
    ///
    /// It checks eight bytes at once. Subtraction sets the top bit of a byte below 128 if the byte is smaller than the
    /// number subtracted: 32 for control characters, 1 for a byte that equals the one it was compared with. A borrow
    /// only affects bytes after the first one found.
    @inline(__always)
    private func plainBytes(at start: Int) -> Int {
        var place = start
        while true {
            let word = bytes.word(at: place)
            let control = word &- 0x2020_2020_2020_2020
            let quote = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
            let backslash = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
            let special = (word | control | quote | backslash) & 0x8080_8080_8080_8080
            if special != 0 { return place &- start &+ special.trailingZeroBitCount &>> 3 }
            place &+= 8
        }
    }

    /// Counts the bytes of consecutive scalars beyond ASCII; 0 if the first is not UTF-8 (RFC 3629 §4).
    @inline(__always)
    private func scalar(at start: Int) -> Int {
        var place = start
        while true {
            let word = UInt32(truncatingIfNeeded: bytes.word(at: place))
            let count: Int
            if word & 0x80 == 0 {
                return place - start
            } else if word & 0xC0E0 == 0x80C0 {
                guard word & 0x1E != 0 else { return 0 }
                count = 2
            } else if word & 0xC0_C0F0 == 0x80_80E0 {
                // Neither overlong nor half of a surrogate pair.
                let bits = word & 0x200F
                guard bits != 0, bits != 0x200D else { return 0 }
                count = 3
            } else if word & 0xC0C0_C0F8 == 0x8080_80F0 {
                // From U+10000 to U+10FFFF.
                let bits = (word & 0x07) << 2 | (word & 0x3000) >> 12
                guard bits >= 1, bits <= 16 else { return 0 }
                count = 4
            } else {
                return 0
            }
            place += count
        }
    }

    /// Counts the bytes of an escape; 0 if it is invalid. A surrogate must be followed by its other half (RFC 8259
    /// §8.2).
    private func escape(at place: Int) -> Int {
        switch bytes.byte(at: place + 1) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            guard let unit = bytes.hexadecimal(at: place + 2) else { return 0 }
            guard unit & 0xF800 == 0xD800 else { return 6 }
            guard unit < 0xDC00, bytes.byte(at: place + 6) == UInt8(ascii: "\\"),
                bytes.byte(at: place + 7) == UInt8(ascii: "u"),
                let second = bytes.hexadecimal(at: place + 8), second & 0xFC00 == 0xDC00
            else { return 0 }
            return 12
        default: return 0
        }
    }
}

extension Storage where Element == UInt8 {
    /// Reads four hexadecimal digits.
    func hexadecimal(at place: Int) -> UInt32? {
        var value: UInt32 = 0
        for offset in 0..<4 {
            let byte = byte(at: place + offset)
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
