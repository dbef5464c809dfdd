extension Int {
    /// Converts a floating-point number towards zero, and limits it to the range of the type; NaN becomes 0.
    ///
    /// `Int(_:)` ends the process where a number does not fit. Use this initialiser for every number from a server.
    public init(clamping number: some BinaryFloatingPoint) {
        if let exact = Int(exactly: number.rounded(.towardZero)) {
            self = exact
        } else {
            self = number.isNaN ? 0 : number < 0 ? .min : .max
        }
    }
}
