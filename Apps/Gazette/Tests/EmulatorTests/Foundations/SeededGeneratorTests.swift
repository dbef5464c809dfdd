import Testing

@testable import Emulator

@Suite struct SeededGeneratorTests {
    @Test func numbersAreThoseOfSplitMix() {
        var generator = SeededGenerator(seed: 1_234_567)
        let numbers = (0..<3).map { _ in generator.next() }
        #expect(numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }

    @Test func textsAreSeedsByTheirBytes() {
        var first = SeededGenerator("rain")
        var second = SeededGenerator("rain")
        var other = SeededGenerator("snow")
        let number = first.next()
        #expect(second.next() == number)
        #expect(other.next() != number)
    }

    @Test func unitsLieBetweenZeroAndOne() {
        var generator = SeededGenerator(seed: 7)
        let units = (0..<10_000).map { _ in generator.unit() }
        #expect(units.allSatisfy { (0..<1).contains($0) })
        #expect((0.48...0.52).contains(units.reduce(0, +) / 10_000))
    }
}
