import Testing

@testable import Emulator

@Suite struct QueryItemsTests {
    @Test(
        "Values",
        arguments: [
            ("q=rain", "rain"), ("q=a+b%20c", "a b c"), ("q=%2B%26%3D", "+&="), ("q=a=b", "a=b"), ("%71=rain", "rain"),
            ("q=M%C3%BCnchen", "München"), ("q=100%", "100%"), ("q=%+A%-1", "% A%-1"), ("q=%zz", "%zz"),
            ("q=%FF", "\u{FFFD}"), ("x=1&q=first&q=second", "first"),
        ])
    func values(query: String, expected: String) {
        #expect(QueryItems(query)["q"] == expected)
    }

    @Test("Nothing", arguments: [nil, "", "q", "q=", "Q=rain", "&&", "="])
    func nothing(_ query: String?) {
        #expect(QueryItems(query)["q"] == nil)
    }

    @Test func caseIsIgnoredWhereAsked() {
        #expect(QueryItems("APIkey=k").value(ignoringCase: "apiKey") == "k")
    }
}
