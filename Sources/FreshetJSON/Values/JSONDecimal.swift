/// The exact value of a JSON number. Numbers that are written differently may be equal, such as
/// `1.0` and `10e-1`.
///
/// A floating-point number isn't sufficient, because it can't distinguish ids beyond 2^53.
struct JSONDecimal: Equatable {
    private var isNegative: Bool
    /// The digits without leading and trailing zeros; empty for zero.
    private var digits: [UInt8]
    private var exponent: Int

    /// - Parameter text: A number in JSON notation.
    init(_ text: String) {
        let parts = text.utf8.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
        let mantissa = (parts.first ?? "".utf8[...]).split(separator: UInt8(ascii: "."), maxSplits: 1)
        isNegative = text.utf8.first == UInt8(ascii: "-")
        digits = mantissa.joined().filter { $0 != UInt8(ascii: "-") }
        exponent = -(mantissa.count > 1 ? mantissa[1].count : 0)
        if parts.count > 1 {
            // An exponent that doesn't fit into an Int is as good as infinite.
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
