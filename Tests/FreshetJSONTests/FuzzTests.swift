import Foundation
import FreshetJSON
import FreshetTesting
import Testing

/// Bodies that were broken at random: nothing traps, and both decoders take the same ones.
@Suite struct FuzzTests {
    static let seeds = [
        #"{"a":[1,2.5,-3e2,0.1E+4],"b":"xé\u00e9\n","c":null,"d":true,"e":{"f":false,"g":[]}}"#,
        #"[{"id":1,"name":"Ä"},{"id":2,"name":"\ud83d\ude00","id":3}, "" , {}]"#,
        #" { "text" : "long enough to take more than one word 123" , "n" : 12345678901234567890 } "#,
        #"[[[[["deep"]]]],-0,0.0,1e400,1e-400,123.456e7,"\"\\\/\b\f\n\r\t"]"#,
        "\"今天的新闻 Привет 😀\"",
    ]

    /// What mutations put in: what the grammar is made of, and what must not be in it.
    private static let pieces: [[UInt8]] =
        #"{}[]:,"\/-+.eE0123456789 tfnul"#.utf8.map { [$0] }
        + ["null", "true", "false", "\\u", "\\ud800", "1e9", "\"\"", "{}", "[]", ",\"k\":1", "\u{FEFF}"].map {
            Array($0.utf8)
        }
        + [
            [0x00], [0x1F], [0x7F], [0x80], [0xC0], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
        ]

    static func mutate(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let offset = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where offset < bytes.count: bytes[offset] = UInt8.random(in: .min ... .max, using: &random)
            case 1 where offset < bytes.count: bytes.remove(at: offset)
            case 2: bytes.removeSubrange(offset..<min(bytes.count, offset + 5))
            case 3 where offset < bytes.count: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            default:
                let piece = pieces.randomElement(using: &random) ?? []
                bytes.insert(contentsOf: piece, at: offset)
            }
        }
        return bytes
    }

    @Test("Mutated bodies", arguments: seeds.indices)
    func mutatedBodiesAreReadAlike(_ seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let original = Array(Self.seeds[seed].utf8)
        for _ in 0..<TestLength.count(2000, long: 20_000) {
            let body = Self.mutate(original, &random)
            if let disagreement = fuzzJSON(body) {
                Issue.record("\(String(decoding: body, as: UTF8.self)) \(body): \(disagreement)")
                return
            }
        }
    }
}
