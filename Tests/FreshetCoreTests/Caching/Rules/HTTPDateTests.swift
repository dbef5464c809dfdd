import Foundation
import FreshetCore
import Testing

/// Dates as fields write them: RFC 9110 §5.6.7 and RFC 9111 §4.2.
struct HTTPDateTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)

    @Test(
        "RFC 9110 §5.6.7: three forms of one date",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            // RFC 9111 §4.2: whatever the case.
            "sun, 06 nov 1994 08:49:37 gmt", "SUNDAY, 06-NOV-94 08:49:37 GMT",
        ])
    func forms(text: String) {
        #expect(HTTPDate.date(from: text, now: now) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(
        "RFC 9110 §5.6.7: the century of two digits",
        arguments: [
            ("Thursday, 01-Jan-26 00:00:00 GMT", "Thu, 01 Jan 2026 00:00:00 GMT"),
            ("Wednesday, 01-Jan-76 00:00:00 GMT", "Wed, 01 Jan 2076 00:00:00 GMT"),
            ("Saturday, 01-Jan-77 00:00:00 GMT", "Sat, 01 Jan 1977 00:00:00 GMT"),
            ("Friday, 31-Dec-99 23:59:60 GMT", "Sat, 01 Jan 2000 00:00:00 GMT"),
        ])
    func century(short: String, long: String) {
        let date = HTTPDate.date(from: short, now: now)
        #expect(date != nil)
        #expect(date == HTTPDate.date(from: long, now: now))
    }

    @Test(
        "RFC 9111 §4.2: what is no date",
        arguments: [
            "", "0", "-1", "never", "Sun", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Now 1994 08:49:37 GMT",
            "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 199 08:49:37 GMT", "Sun, 6x Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 19941 08:49:37 GMT", "1994-11-06T08:49:37Z",
            "Sun Nov 06 08:49:37 1994 GMT GMT", "Sun Nov  6 08:49:xx 1994",
        ])
    func noDates(text: String) {
        #expect(HTTPDate.date(from: text, now: now) == nil)
    }
}
