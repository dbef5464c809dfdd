/// Changes documents at random.
enum Mutations {
    /// Returns a document of which some bytes are removed, repeated, overwritten or taken from another document.
    static func mutated(
        _ file: [UInt8], with others: [[UInt8]], using random: inout MutationRandom
    ) -> [UInt8] {
        var bytes = file
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
            let start = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 1...40, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
            case 2: bytes[start] = UInt8.random(in: 0...255, using: &random)
            case 3: bytes.removeSubrange(start...)
            case 4:
                let marks = Array("<>&;\"'/=![]-?:\0".utf8)
                bytes.insert(marks[Int.random(in: 0..<marks.count, using: &random)], at: start)
            default:
                let other = others[Int.random(in: 0..<others.count, using: &random)]
                let otherStart = Int.random(in: 0..<other.count, using: &random)
                bytes.insert(contentsOf: other[otherStart...].prefix(60), at: start)
            }
        }
        return bytes
    }
}

/// Random numbers that are the same in each run (SplitMix64).
struct MutationRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
