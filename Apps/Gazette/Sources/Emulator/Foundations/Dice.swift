import NIOConcurrencyHelpers

/// A random number generator with locked state; the same seed gives the same sequence.
final class Dice: Sendable {
    private let generator: NIOLockedValueBox<SeededGenerator>

    init(seed: UInt64) {
        generator = NIOLockedValueBox(SeededGenerator(seed: seed))
    }

    /// Returns a number of 0 up to, not including, 1.
    func roll() -> Double { generator.withLockedValue { $0.unit() } }

    /// Returns a whole number of 0 up to, not including, a limit.
    func roll(below limit: Int) -> Int { min(limit - 1, Int(roll() * Double(limit))) }
}
