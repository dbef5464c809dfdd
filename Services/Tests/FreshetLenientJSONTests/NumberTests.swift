import Foundation
import Freshet
import FreshetLenientJSON
import Testing

/// Numbers from servers that do not fit.
struct NumberTests {
    @Test(
        "Any number becomes an integer",
        arguments: [
            (1.9, 1), (-1.9, -1), (0, 0), (-0.0, 0), (1e15, 1_000_000_000_000_000), (1e19, .max), (-1e19, .min),
            (1e300, .max), (-1e300, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0),
            (9_223_372_036_854_775_807, .max), (-9_223_372_036_854_775_808, .min),
            (.leastNonzeroMagnitude, 0), (.greatestFiniteMagnitude, .max),
        ] as [(Double, Int)])
    func clamping(number: Double, integer: Int) {
        #expect(Int(clamping: number) == integer)
        #expect(Int(clamping: Float(number)) == Int(clamping: Double(Float(number))))
    }

    private struct Post: Decodable, JSONReadable {
        let time: Date?

        private enum CodingKeys: CodingKey { case time }

        init(from decoder: any Decoder) throws {
            time = try decoder.container(keyedBy: CodingKeys.self).decodeUnixTime(forKey: .time)
        }

        init(json: JSONValue) throws { time = try json.object().readUnixTime("time") }
    }

    @Test(
        "Times in seconds since 1970",
        arguments: [
            ("0", 0), ("1175714200", 1_175_714_200), ("-1.5", -1.5), ("-62167219200", -62_167_219_200),
            ("-62167219201", nil), ("253402300799", 253_402_300_799), ("253402300800", nil), ("1e19", nil),
            ("1e300", nil), ("-1e300", nil), ("1e999", nil), ("9223372036854775807", nil), ("null", nil),
            ("\"1\"", nil),
            ("true", nil),
        ] as [(String, Double?)])
    func times(text: String, seconds: Double?) throws {
        let data = Data(#"{"time":\#(text)}"#.utf8)
        let date = seconds.map(Date.init(timeIntervalSince1970:))
        #expect(try FreshetJSONDecoder.freshet.decode(Post.self, from: data).time == date)
        #expect(try JSONDecoder.freshet.decode(Post.self, from: data).time == date)
    }
}
