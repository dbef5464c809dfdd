import FreshetHTTP
import HTTPTypes
import Testing

/// Which parts of a query matter: `No-Vary-Search`.
struct SearchVarianceTests {
    private func variance(_ text: String) -> SearchVariance? { SearchVariance([.noVarySearch: text]) }

    @Test(
        "Two queries with the same response",
        arguments: [
            ("key-order", "a=1&b=2", "b=2&a=1", true), ("key-order", "a=1&a=2", "a=2&a=1", false),
            ("key-order", "a=1", "a=1&b=2", false), ("params", "a=1", "b=2", true), ("params", "", "b=2", true),
            ("params=(\"utm\")", "a=1&utm=x", "utm=y&a=1", true), ("params=(\"utm\")", "a=1&b=2", "b=2&a=1", false),
            ("params=(\"utm\")", "a=1", "a=1&utm", true),
            ("params=(\"utm\" \"b\"), key-order", "c=1&a=1", "b=7&a=1&c=1", true),
            ("params, except=(\"id\")", "id=1&x=2", "y=3&id=1", true),
            ("params, except=(\"id\")", "id=1", "id=2", false),
            // Names and values are compared as they are read, not as they are written.
            ("params=(\"x\")", "a=%62&%63=+", "a=b&c=%20", true),
            ("params=(\"%c3%bc+b\")", "%C3%BC%20b=1&a=1", "a=1", true),
            ("params=(\"%c3%a9\")", "e%CC%81=1", "e%CC%81=2", false),
            ("params=(\"x\")", "a", "a=", true), ("params=(\"x\")", "a=1&&b", "a=1&b=", true),
            ("params=(\"x\")", "a=%zz", "a=%25zz", true), ("params=(\"x\")", "a=b%26c", "a=b&c", false),
            // What identifies callers matters in any case.
            ("params", "token=1", "token=2", false), ("params=?0, key-order", "a=1&b=2", "b=2&a=1", true),
            ("key-order;x=1, other=7", "a=1&b=2", "b=2&a=1", true),
        ] as [(String, String, String, Bool)])
    func queries(field: String, first: String, second: String, isSame: Bool) throws {
        let variance = try #require(SearchVariance([.noVarySearch: field]))
        #expect((variance.essence(of: first) == variance.essence(of: second)) == isSame)
    }

    @Test(
        "Fields that leave the whole query",
        arguments: [
            "", "key-order=?0", "params=?0", "params=()", "key-order=1", "params=1", "params=(a)", "params=\"a\"",
            "except=(\"a\")", "params=(\"b\"), except=(\"a\")", "params, except=\"a\"", "params, except=(a)",
            "params, except", "key-order,", "KEY-ORDER", "other",
        ])
    func wholeQuery(field: String) {
        #expect(variance(field) == nil)
    }
}
