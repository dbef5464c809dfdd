import Foundation
import FreshetJSON
import FreshetTesting
import Testing

/// Each strategy, compared with `JSONDecoder` on the same body.
@Suite struct StrategyTests {
    struct Event: Decodable, Equatable { var at: Date }

    private func compareDates(
        _ ours: FreshetJSONDecoder.DateDecodingStrategy, _ standard: JSONDecoder.DateDecodingStrategy, _ text: String
    ) {
        var decoders = BothDecoders()
        decoders.ours.dateDecodingStrategy = ours
        decoders.standard.dateDecodingStrategy = standard
        let (mine, theirs) = decoders.outcomes(of: [String: Event?].self, from: Data("{\"x\":{\"at\":\(text)}}".utf8))
        #expect(mine.agrees(with: theirs), "\(text): \(mine), not \(theirs)")
    }

    static let dates = [
        "2024-01-01T00:00:00Z", "1583-01-01T00:00:00Z", "1582-10-10T00:00:00Z", "1500-02-29T00:00:00Z",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z", "2024-02-29T23:59:59Z", "2023-02-29T00:00:00Z", "2000-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z",
        "2024-04-31T00:00:00Z", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "2024-01-00T00:00:00Z",
        "2024-01-32T00:00:00Z",
        "2024-01-01T24:00:00Z", "2024-01-01T23:59:60Z", "2024-01-01T23:60:00Z", "2024-01-01T00:00:00.5Z",
        "2024-01-01T00:00:00.123456Z", "2024-01-01T00:00:00+02:00", "2024-01-01T00:00:00-0330",
        "2024-01-01T00:00:00+02",
        "2024-01-01T00:00:00", "2024-01-01", "2024-01-01t00:00:00z", "2024-01-01 00:00:00Z", "2024-01-01T00:00:00z",
        "2024-1-1T00:00:00Z", "", "soon", "2024-01-01T0a:00:00Z", "2024-01-01T00:00:00\\u005a", "２０２４-01-01T00:00:00Z",
    ]

    @Test("ISO 8601", arguments: dates)
    func standardDatesAreReadAlike(_ text: String) {
        compareDates(.iso8601, .iso8601, "\"\(text)\"")
    }

