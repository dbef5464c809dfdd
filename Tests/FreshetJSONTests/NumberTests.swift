import Foundation
import FreshetJSON
import FreshetTesting
import Testing

/// Numbers, compared with what `JSONDecoder` reads.
@Suite struct NumberTests {
    private let decoders = BothDecoders()

    private func compare<Value: Decodable & Equatable>(_ type: Value.Type, _ body: String) {
        let (ours, standard) = decoders.outcomes(of: type, from: Data(body.utf8))
        #expect(ours.agrees(with: standard), "\(type) of \(body): \(ours), not \(standard)")
    }

    static let numbers = [
        "0", "-0", "1", "-1", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "65535", "65536",
        "2147483647",
        "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "999999999999999999",
        "1000000000000000000",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616", "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
        "-170141183460469231731687303715884105728", "340282366920938463463374607431768211455",
        "340282366920938463463374607431768211456", "1.0", "-1.0", "1.5", "1e2", "1E+2", "100e-2", "150e-2", "1e-2",
        "0.0", "-0.0",
        "0.1e1", "1e18", "1e400", "-1e400", "1e-400", "1e99999999999999999999", "1e-99999999999999999999", "0.000",
        "1.7976931348623157e308", "1.7976931348623159e308", "2.2250738585072014e-308", "4.9e-324", "2.4e-324",
        "3.4028235e38",
        "3.4028236e38", "1e-45", "1e-46", "16777217", "9007199254740993", "9007199254740993.0", "0.1",
        "0.30000000000000004",
        "123456789012345678901234567890.123456789e-10", "true", "null", "\"1\"", "[]", "{}",
    ]

    @Test("Every type of number", arguments: numbers)
    func numbersAreReadAlike(_ number: String) {
        compare(Double.self, number)
        compare(Float.self, number)
        compare(Decimal.self, number)
        compare([Double?].self, "[\(number)]")
        // JSONDecoder reads whole numbers by way of Double, where nearly nothing is nothing, and 128 bits are not
        // reached.
        guard !number.contains("1e-9999"), !number.contains("1e-400"), !number.contains("2.4e-324"),
            !number.contains("e38")
        else { return }
        compare(Int.self, number)
        compare(Int8.self, number)
        compare(Int16.self, number)
        compare(Int32.self, number)
        compare(Int64.self, number)
        compare(Int128.self, number)
        compare(UInt.self, number)
        compare(UInt8.self, number)
        compare(UInt16.self, number)
        compare(UInt32.self, number)
        compare(UInt64.self, number)
        compare(UInt128.self, number)
        compare([String: Int].self, "{\"a\":\(number)}")
    }

    /// Where `JSONDecoder` rounds or gives up.
    @Test func wholeNumbersAreExact() throws {
        let decoder = FreshetJSONDecoder()
        func read<Number: Decodable>(_ text: String, as type: Number.Type = Number.self) throws -> Number {
            try decoder.decode(type, from: Data(text.utf8))
        }
        #expect(try read("9223372036854775807.0") == Int.max)
        #expect(try read("18446744073709551615e0") == UInt64.max)
        #expect(try read("1e38") == Int128(1) * 10_000_000_000_000_000_000 * 10_000_000_000_000_000_000)
        #expect(throws: DecodingError.self) { try read("1.00000000000000000000000001", as: Int.self) }
        #expect(try read("0e1") == 0.0)
    }

    @Test func doublesAreRoundedCorrectly() throws {
        var random = SeededRandom(seed: 754)
        let texts = (0..<50_000).map { number -> String in
            switch number % 4 {
            case 0: return "\(Double(bitPattern: random.next() >> 1))"
            case 1:
                return
                    "\(random.next() >> UInt64.random(in: 0..<64, using: &random))e\(Int.random(in: -30...30, using: &random))"
            case 2: return "-\(Int.random(in: 0..<1000, using: &random)).\(random.next())"
            default: return "\(Double.random(in: -180...180, using: &random))"
            }
        }.filter { Double($0)?.isFinite == true && Double($0) != 0 }
        let numbers = try FreshetJSONDecoder().decode(
            [Double].self, from: Data("[\(texts.joined(separator: ","))]".utf8))
        #expect(numbers == texts.compactMap(Double.init))
        #expect(numbers.count > 40_000)
    }

    @Test func textsStandForWhatJSONHasNoNumbersFor() throws {
        decoders.standard.nonConformingFloatDecodingStrategy =
            .convertFromString(positiveInfinity: "∞", negativeInfinity: "-∞", nan: "?")
        var both = decoders
        both.ours.nonConformingFloatDecodingStrategy =
            .convertFromString(positiveInfinity: "∞", negativeInfinity: "-∞", nan: "?")
        for text in ["\"∞\"", "\"-∞\"", "\"\"", "\"1\"", "1", "null", "1e400"] {
            let double = both.outcomes(of: Double.self, from: Data(text.utf8))
            #expect(double.ours.agrees(with: double.standard), "\(text)")
            let float = both.outcomes(of: [Float].self, from: Data("[\(text)]".utf8))
            #expect(float.ours.agrees(with: float.standard), "\(text)")
        }
        let nan = try both.ours.decode(Double.self, from: Data("\"?\"".utf8))
        #expect(nan.isNaN)
    }
}
