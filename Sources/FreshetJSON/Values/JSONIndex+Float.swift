extension JSONIndex {
    /// Returns the correctly rounded number of a value, or `nil` if it isn't a number, is too
    /// large, or would wrongly become zero.
    @inline(__always)
    func double(_ node: Int) -> Double? {
        let entry = entry(node)
        guard entry.kind.isNumber else { return special(node) }
        return simpleDouble(entry) ?? anyFloat(entry)
    }

    func float(_ node: Int) -> Float? {
        let entry = entry(node)
        guard entry.kind.isNumber else { return special(node) }
        return anyFloat(entry)
    }

    /// Reads infinity and NaN from the strategy's strings.
    private func special<Number: BinaryFloatingPoint>(_ node: Int) -> Number? {
        guard case .convertFromString(let positive, let negative, let nan) = options.nonConformingFloatDecodingStrategy,
            let text = text(node)
        else { return nil }
        if text == positive { return .infinity }
        if text == negative { return -.infinity }
        return text == nan ? .nan : nil
    }

    /// Reads any number with the standard library.
    private func anyFloat<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ entry: Entry) -> Number? {
        guard let value = Number(bytes.string(at: entry.start, count: entry.count)), value.isFinite else { return nil }
        if value == 0, !DecimalDigits(bytes.copy(at: entry.start, count: entry.count)).digits.isEmpty { return nil }
        return value
    }

    /// Reads a number of at most 19 digits with a small exponent. Returns `nil` for others.
    @inline(__always)
    private func simpleDouble(_ entry: Entry) -> Double? {
        var offset = entry.start
        let end = offset + entry.count
        let isNegative = bytes.byte(at: offset) == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        var digits: UInt64 = 0
        let first = offset
        while bytes.byte(at: offset) &- 0x30 < 10 {
            digits = digits &* 10 &+ UInt64(bytes.byte(at: offset) &- 0x30)
            offset += 1
        }
        var digitCount = offset - first
        var exponent = 0
        if bytes.byte(at: offset) == UInt8(ascii: "."), offset < end {
            offset += 1
            let start = offset
            while bytes.byte(at: offset) &- 0x30 < 10 {
                digits = digits &* 10 &+ UInt64(bytes.byte(at: offset) &- 0x30)
                offset += 1
            }
            exponent = start - offset
            digitCount += offset - start
        }
        guard digitCount <= 19 else { return nil }
        if offset < end {
            guard end - offset <= 5 else { return nil }
            offset += 1
            let isSmall = bytes.byte(at: offset) == UInt8(ascii: "-")
            var written = 0
            while offset < end {
                if bytes.byte(at: offset) &- 0x30 < 10 { written = written * 10 + Int(bytes.byte(at: offset) &- 0x30) }
                offset += 1
            }
            exponent += isSmall ? -written : written
        }
        guard let value = DecimalRounding.double(digits, exponent: exponent) else { return nil }
        return isNegative ? -value : value
    }
}

/// Rounds decimal numbers to the nearest binary ones.
enum DecimalRounding {
    /// Returns the double nearest to `digits * 10^exponent`, with ties to even, or `nil` if this
    /// simple method can't compute it.
    @inline(__always)
    static func double(_ digits: UInt64, exponent: Int) -> Double? {
        if digits >> 53 == 0, abs(exponent) <= 22 {
            // Both operands are exactly representable as doubles, so the single operation rounds correctly (Clinger
            // 1990).
            let power = exactPowers[abs(exponent)]
            return exponent < 0 ? Double(digits) / power : Double(digits) * power
        }
        guard exponent < 0, exponent >= -19, digits > 0 else {
            return exponent == 0 ? Double(digits) : nil
        }
        // A long division: the quotient has at least 62 bits, and its lowest bit is set if there is a remainder.
        // Rounding it to 53 bits is therefore exact.
        let divisor = powers[-exponent]
        let shift = digits.leadingZeroBitCount
        let divisorShift = divisor.leadingZeroBitCount
        let dividend = digits << UInt64(shift)
        let (quotient, remainder) = (divisor << UInt64(divisorShift)).dividingFullWidth((dividend >> 1, dividend << 63))
        let rounded = Double(quotient | (remainder == 0 ? 0 : 1))
        return rounded * Double(bitPattern: UInt64(1023 + divisorShift - shift - 63) << 52)
    }

    private static let powers: [UInt64] = (0...19).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
    private static let exactPowers: [Double] = (0...22).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
}
