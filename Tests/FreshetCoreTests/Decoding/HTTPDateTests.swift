import Foundation
import FreshetCore
import Testing

/// Dates in the fields of answers, in the three forms of RFC 9110 §5.6.7.
struct HTTPDateTests {
    private static let now = Date(timeIntervalSince1970: 1_772_000_000)  // 2026-02-25

    @Test(
        "RFC 9110 §5.6.7",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Sat, 29 Feb 2020 23:59:60 GMT", 1_583_020_800),
            // Two digits that would lie more than 50 years ahead are past.
            ("Wednesday, 01-Jan-75 00:00:00 GMT", 3_313_526_400),
            ("Friday, 01-Jan-99 00:00:00 GMT", 915_148_800),
        ])
    func reads(text: String, seconds: Double) {
        #expect(HTTPDate.date(from: text, now: Self.now) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "What is no date",
        arguments: [
            "", "0", "soon", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37 EST", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 19941 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:-7 GMT",
            String(repeating: "Sun, 06 Nov 1994 08:49:37 GMT", count: 9),
        ])
    func refuses(text: String) {
        #expect(HTTPDate.date(from: text, now: Self.now) == nil)
    }
}
