extension StringProtocol {
    /// Whether a text is a decimal number without a sign, of any size.
    var isDecimal: Bool { !isEmpty && utf8.allSatisfy(\.isDigit) }
}

extension UInt8 {
    /// Whether a byte is a decimal digit.
    var isDigit: Bool { (0x30...0x39).contains(self) }
}
