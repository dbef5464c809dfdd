import Foundation
import FreshetJSON
import Testing

/// Which bodies are JSON by RFC 8259.
@Suite struct GrammarTests {
    /// Reads nothing, so that only the check of the whole body decides.
    private struct Nothing: Decodable {
        init(from decoder: any Decoder) {}
    }

    private func accepts(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try FreshetJSONDecoder().decode(Nothing.self, from: Data(bytes))
            return true
        } catch DecodingError.dataCorrupted(let context) {
            return !context.codingPath.isEmpty
        } catch {
            return true
        }
    }

    static let sound = [
        "null", "true", "false", "0", "-0", "10", "-1", "0.0", "1.25", "1e5", "1E+5", "1e-5", "0e1", "-0.0e-0", "1e400",
        "1e-400",
        "123456789012345678901234567890", "\"\"", "\"a\"", "[]", "{}", " [ ] ", "\t\r\n{ } ", "[1]", "[1,2]", "[[],{}]",
        "{\"\":0}", "{\"a\":1,\"a\":2}", "{\"a\" : [ { } ] }", #""\"\\\/\b\f\n\r\t""#, #""\u0000\u001F\uabcd\uABCD""#,
        #""\ud83d\ude00""#, "\"\u{7F}\"", "\"\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"", "\"\u{2028}\"",
        "\u{FEFF}[]", "[1e999999999999999999999]",
    ]

    @Test("Sound", arguments: sound)
    func soundBodyIsTaken(_ body: String) {
        #expect(accepts(Array(body.utf8)))
    }

    static let broken = [
        "", " ", "nul", "nulL", "True", "TRUE", "tru", "truee", "fals", "NaN", "Infinity", "-Infinity", "undefined",
        "01", "-01", "00", "1.", ".5", "-.5", "-", "+1", "1e", "1e+", "1E-", "1.e1", "0x10", "1_000", "1 2", "--1",
        "1..2", "1e1.5",
        "\"", "\"a", "a\"", "'a'", "\"\\\"", "\"\\x\"", "\"\\u\"", "\"\\u12\"", "\"\\u123G\"", "\"\\U0041\"",
        "\"\\u 123\"",
        #""\ud800""#, #""\udc00""#, #""\ud800\ud800""#, #""\ud800a""#, #""\ud800\n""#, #""\ud800\u0041""#,
        #""\ude00\ud83d""#,
        "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"", "\"a\nb\"",
        "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1}", "[1]]", "[1],", "[\"a\":1]",
        "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\" 1}", "{\"a\":}", "{a:1}",
        "{1:1}",
        "{\"a\":1 \"b\":2}", "{\"a\":1]", "{\"a\",1}", "{\"a\"::1}", "{null:1}", "{[]:1}", "{}{}", "[]x", "// c\n1",
        "/**/1",
        "\u{A0}1", "\u{2028}1", "\u{B}1", "1\u{0}", "\u{0}1", "[\u{0}]", "[1]\u{FEFF}", "\u{FEFF}\u{FEFF}1", "\u{FEFF}",
    ]

    @Test("Broken", arguments: broken)
    func brokenBodyIsRefused(_ body: String) {
        #expect(!accepts(Array(body.utf8)))
    }

    static let brokenTexts: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xC2, 0xC2], [0xE0, 0x80, 0x80],
        [0xE0, 0x9F, 0xBF],
        [0xE1, 0x80], [0xE1, 0x41, 0x80], [0xE1, 0x80, 0x41], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
        [0xF0, 0x80, 0x80, 0x80],
        [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80], [0xF1, 0x80, 0x80, 0x41], [0xF4, 0x90, 0x80, 0x80],
        [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ]

    @Test("No UTF-8, at every distance from the start and the end", arguments: brokenTexts)
    func textThatIsNoUTF8IsRefused(_ text: [UInt8]) {
        for before in 0..<17 {
            for after in [0, 1, 7, 8, 20] {
                let padding = { (count: Int) in [UInt8](repeating: 0x61, count: count) }
                #expect(!accepts([0x22] + padding(before) + text + padding(after) + [0x22]))
            }
        }
        #expect(!accepts(text), "outside of a text")
    }

    @Test func everyBodyCutShortIsRefused() {
        let body = Array(#"{"a":[1.5e3,true,null],"ü\n\ud83d\ude00":"今天"}"#.utf8)
        #expect(accepts(body))
        for length in 0..<body.count {
            #expect(!accepts(Array(body[..<length])), "after \(length) bytes")
        }
    }

    @Test func containersAreNestedUpTo512Deep() {
        func nested(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
            Array((String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)).utf8)
        }
        #expect(accepts(nested(512, "[", "]")))
        #expect(!accepts(nested(513, "[", "]")))
        #expect(accepts(nested(512, "{\"a\":", "}")))
        #expect(!accepts(nested(100_000, "[", "]")))
        #expect(!accepts(nested(100_000, "[{\"a\":", "}]")))
        #expect(!accepts(Array(String(repeating: "[", count: 1_000_000).utf8)))
    }

    @Test func errorNamesThePosition() throws {
        let error = try #require(throws: DecodingError.self) {
            try FreshetJSONDecoder().decode([Int].self, from: Data("[1,\n 2,\n x]".utf8))
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(context.codingPath.isEmpty)
        #expect(context.debugDescription.contains("line 3, column 2"))
    }
}
