import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

/// The delay after which a server accepts a request again.
struct RetryAfterTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let status: Int
        let fields: [(String, String)]
        let retryAfter: RetryAfter?

        init(_ name: String, _ status: Int, _ fields: [(String, String)], _ seconds: Double?, _ field: String = "") {
            testDescription = name
            self.status = status
            self.fields = fields
            retryAfter = seconds.map { RetryAfter(wait: .seconds($0), field: field) }
        }
    }

    /// Wed, 25 Feb 2026 06:13:20 GMT.
    private static let now = Date(timeIntervalSince1970: 1_772_000_000)

    private func check(_ example: Case) throws {
        var fields = HTTPFields()
        for (name, value) in example.fields {
            fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        let head = HTTPResponse(status: .init(code: example.status), headerFields: fields)
        #expect(RetryAfter(head, now: Self.now) == example.retryAfter)
    }

    private static let after = "Retry-After"
    private static let tenLater = "Wed, 25 Feb 2026 06:13:30 GMT"

    @Test(
        "Retry-After (RFC 9110 §10.2.3)",
        arguments: [
            Case("seconds", 503, [(after, "120")], 120, after),
            Case("none", 503, [(after, "0")], 0, after),
            Case("a date", 503, [(after, tenLater)], 10, after),
            Case("a date of the past", 503, [(after, "Fri, 31 Dec 1999 23:59:59 GMT")], 0, after),
            Case(
                "a date by the server's own clock", 503,
                [(after, tenLater), ("Date", "Wed, 25 Feb 2026 06:13:27 GMT")], 3, after),
            Case("a date beside a broken Date", 503, [(after, tenLater), ("Date", "now")], 10, after),
            Case("blanks around it", 503, [(after, " 7 ")], 7, after),
            Case("the first of two", 503, [(after, "3"), (after, "9")], 3, after),
            Case("with every status", 429, [(after, "5")], 5, after),
            Case("negative", 503, [(after, "-5")], nil),
            Case("a fraction", 503, [(after, "1.5")], nil),
            Case("words", 503, [(after, "soon")], nil),
            Case("empty", 503, [(after, "")], nil),
            Case("absent", 503, [], nil),
            Case("more digits than fit", 503, [(after, "99999999999999999999")], Double(1 << 42), after),
        ])
    func retryAfter(example: Case) throws { try check(example) }

    @Test(
        "Limits of rates (RFC 6585 §4, and the fields of drafts and of custom)",
        arguments: [
            Case("later drafts", 429, [("RateLimit", #""burst";r=0;t=5"#)], 5, "RateLimit"),
            Case("of several the last one", 429, [("RateLimit", #""a";r=0;t=5, "b";r=0;t=9"#)], 9, "RateLimit"),
            Case("only those that are spent", 429, [("RateLimit", #""a";r=0;t=5, "b";r=7;t=9"#)], 5, "RateLimit"),
            Case("earlier drafts", 429, [("RateLimit", "limit=10, remaining=0, reset=4")], 4, "RateLimit"),
            Case("separate fields", 429, [("RateLimit-Reset", "6")], 6, "RateLimit-Reset"),
            Case("seconds by custom", 429, [("X-RateLimit-Reset", "30")], 30, "X-RateLimit-Reset"),
            Case("a moment by custom", 429, [("X-RateLimit-Reset", "1772000012")], 12, "X-RateLimit-Reset"),
            Case("a moment in milliseconds", 429, [("X-RateLimit-Reset", "1772000012000")], 12, "X-RateLimit-Reset"),
            Case(
                "a moment by the server's clock", 429,
                [("X-RateLimit-Reset", "1772000012"), ("Date", "Wed, 25 Feb 2026 06:13:30 GMT")], 2,
                "X-RateLimit-Reset"),
            Case("a moment of the past", 429, [("X-RateLimit-Reset", "1771000000")], 0, "X-RateLimit-Reset"),
            Case("Retry-After wins", 429, [("RateLimit-Reset", "6"), ("Retry-After", "2")], 2, "Retry-After"),
            Case("something remains", 429, [("RateLimit-Reset", "6"), ("RateLimit-Remaining", "3")], nil),
            Case("another status, unknown rest", 503, [("RateLimit-Reset", "6")], nil),
            Case(
                "another status, nothing remains", 503, [("RateLimit-Reset", "6"), ("RateLimit-Remaining", "0")], 6,
                "RateLimit-Reset"),
            Case("broken", 429, [("RateLimit", "?"), ("RateLimit-Reset", "x"), ("X-RateLimit-Reset", "-1")], nil),
        ])
    func rates(example: Case) throws { try check(example) }
}
