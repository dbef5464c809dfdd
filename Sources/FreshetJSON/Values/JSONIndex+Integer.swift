extension JSONIndex {
    /// Returns the whole number of a value, or `nil` if it isn't a whole number or doesn't fit into
    /// the type.
    @inline(__always)
    func integer<Number: FixedWidthInteger>(_ node: Int, as type: Number.Type = Number.self) -> Number? {
        let entry = entry(node)
        guard entry.kind == .integer else {
            return entry.kind == .decimal ? wholeNumber(entry) : nil
        }
        // Any 18 digits fit into 64 bits.
        guard entry.count <= 18 else { return wholeNumber(entry) }
        let isNegative = bytes.byte(at: entry.start) == UInt8(ascii: "-")
        var value: Int64 = 0
        for offset in entry.start + (isNegative ? 1 : 0)..<entry.start + entry.count {
            value = value &* 10 &+ Int64(bytes.byte(at: offset) &- 0x30)
        }
        return Number(exactly: isNegative ? 0 &- value : value)
    }

    /// Reads long numbers, and numbers with a point or an exponent, without losing a digit.
    private func wholeNumber<Number: FixedWidthInteger>(_ entry: Entry) -> Number? {
        var number = DecimalDigits(bytes.copy(at: entry.start, count: entry.count))
        while number.exponent < 0, number.digits.last == 0 {
            number.digits.removeLast()
            number.exponent += 1
        }
        guard !number.digits.isEmpty else { return 0 }
        // No integer type has more than 39 digits.
        guard number.exponent >= 0, number.digits.count + number.exponent <= 40 else { return nil }
        var value: Number = 0
        for index in 0..<number.digits.count + number.exponent {
            let digit = index < number.digits.count ? Number(number.digits[index]) : 0
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflow) =
                number.isNegative
                ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            guard !overflow, !sumOverflow else { return nil }
            value = sum
        }
        return value
    }
}

/// A number in the form of its digits, without leading zeros, and the power of ten by which they
/// are multiplied.
struct DecimalDigits {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = 0

    /// Reads a number whose syntax has already been checked.
    init(_ text: [UInt8]) {
        var isFraction = false
        var offset = 0
        while offset < text.count {
            let byte = text[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                exponent += Self.exponent(text[offset...])
                offset = text.count
            default:
                if byte != 0x30 || !digits.isEmpty { digits.append(byte &- 0x30) }
                if isFraction { exponent -= 1 }
            }
        }
    }

    /// Reads an exponent, up to a limit that no valid number exceeds.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
        let isNegative = text.first == UInt8(ascii: "-")
        var value = 0
        for byte in text where byte &- 0x30 < 10 {
            value = min(value * 10 + Int(byte &- 0x30), 1 << 40)
        }
        return isNegative ? -value : value
    }
}
