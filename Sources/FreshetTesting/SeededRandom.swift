/// A seeded random number generator (SplitMix64).
package struct SeededRandom: RandomNumberGenerator {
    private let seed: UInt64
    private var count: UInt64 = 0

    package init(seed: UInt64) { self.seed = seed }

    package mutating func next() -> UInt64 {
        count &+= 1
        return Self.value(count, seed: seed)
    }

    /// Returns the value at a position in the sequence, counted from 1.
    static func value(_ number: UInt64, seed: UInt64) -> UInt64 {
        var value = seed &+ number &* 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
