import RawStructuredFieldValues
import Testing

@testable import FreshetHTTP

/// Lists and dictionaries as RFC 9651 §4.2 reads them.
struct StructuredFieldTests {
    private typealias Parameters = OrderedMap<String, RFC9651BareItem>

    private func item(_ item: RFC9651BareItem, _ parameters: Parameters = [:]) -> ItemOrInnerList {
        .item(bare(item, parameters))
    }

    private func bare(_ item: RFC9651BareItem, _ parameters: Parameters = [:]) -> Item {
        Item(bareItem: item, parameters: parameters)
    }

    private func innerList(_ items: BareInnerList, _ parameters: Parameters = [:]) -> ItemOrInnerList {
        .innerList(InnerList(bareInnerList: items, parameters: parameters))
    }

    @Test("RFC 9651 §3.1: lists") func lists() {
        #expect(StructuredField.list("") == [])
        #expect(
            StructuredField.list("  sugar, \"tea\" ,\trum  ") == [
                item(.token("sugar")), item(.string("tea")), item(.token("rum")),
            ])
        #expect(
            StructuredField.list("Edge-1;hit; ttl=-30;x=?0, \"a \\\"b\\\\\";detail=1.5") == [
                item(.token("Edge-1"), ["hit": true, "ttl": -30, "x": false]),
                item(.string("a \"b\\"), ["detail": .decimal(PseudoDecimal(mantissa: 15, exponent: -1))]),
            ])
        #expect(
            StructuredField.list("(\"a\"  b;q=1 );r, ()") == [
                innerList([bare(.string("a")), bare(.token("b"), ["q": 1])], ["r": true]),
                innerList([]),
            ])
        #expect(StructuredField.list(":aGk=:, @1659578233, %\"f%c3%bc\"")?.count == 3)
        #expect(StructuredField.list("*a/b:c") == [item(.token("*a/b:c"))])
    }

    @Test("RFC 9651 §3.2: dictionaries") func dictionaries() {
        #expect(StructuredField.dictionary("") == [:])
        #expect(
            StructuredField.dictionary("a, b;x=1, c=(\"d\"), a=?0, *e_-.*=2") == [
                "a": item(false), "b": item(true, ["x": 1]),
                "c": innerList([bare(.string("d"))]), "*e_-.*": item(2),
            ])
    }

    @Test(
        "RFC 9651 §4.2: one mistake makes it no field",
        arguments: [
            "a,", "a,,b", ",a", "a b", "\"a", "\"a\\n\"", "\"\u{FC}\"", "1234567890123456", "1.", "1.1234",
            "1234567890123.1",
            "-", "?2", "?", "(a", "(a,b)", "(\"a\"\"b\")", "a;", "a;B", "a;b=", ":a b:", ":a", "@1.5", "@x", "%x", "=1",
            "{", "a\u{0}",
        ])
    func mistakes(text: String) {
        #expect(StructuredField.list(text) == nil)
    }

    /// The parser takes as many comparisons as the square of the number of keys.
    @Test func aFieldWithTooManyMembersIsNone() {
        #expect(StructuredField.list(String(repeating: "a,", count: 4096) + "a")?.count == 4097)
        #expect(StructuredField.list(String(repeating: "a;", count: 4097) + "a") == nil)
        #expect(StructuredField.dictionary((0..<5000).map { "a\($0)" }.joined(separator: ",")) == nil)
    }

    @Test(arguments: ["A=1", "a=", "a=,b", "a;", "1=a", "a=1,", "a =1", "\"a\"=1"])
    func mistakesOfDictionaries(text: String) {
        #expect(StructuredField.dictionary(text) == nil)
    }
}
