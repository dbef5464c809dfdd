import Foundation
import Freshet
import FreshetLenientJSON
import Testing

struct LossyArrayTests {
    private struct Movie: Decodable, Equatable {
        let title: String
        let released: Date?
    }

    /// Decodes by both decoders.
    private func decode(_ json: String) throws -> LossyArray<Movie> {
        let movies = try FreshetJSONDecoder.freshet.decode(LossyArray<Movie>.self, from: Data(json.utf8))
        let standard = try JSONDecoder.freshet.decode(LossyArray<Movie>.self, from: Data(json.utf8))
        #expect(standard.elements == movies.elements)
        #expect(standard.skippedCount == movies.skippedCount)
        #expect(standard.failures.map(\.codingPath) == movies.failures.map(\.codingPath))
        return movies
    }

    @Test("One broken element loses nothing else (T2, T16)")
    func brokenElements() throws {
        let movies = try decode(
            #"[{"title":"A","released":"2026-01-01"},{"title":null},7,{"title":"B","released":""},null,{"title":"C"}]"#)
        #expect(movies.map(\.title) == ["A", "C"])
        #expect(movies.skippedCount == 4)
        #expect(movies.failures.map(\.codingPath) == ["[1].title", "[2]", "[3].released", "[4]"])
    }

    @Test(
        "What stands for an empty list",
        arguments: [
            "null", "[]", "{}", "{ }", "false", "0", "0.0", "\"\"", "\" \"", "\"no data found\"", "\"No results.\"",
            "\"none found\"", "\"Nothing found\"", "\"No meals found\"", "\"not found\"",
        ])
    func empty(json: String) throws {
        let movies = try decode(json)
        #expect(movies.isEmpty)
        #expect(movies.skippedCount == 0)
    }

    @Test(
        "Other things are errors",
        arguments: [
            "true", "1", "-1", "1e300", "{\"title\":\"A\"}", "{\"0\":{}}", "\"Invalid ID\"", "\"no access\"",
            "\"No key of this name was found\"",
        ])
    func errors(json: String) {
        #expect(throws: DecodingError.self) { try decode(json) }
    }

    @Test func reportsAreBounded() throws {
        let movies = try decode("[\(Array(repeating: "1", count: 500).joined(separator: ","))]")
        #expect(movies.skippedCount == 500)
        #expect(movies.failures.count == LossyArray<Movie>.reportLimit)
    }

    @Test func elementsFollowTheDecodersStrategies() throws {
        let decoders: [any BodyDecoder] = [FreshetJSONDecoder.freshet, JSONDecoder.freshet]
        for decoder in decoders {
            let dates = try decoder.decode(
                LossyArray<Date>.self, from: Data(#"["2026-01-01","no","2026-01-02"]"#.utf8))
            #expect(dates.count == 2)
            #expect(dates[1].timeIntervalSince(dates[0]) == 86_400)
        }
    }
}
