/// An optional duration that takes one word, and is exact to the nanosecond within 292 years.
///
/// `Duration?` takes three words, and each of thousands of idle resources has several.
@propertyWrapper
struct CompactDuration: Sendable {
    /// The smallest number stands for `nil`.
    private var nanoseconds = Int64.min

    var wrappedValue: Duration? {
        get { nanoseconds == .min ? nil : .nanoseconds(nanoseconds) }
        set { nanoseconds = newValue.map(Self.nanoseconds(of:)) ?? .min }
    }

    private static func nanoseconds(of duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let exact = Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000)
        // `.min` stands for `nil`, so the shortest duration is one nanosecond longer.
        return max(Int64(clamping: exact), -.max)
    }
}
