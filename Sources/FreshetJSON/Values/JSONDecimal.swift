/// The exact value of a number in JSON: two that are written differently may be equal, such as `1.0` and `10e-1`.
///
/// A floating-point number would not do: it can't tell two ids beyond 2^53 apart.
struct JSONDecimal: Equatable {
    private var isNegative: Bool
    /// The digits without zeros at either end; none for zero.
    private var digits: [UInt8]
    private var exponent: Int

    /// - Parameter text: A number as JSON writes it.
    init(_ text: String) {
        let parts = text.utf8.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
        let mantissa = (parts.first ?? "".utf8[...]).split(separator: UInt8(ascii: "."), maxSplits: 1)
        isNegative = text.utf8.first == UInt8(ascii: "-")
        digits = mantissa.joined().filter { $0 != UInt8(ascii: "-") }
        exponent = -(mantissa.count > 1 ? mantissa[1].count : 0)
        if parts.count > 1 {
            // One that is too long for an Int is as good as infinite.
            exponent += Int(Substring(parts[1])) ?? (parts[1].first == UInt8(ascii: "-") ? Int.min : Int.max) / 2
        }
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        digits.removeFirst(digits.prefix { $0 == UInt8(ascii: "0") }.count)
        if digits.isEmpty { (isNegative, exponent) = (false, 0) }
    }
}
