import Feeds
import Foundation
import ServiceTestSupport
import Testing

@Suite("The corpus of feeds")
struct CorpusTests {
    @Test("A file is read as expected", arguments: CorpusFile.all)
    func file(_ file: CorpusFile) throws {
        #expect(try file.reading() == file.expected())
    }

    @Test func theCorpusIsThere() {
        #expect(CorpusFile.all.count >= 60)
    }

    /// Cuts, repeats, overwrites and swaps bytes of the files. The parser may refuse the result, and that is all.
    @Test func mutationsAreReadWithinLimits() throws {
        var random = MutationRandom(seed: 2026)
        let files = try CorpusFile.all.map { Array(try $0.data()) }.filter { !$0.isEmpty }
        var readCount = 0
        for _ in 0..<(TestLength.isLong ? 50_000 : 2_000) {
            let index = Int.random(in: 0..<files.count, using: &random)
            let bytes = Self.mutated(files[index], with: files, using: &random)
            let contentType = CorpusFile.all[index].contentType
            guard
                let feed = try? FeedParser().feed(
                    from: Data(bytes), contentType: contentType, address: CorpusFile.address)
            else { continue }
            readCount += 1
            #expect(feed.items.count <= bytes.count)
            let length = feed.items.reduce(0) { $0 + ($1.content?.html.utf8.count ?? 0) + ($1.title?.utf8.count ?? 0) }
            // A byte becomes six at most, as `"` becomes `&quot;`.
            #expect(length <= bytes.count * 6 + 1024)
            #expect(Set(feed.items.map(\.id)).count == feed.items.count)
        }
        #expect(readCount > 500)
    }

    private static func mutated(
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
private struct MutationRandom: RandomNumberGenerator {
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
