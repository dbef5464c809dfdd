import BenchmarkKit
import Foundation
import Freshet
import HackerNews
import JSONPlaceholder
import NewsAPI
import TMDb
import TheMealDB

/// Compares the speed of FreshetJSON with that of `JSONDecoder`, on lists of the five services and on common kinds of
/// JSON.
///
/// Both decode the same bodies in turn. A result is the median processor time of seven rounds.
enum Decoding {
    private static let rounds = 7

    /// The results for one body, as processor time in microseconds.
    private struct Row: Codable {
        var body: String
        var bytes: Int
        var standard: Double
        var ours: Double
        var timesAsFast: Double
    }

    static func measure(json file: String?, thresholds: String?) throws {
        var rows: [Row] = []
        func compare<Value: Decodable>(
            _ name: String, _ decoders: Decoders, _ body: Data, _ type: Value.Type
        ) throws {
            rows.append(try row(name, decoders, body, type, type))
        }
        let dates = Decoders(.iso8601, .iso8601)
        let news = Bodies.news(articles: 20)
        try compare("news, Decodable", dates, news, PlainNews.self)
        rows.append(try row("news, JSONReadable", dates, news, PlainNews.self, ReadNews.self))

        let services = Decoders(JSONDecoder.freshet, FreshetJSONDecoder.freshet)
        let seconds = Decoders(.secondsSince1970, .secondsSince1970)
        try compare("NewsAPI articles", dates, news, NewsAPI.ArticlePage.self)
        try compare("HackerNews items", seconds, Bodies.items(count: 30), [HackerNews.Item?].self)
        try compare("HackerNews ids", seconds, Bodies.numbers(count: 500), [Int].self)
        try compare("TMDb movies", services, Bodies.movies(count: 20), TMDb.MoviePage.self)
        try compare("TheMealDB meals", services, Bodies.meals(count: 25), MealList.self)
        try compare("JSONPlaceholder photos", services, Bodies.photos(count: 100), [JSONPlaceholder.Photo].self)
        try compare("JSONPlaceholder posts", services, Bodies.posts(count: 100), [JSONPlaceholder.Post].self)

        try compare("coordinates, 6 places", dates, Bodies.coordinates(count: 5_000, places: 6), [[[Double]]].self)
        try compare("coordinates, 15 places", dates, Bodies.coordinates(count: 5_000, places: 15), [[[Double]]].self)
        try compare("whole numbers", dates, Bodies.numbers(count: 20_000), [Int].self)
        try compare("deep", dates, Bodies.deep(500), Nested.self)
        try compare("long texts", dates, Bodies.texts("lorem ipsum dolor ", times: 500, count: 50), [String].self)
        try compare("escapes", dates, Bodies.texts(#"a\n\"b\" \u00e9\t"#, times: 20, count: 500), [String].self)
        try compare("Cyrillic", dates, Bodies.texts("Привет, мир! ", times: 20, count: 500), [String].self)
        try compare("Chinese", dates, Bodies.texts("今天的新闻真不少。", times: 20, count: 500), [String].self)
        try compare("emoji", dates, Bodies.texts("😀👍🏽 ", times: 20, count: 500), [String].self)
        let cells = rows.map {
            [$0.body, "\($0.bytes)", $0.standard.text(1), $0.ours.text(1), $0.timesAsFast.text(1)]
        }
        print(table([["body", "bytes", "JSONDecoder µs", "FreshetJSON µs", "times as fast"]] + cells))
        try write(rows, to: file)
        if let thresholds { try verdict(on: rows, by: Thresholds(file: thresholds)).conclude() }
    }

    private static func verdict(on rows: [Row], by thresholds: Thresholds) -> Verdict {
        var verdict = Verdict()
        for bound in thresholds.decoding {
            if let row = rows.first(where: { $0.body == bound.body }) {
                verdict.check("\(bound.body), times as fast", row.timesAsFast, atLeast: bound.atLeast)
            } else {
                verdict.miss(bound.body)
            }
        }
        return verdict
    }

    private struct Decoders {
        let standard: JSONDecoder
        let ours: FreshetJSONDecoder

        init(_ standard: JSONDecoder, _ ours: FreshetJSONDecoder) {
            self.standard = standard
            self.ours = ours
        }

        init(_ standard: JSONDecoder.DateDecodingStrategy, _ ours: FreshetJSONDecoder.DateDecodingStrategy) {
            self.standard = JSONDecoder()
            self.standard.dateDecodingStrategy = standard
            self.ours = FreshetJSONDecoder(dates: ours)
        }
    }

    private static func row<Standard: Decodable, Ours: Decodable>(
        _ name: String, _ decoders: Decoders, _ body: Data, _ standard: Standard.Type, _ ours: Ours.Type
    ) throws -> Row {
        let once = try time(1) { _ = try decoders.standard.decode(standard, from: body) }
        let repetitions = max(1, Int(50_000 / max(1, once)))
        var times: (standard: [Double], ours: [Double]) = ([], [])
        for _ in 0..<rounds {
            times.standard.append(try time(repetitions) { _ = try decoders.standard.decode(standard, from: body) })
            times.ours.append(try time(repetitions) { _ = try decoders.ours.decode(ours, from: body) })
        }
        let (before, after) = (times.standard.sorted()[rounds / 2], times.ours.sorted()[rounds / 2])
        return Row(body: name, bytes: body.count, standard: before, ours: after, timesAsFast: before / after)
    }

    /// Returns the processor time of an operation in microseconds, which other processes do not change.
    private static func time(_ repetitions: Int, _ operation: () throws -> Void) rethrows -> Double {
        let start = clock()
        for _ in 0..<repetitions { try operation() }
        return Double(clock() - start) * 1_000_000 / Double(CLOCKS_PER_SEC) / Double(repetitions)
    }

    private struct MealList: Decodable { var meals: [TheMealDB.Meal] }

    /// A value that consists of nested arrays.
    private struct Nested: Decodable {
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd { _ = try container.decode(Nested.self) }
        }
    }
}
