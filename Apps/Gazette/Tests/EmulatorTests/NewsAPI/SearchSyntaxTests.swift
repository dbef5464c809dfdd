import Testing

@testable import Emulator

@Suite struct SearchSyntaxTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let query: String
        let text: String
        let matches: Bool

        init(_ query: String, _ text: String, _ matches: Bool) {
            self.query = query
            self.text = text
            self.matches = matches
        }

        var testDescription: String { "\(query) in \(text)" }
    }

    private static let deep = String(repeating: "(", count: 100_000)

    static let wordCases = [
        Case("rain", "Rain in the hills", true),
        Case("RAIN", "rain in the hills", true),
        Case("rain", "Rainy days", false),
        Case("rain hills", "Rain in the hills", true),
        Case("hills rain", "Rain in the hills", true),
        Case("rain snow", "Rain in the hills", false),
        Case("cafe", "The Café reopens", true),
        Case("café", "The CAFE reopens", true),
        Case("Munchen", "Neues aus München", true),
        Case("don't", "They don’t agree", true),
        Case("covid-19", "A Covid-19 survey", true),
        Case("covid-19", "Covid in 19 towns", false),
        Case("2026", "In 2026, rain", true),
        Case("and", "Salt and pepper", true),
        Case("дождь", "Дождь в городе", true),
        Case("مطر", "مطر في المدينة", true),
        Case("北京", "今日北京天气", true),
        Case("上海", "今日北京天气", false),
    ]

    static let phraseCases = [
        Case("\"in the hills\"", "Rain in the hills", true),
        Case("\"the hills in\"", "Rain in the hills", false),
        Case("\"in the\" rain", "Rain in the hills", true),
        Case("“in the hills”", "Rain in the hills", true),
        Case("\"in, the -- hills!\"", "Rain in the hills", true),
        Case("\"OR\"", "Rain or snow", true),
        Case("rain\"the hills\"", "Rain in the hills", true),
        Case("-\"the hills\"", "Rain in the hills", false),
        Case("+\"the hills\"", "Rain in the hills", true),
    ]

    static let operatorCases = [
        Case("rain AND hills", "Rain in the hills", true),
        Case("rain AND snow", "Rain in the hills", false),
        Case("rain OR snow", "Rain in the hills", true),
        Case("sun OR snow", "Rain in the hills", false),
        Case("NOT snow", "Rain in the hills", true),
        Case("rain NOT hills", "Rain in the hills", false),
        Case("rain AND NOT snow", "Rain in the hills", true),
        Case("NOT NOT rain", "Rain in the hills", true),
        // AND binds closer than OR, NOT closer than AND.
        Case("rain OR snow AND wind", "rain", true),
        Case("rain OR snow wind", "rain", true),
        Case("snow wind OR rain", "snow", false),
        Case("NOT rain OR snow", "snow rain", true),
        Case("NOT rain AND snow", "snow", true),
        Case("(rain OR snow) AND wind", "rain", false),
        Case("(rain OR snow) wind", "wind snow", true),
        Case("wind (rain OR snow)", "wind snow", true),
        Case("NOT (rain OR snow)", "wind", true),
        Case("NOT (rain OR snow)", "rain", false),
        Case("((rain))", "rain", true),
        Case("(rain (snow OR (wind fog)))", "rain wind fog", true),
        Case("(rain (snow OR (wind fog)))", "rain wind", false),
    ]

    static let signCases = [
        Case("+rain", "rain", true),
        Case("+rain snow", "rain", false),
        Case("-rain", "snow", true),
        Case("-rain", "rain", false),
        Case("snow -rain", "snow rain", false),
        // What has a sign holds for the whole group.
        Case("rain OR snow -sport", "rain sport", false),
        Case("rain OR snow -sport", "rain", true),
        Case("-sport rain OR snow", "snow sport", false),
        Case("rain OR snow +wind", "rain", false),
        Case("rain OR snow +wind", "rain wind", true),
        Case("+rain OR snow", "rain", true),
        Case("+rain OR snow", "snow", false),
        Case("rain OR -sport", "snow", false),
        Case("rain OR -sport", "rain", true),
        Case("(rain -sport) OR snow", "snow sport", true),
        Case("-(rain snow)", "rain", true),
        Case("-(rain snow)", "rain snow", false),
        Case("+(rain OR snow) wind", "snow wind", true),
        Case("--rain", "rain", false),
        Case("- rain", "rain", true),
        Case("+ rain", "rain", true),
        Case("rain - snow", "rain snow", true),
        Case("−rain", "rain", false),
    ]

    static let carelessCases = [
        Case("\"in the hills", "Rain in the hills", true),
        Case("rain \"", "rain", true),
        Case("(rain OR snow", "snow", true),
        Case("rain OR snow)", "snow", true),
        Case("rain) OR snow", "snow", true),
        Case(")))rain(((", "rain", true),
        Case("() rain", "rain", true),
        Case("rain OR", "snow", false),
        Case("OR rain", "rain", true),
        Case("OR rain", "snow", false),
        Case("AND AND rain AND", "rain", true),
        Case("rain AND OR snow", "snow", true),
        Case("rain OR ()", "snow", false),
        Case("rain OR \"\"", "snow", false),
        Case("rain NOT", "rain", true),
        Case("NOT", "rain", true),
        Case("OR", "rain", true),
        Case("\"\"", "rain", true),
        Case("-\"\"", "rain", true),
        Case("!?…", "rain", true),
        Case("", "rain", true),
        Case("", "", true),
        Case("\(deep)rain", "rain", true),
        Case("\(deep)rain OR snow\(String(repeating: ")", count: 100_000))", "snow", true),
        Case(String(repeating: "NOT ", count: 100_000) + "rain", "rain", true),
        Case(String(repeating: "-", count: 100_001) + "rain", "rain", false),
        Case(String(repeating: "(-", count: 100_000) + "rain", "fog", false),
        Case(String(repeating: "rain OR ", count: 10_000), "rain", true),
    ]

    @Test("Words", arguments: wordCases)
    func words(_ example: Case) { check(example) }

    @Test("Phrases", arguments: phraseCases)
    func phrases(_ example: Case) { check(example) }

    @Test("Operators", arguments: operatorCases)
    func operators(_ example: Case) { check(example) }

    @Test("Signs", arguments: signCases)
    func signs(_ example: Case) { check(example) }

    @Test("Careless typing", arguments: carelessCases.indices)
    func careless(_ index: Int) { check(Self.carelessCases[index]) }

    private func check(_ example: Case) {
        let matches = SearchQuery(example.query).matches(SearchableText([example.text]))
        #expect(matches == example.matches, "\(example.query.prefix(80))")
    }

    @Test func phraseMatchesAcrossNoBorder() {
        let text = SearchableText(["Rain in", "the hills"])
        #expect(!SearchQuery("\"in the\"").matches(text))
        #expect(SearchQuery("in the").matches(text))
    }

    @Test func emptyTextIsFoundByWhatItLacks() {
        #expect(SearchQuery("-rain").matches(SearchableText([])))
        #expect(!SearchQuery("rain").matches(SearchableText([nil])))
    }

    @Test(
        "Hits",
        arguments: [
            ("rain", 2), ("rain OR hills", 3), ("\"rain falls\"", 1), ("-rain", 0), ("hills -snow", 1), ("!", 0),
        ])
    func hits(query: String, count: Int) {
        let text = SearchableText(["Rain falls and falls: more rain in the hills"])
        #expect(SearchQuery(query).hits(in: text) == count)
    }

    @Test func neighboursAreCountedEach() {
        #expect(SearchQuery("rain").hits(in: SearchableText(["rain rain rain"])) == 3)
    }
}
