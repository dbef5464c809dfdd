extension Int {
    /// Rounds a floating-point number towards zero and clamps it to the range of the type. NaN
    /// becomes 0.
    ///
    /// `Int(_:)` traps if a number doesn't fit. Use this initialiser for all numbers from servers.
    ///
    /// ```swift
    /// let stars = Int(clamping: number.rounded())  // `Int(_:)` would trap for 1e300
    /// ```
    public init(clamping number: some BinaryFloatingPoint) {
        if let exact = Int(exactly: number.rounded(.towardZero)) {
            self = exact
        } else {
            self = number.isNaN ? 0 : number < 0 ? .min : .max
        }
    }
}
