import Foundation
import FreshetCore
import FreshetJSON
import FreshetTesting
import HTTPTypes
import Testing

/// What a service writes it reads again.
struct BodyEncoderTests {
    /// A value with everything that JSON bodies hold.
    struct Everything: Codable, Hashable, Sendable {
        struct Part: Codable, Hashable, Sendable {
            var publishedAt: Date
            var viewCount: Int
        }

        enum Color: String, Codable, CaseIterable { case red, green }

        var text: String
        var dateOfBirth: Date
        var dates: [Date]
        var number: Double
        var count: Int64
        var isOpen: Bool
        var missing: String?
        var bytes: Data
        var link: URL
        var id: UUID
        var color: Color
        var parts: [Part]
        var named: [String: Part]

        init(_ random: inout SeededRandom) {
            text = random.text()
            dateOfBirth = random.date()
            dates = (0..<3).map { _ in random.date() }
            number = Double(bitPattern: random.next())
            if !number.isFinite { number = 0.1 }
            count = Int64(bitPattern: random.next())
            isOpen = random.isEven()
            missing = random.isEven() ? nil : random.text()
            bytes = Data((0..<Int.random(in: 0...9, using: &random)).map { UInt8(truncatingIfNeeded: $0 &* 37) })
            link = URL(string: "https://shop.example/a/b?c=\(random.next())")!
            let last = UInt8(truncatingIfNeeded: random.next())
            id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, last))
            color = random.isEven() ? .red : .green
            parts = (0..<2).map { Part(publishedAt: random.date(), viewCount: $0) }
            named = ["plain": parts[0], "é/\"\n": parts[1]]
        }
    }

    @Test("A service reads what it writes", arguments: 0..<200)
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let value = Everything(&random)
        let service = Shop()
        let body = try service.encoder.encode(value)
        #expect(try service.decoder.decode(Everything.self, from: body) == value)
        #expect(try JSONDecoder.freshet.decode(Everything.self, from: body) == value)
        #expect(try service.encoder.encode(value) == body)
    }

    @Test("The pair for keys with underscores agrees, too", arguments: 0..<20)
    func snakeCase(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var value = Everything(&random)
        value.named = [:]
        let body = try JSONEncoder.snakeCaseConverting.encode(value)
        #expect(String(decoding: body, as: UTF8.self).contains(#""date_of_birth""#))
        #expect(try JSONDecoder.snakeCaseConverting.decode(Everything.self, from: body) == value)
        #expect(try FreshetJSONDecoder.snakeCaseConverting.decode(Everything.self, from: body) == value)
    }

    @Test("Every date comes back the same", arguments: 0..<400)
    func dates(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let date = random.date()
        let text = try #require(InternetDate.text(of: date))
        #expect(InternetDate.date(from: text) == date, "\(text)")
        #expect(try FreshetJSONDecoder.freshet.decode([Date].self, from: Data(#"["\#(text)"]"#.utf8)) == [date])
    }

    @Test(
        "Dates are written as RFC 3339 wants them",
        arguments: [
            (0.0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (1_772_368_245, "2026-03-01T12:30:45Z"),
            (1_772_368_245.5, "2026-03-01T12:30:45.500Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
            (978_307_199.75, "2000-12-31T23:59:59.750Z"), (-0.25, "1969-12-31T23:59:59.750Z"),
            (-62_167_219_200, "0000-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        ])
    func texts(seconds: Double, text: String) {
        #expect(InternetDate.text(of: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(
        "Dates without a year of four digits are errors",
        arguments: [-62_167_219_200.5, 253_402_300_800, .infinity, -.infinity, .nan, 1e300])
    func years(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(InternetDate.text(of: date) == nil)
        let error = #expect(throws: EncodingError.self) { try JSONEncoder.freshet.encode([date]) }
        #expect("\(error!)".contains("four digits"))
    }

    @Test func aServiceChoosesItsEncoder() async throws {
        struct Loud: BodyEncoder {
            func encode<Value: Encodable>(_ value: Value) throws -> Data { Data("LOUD".utf8) }
        }
        struct LoudShop: Service {
            let baseURL = "https://loud.example"
            var encoder: any BodyEncoder { Loud() }
        }
        let stub = StubTransport { _ in .status(204) }
        let client = Client(LoudShop(), transport: stub, cache: nil, retry: .never)
        func sent(_ body: RequestBody) async throws -> String {
            try await client.value(for: Request<LoudShop, Void>("items", method: .post, body: body, reading: .nothing))
            guard case .bytes(let bytes)? = stub.requests.last?.body else { return "" }
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(try await sent(.json([1])) == "LOUD")
        #expect(try await sent(.json([1], encoder: JSONEncoder())) == "[1]")
        #expect(try await sent(.bytes(Data("as it is".utf8))) == "as it is")
        #expect(stub.requests[0].head.headerFields[.contentType] == "application/json")
    }
}

extension SeededRandom {
    fileprivate mutating func isEven() -> Bool { next() % 2 == 0 }

    fileprivate mutating func text() -> String {
        let pieces = ["tea", "\"", "\\", "\n", "é", "🙂", "/", "\u{0}", "\u{2028}", " "]
        return (0..<Int.random(in: 0...6, using: &self)).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
    }

    /// A date of the years 1 to 9999, most of them of our time, with every precision.
    fileprivate mutating func date() -> Date {
        let seconds =
            isEven()
            ? Double.random(in: 1e8...2e9, using: &self) : Double.random(in: -6.2e10...2.5e11, using: &self)
        switch next() % 4 {
        case 0: return Date(timeIntervalSince1970: seconds.rounded())
        case 1: return Date(timeIntervalSince1970: (seconds * 1000).rounded() / 1000)
        case 2: return Date(timeIntervalSinceReferenceDate: seconds / 100)
        default: return Date(timeIntervalSinceReferenceDate: seconds)
        }
    }
}
