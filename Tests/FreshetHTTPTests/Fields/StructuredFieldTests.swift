import FreshetHTTP
import Testing

/// Lists and dictionaries as RFC 9651 §4.2 reads them.
struct StructuredFieldTests {
    private typealias Member = StructuredField.Member

    private func item(_ item: StructuredField.BareItem, _ parameters: StructuredField.Parameters = [:]) -> Member {
        Member(value: .item(item), parameters: parameters)
    }

    @Test("RFC 9651 §3.1: lists") func lists() {
        #expect(StructuredField.list("") == [])
        #expect(
            StructuredField.list("  sugar, \"tea\" ,\trum  ") == [
                item(.token("sugar")), item(.string("tea")), item(.token("rum")),
            ])
        #expect(
            StructuredField.list("Edge-1;hit; ttl=-30;x=?0, \"a \\\"b\\\\\";detail=1.5") == [
                item(.token("Edge-1"), ["hit": .boolean(true), "ttl": .integer(-30), "x": .boolean(false)]),
                item(.string("a \"b\\"), ["detail": .decimal(1.5)]),
            ])
        #expect(
            StructuredField.list("(\"a\"  b;q=1 );r, ()") == [
                Member(value: .innerList([.string("a"), .token("b")]), parameters: ["r": .boolean(true)]),
                Member(value: .innerList([]), parameters: [:]),
            ])
        #expect(StructuredField.list(":aGk=:, @1659578233, %\"f%c3%bc\"")?.count == 3)
        #expect(StructuredField.list("*a/b:c") == [item(.token("*a/b:c"))])
    }

    @Test("RFC 9651 §3.2: dictionaries") func dictionaries() {
        #expect(StructuredField.dictionary("") == [:])
        #expect(
            StructuredField.dictionary("a, b;x=1, c=(\"d\"), a=?0, *e_-.*=2") == [
                "a": item(.boolean(false)), "b": item(.boolean(true), ["x": .integer(1)]),
                "c": Member(value: .innerList([.string("d")]), parameters: [:]), "*e_-.*": item(.integer(2)),
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

    @Test(arguments: ["A=1", "a=", "a=,b", "a;", "1=a", "a=1,", "a =1", "\"a\"=1"])
    func mistakesOfDictionaries(text: String) {
        #expect(StructuredField.dictionary(text) == nil)
    }
}
