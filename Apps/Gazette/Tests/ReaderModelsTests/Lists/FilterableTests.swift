import ReaderModels
import Testing

struct FilterableTests {
    struct Fruit: Filterable, Equatable {
        let filterFields: [String]
    }

    static let apple = Fruit(filterFields: ["Apple", "red and round"])
    static let pear = Fruit(filterFields: ["Pear", "green"])

    @Test(
        "Filter",
        arguments: [
            ("", [apple, pear]), ("  \n", [apple, pear]), ("APP", [apple]), ("Green", [pear]), (" red   and ", [apple]),
            ("apple pear", []), ("r", [apple, pear]),
        ])
    func filter(text: String, expected: [Fruit]) {
        #expect([Self.apple, Self.pear].filtered(by: text) == expected)
    }

    @Test func whatHasNoTextMatchesNoText() {
        #expect([Fruit(filterFields: [])].filtered(by: "a").isEmpty)
        #expect([Fruit(filterFields: [])].filtered(by: "").count == 1)
    }
}