    @Test func everyDayIsReadAlike() throws {
        let days = (0..<4_000).map { number in
            let start = Double(number * 37) * 86_400
            return Date(timeIntervalSince1970: start - 6_000_000_000 + Double(number))
        }
        let body = Data("[\(days.map { "\"\($0.ISO8601Format())\"" }.joined(separator: ","))]".utf8)
        #expect(try FreshetJSONDecoder(dates: .iso8601).decode([Date].self, from: body) == days)
        #expect(try FreshetJSONDecoder(dates: .internet).decode([Date].self, from: body) == days)
    }

    @Test("Numbers for dates", arguments: ["0", "1.5", "-1e9", "1e400", "\"0\"", "\"x\"", "null", "[]"])
    func numbersAreReadAlike(_ text: String) {
        compareDates(.deferredToDate, .deferredToDate, text)
        compareDates(.secondsSince1970, .secondsSince1970, text)
        compareDates(.millisecondsSince1970, .millisecondsSince1970, text)
        compareDates(.iso8601, .iso8601, text)
    }

    @Test func formattersAndClosuresReadDates() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "yyyy/MM/dd"
        for text in ["\"2026/03/01\"", "\"2026-03-01\"", "1", "null"] {
            compareDates(.formatted(formatter), .formatted(formatter), text)
        }
        let year: @Sendable (any Decoder) throws -> Date = { decoder in
            let container = try decoder.singleValueContainer()
            if container.decodeNil() { return .distantPast }
            return Date(timeIntervalSince1970: try container.decode(Double.self) * 1000)
        }
        for text in ["1", "\"x\"", "null"] { compareDates(.custom(year), .custom(year), text) }
    }

    @Test func internetDatesNeedNoZone() throws {
        let body = Data(
            #"["2026-03-01","2026-03-01 12:30","2026-03-01T13:30:00.25+01:00","2026-03-01T12:30:00Z"]"#.utf8)
        let dates = try FreshetJSONDecoder(dates: .internet).decode([Date].self, from: body)
        #expect(dates.map(\.timeIntervalSince1970) == [1_772_323_200, 1_772_368_200, 1_772_368_200.25, 1_772_368_200])
        let broken = Outcome {
            try FreshetJSONDecoder(dates: .internet).decode([Date].self, from: Data(#"["soon"]"#.utf8))
        }
        #expect(broken == .failure("dataCorrupted", path: ["Index 0/0"]))
    }

    @Test("Data", arguments: ["\"AQID\"", "\"AQ\"", "\"A=\"", "\"\"", "null", "1", "[1,2,255]", "[256]"])
    func dataIsReadAlike(_ text: String) {
        let body = Data("{\"a\":\(text)}".utf8)
        var decoders = BothDecoders()
        #expect(Self.agree(decoders.outcomes(of: [String: Data].self, from: body)))
        decoders.ours.dataDecodingStrategy = .deferredToData
        decoders.standard.dataDecodingStrategy = .deferredToData
        #expect(Self.agree(decoders.outcomes(of: [String: Data].self, from: body)))
        let letters: @Sendable (any Decoder) throws -> Data = { Data(try String(from: $0).utf8) }
        decoders.ours.dataDecodingStrategy = .custom(letters)
        decoders.standard.dataDecodingStrategy = .custom(letters)
        #expect(Self.agree(decoders.outcomes(of: [String: Data].self, from: body)))
    }

    private static func agree<Value>(_ outcomes: (ours: Outcome<Value>, standard: Outcome<Value>)) -> Bool {
        outcomes.ours.agrees(with: outcomes.standard)
    }

    /// The keys of an object as the decoder reports them.
    private struct Keys: Decodable, Equatable {
        let names: Set<String>

        init(from decoder: any Decoder) throws {
            names = Set(try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue))
        }
    }

    @Test(
        "Snake case",
        arguments: [
            "a", "a_b", "aB", "_a_b_", "__a", "a__b", "A_B", "ONE_TWO", "one_TWO", "_", "__", "___", "a_", "",
            "HTTPServer",
            "URL_string", "a-b_c", "a b_c d", "a_bCd", "a_1b", "éa_ÉB", "ß_ßa", "a_İ", "one_ΣΣ", "a_ﬁx", "x_a'b", "😀_😀",
        ])
    func snakeCaseIsConvertedAlike(_ key: String) {
        var decoders = BothDecoders()
        decoders.ours.keyDecodingStrategy = .convertFromSnakeCase
        decoders.standard.keyDecodingStrategy = .convertFromSnakeCase
        #expect(Self.agree(decoders.outcomes(of: Keys.self, from: Data("{\"\(key)\":1}".utf8))), "\(key)")
        #expect(Self.agree(decoders.outcomes(of: [String: Int].self, from: Data("{\"\(key)\":1}".utf8))), "\(key)")
        #expect(Self.agree(decoders.outcomes(of: [Int: Int].self, from: Data("{\"\(key)\":1}".utf8))), "\(key)")
    }

    /// The values of some keys, and whether there are any.
    private struct Searched: Decodable, Equatable {
        struct Key: Equatable {
            let name: String
            let isThere: Bool
            let value: Int?
        }

        static let names = CodingUserInfoKey(rawValue: "names")!
        let keys: [Key]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            keys = try (decoder.userInfo[Self.names] as? [String] ?? []).map { name in
                let key = AnyKey(name)
                return Key(
                    name: name, isThere: container.contains(key),
                    value: try container.decodeIfPresent(Int.self, forKey: key))
            }
        }
    }

    @Test("A key in snake case is found as by JSONDecoder", arguments: 0..<4)
    func snakeCaseIsSearchedAlike(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let pieces = [
            "_", "_", "__", "a", "B", "id", "URL", "1", "2x", "-", ".", " ", "'t", "é", "Ω", "\\u0061", "\\n",
        ]
        func key(_ random: inout SeededRandom) -> String {
            let count = Int.random(in: 1...6, using: &random)
            return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
        for _ in 0..<TestLength.count(500, long: 20_000) {
            // More than 64 keys take another way, as do keys that are not ASCII.
            let count = Int.random(in: 1...9, using: &random) == 9 ? 70 : Int.random(in: 1...5, using: &random)
            let keys = (0..<count).map { _ in key(&random) }
            let body = Data("{\(keys.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ","))}".utf8)
            let standard = JSONDecoder()
            standard.keyDecodingStrategy = .convertFromSnakeCase
            let converted = try standard.decode(Keys.self, from: body).names
            let names = Array(converted.union(keys).union([key(&random)]))
            standard.userInfo = [Searched.names: names]
            let expected = try standard.decode(Searched.self, from: body).keys
            var ours = FreshetJSONDecoder(keys: .convertFromSnakeCase)
            ours.userInfo = [Searched.names: names]
            #expect(try ours.decode(Searched.self, from: body).keys == expected, "\(keys)")
            // Some are the first that is searched for in a body.
            let limit = TestLength.count(8, long: names.count)
            let first = try names.prefix(limit).flatMap { name in
                ours.userInfo = [Searched.names: [name]]
                return try ours.decode(Searched.self, from: body).keys
            }
            #expect(first == Array(expected.prefix(limit)), "\(keys)")
        }
    }
}
