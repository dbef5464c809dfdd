import Testing

@testable import Emulator

struct SearchQueryTests {
    private static let text = "Winter sport towns fear climate change, as Éva Åberg's café in Zürich reports. 气候变化影响滑雪"

    @Test(
        "The search syntax",
        arguments: [
            ("sport", true), ("SPORT", true), ("sports", false), ("winter towns", true), ("winter moon", false),
            ("\"climate change\"", true), ("\"change climate\"", false), ("“climate change”", true),
            ("+winter +fear", true),
            ("winter -sport", false), ("winter -moon", true), ("winter NOT moon", true), ("winter NOT sport", false),
            ("moon OR sport", true), ("moon OR mars", false), ("moon OR mars OR fear", true),
            ("winter AND sport", true),
            ("winter AND moon", false), ("winter AND (moon OR sport)", true), ("winter AND NOT (moon OR sport)", false),
            ("moon OR winter sport", true), ("(moon OR winter) mars", false), ("-moon", true),
            ("-\"climate change\"", false),
            ("eva aberg", true), ("cafe", true), ("Zurich", true), ("气候", true), ("气球", false), ("or", false),
            ("and", false),
            ("(winter", true), ("winter)", true), ("((winter) AND (sport))", true), ("\"winter", true),
            ("winter AND", true),
            ("OR winter", true), ("NOT", true), ("", true), ("---", true), ("+", true), ("winter - moon", false),
            ("\"\"", true),
        ] as [(String, Bool)])
    func syntax(query: String, matches: Bool) {
        #expect(SearchQuery(query).matches(SearchableText([Self.text])) == matches)
    }

    @Test func aPhraseDoesNotReachAcrossTexts() {
        #expect(!SearchQuery("\"change now\"").matches(SearchableText(["climate change", "now what"])))
    }

    @Test func hitsAreCounted() {
        let text = SearchableText(["rain and rain and more rain"])
        #expect(SearchQuery("rain").hits(in: text) == 3)
        #expect(SearchQuery("rain -snow").hits(in: text) == 3)
        #expect(SearchQuery("snow").hits(in: text) == 0)
    }
}
