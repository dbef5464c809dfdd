import Foundation

/// A file of sound: a tone of some seconds, whose pitch depends on a number.
enum Sound {
    static let seconds = 3
    private static let rate = 8000
    private static let headerCount = 44
    /// The length of each file.
    static let byteCount = headerCount + seconds * rate

    /// Returns a WAV file with eight bits for each sample.
    static func wave(_ number: Int) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let samples = seconds * rate
        var bytes = Array("RIFF".utf8) + little(headerCount - 8 + samples, 4) + Array("WAVEfmt ".utf8)
        bytes += little(16, 4) + little(1, 2) + little(1, 2) + little(rate, 4) + little(rate, 4) + little(1, 2)
        bytes += little(8, 2) + Array("data".utf8) + little(samples, 4)
        let period = 20 + abs(number % 20)
        // A triangle, by whole numbers, so that it is the same on every machine.
        bytes += (0..<samples).map { sample in UInt8(128 + abs(sample % period - period / 2) * 2) }
        return bytes
    }
}
