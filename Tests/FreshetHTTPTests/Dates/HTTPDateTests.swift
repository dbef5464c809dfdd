import Foundation
import FreshetHTTP
import Testing

/// Dates as fields write them: RFC 9110 §5.6.7 and RFC 9111 §4.2.
struct HTTPDateTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)

    @Test(
        "RFC 9110 §5.6.7: three forms of one date",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            // RFC 9111 §4.2: whatever the case.
            "sun, 06 nov 1994 08:49:37 gmt", "SUNDAY, 06-NOV-94 08:49:37 GMT", "Sun Nov 06 08:49:37 1994",
            // The day of the week is not looked at.
            "Mon, 06 Nov 1994 08:49:37 GMT",
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
            // Half a year too far ahead.
            ("Wednesday, 01-Jul-76 00:00:00 GMT", "Thu, 01 Jul 1976 00:00:00 GMT"),
            ("Friday, 31-Dec-99 23:59:60 GMT", "Sat, 01 Jan 2000 00:00:00 GMT"),
            ("Sat Feb 29 23:59:60 2020", "Sun, 01 Mar 2020 00:00:00 GMT"),
        ])
    func century(short: String, long: String) {
        let date = HTTPDate.date(from: short, now: now)
        #expect(date != nil)
        #expect(date == HTTPDate.date(from: long, now: now))
    }

    @Test("RFC 9110 §5.6.7: two digits just before a new century") func turnOfTheCentury() {
        let eve = Date(timeIntervalSince1970: 4_102_444_799)
        #expect(HTTPDate.date(from: "Friday, 01-Jan-00 00:00:00 GMT", now: eve) == eve.addingTimeInterval(1))
    }

    @Test(
        "RFC 9111 §5.3: what is nearly a date is none",
        arguments: [
            // Two digits of a year belong to the form of RFC 850, with its dashes and the whole name of the day.
            "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06 Nov 94 08:49:37 GMT",
            "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov  6 08:49:37 94",
            "Sun, 06-Nov-1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT", "Su, 06 Nov 1994 08:49:37 GMT",
            "Sun 06 Nov 1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 06  Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994  08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37  GMT", "Sun, 06 Nov 1994 08-49-37 GMT", "Sun, 06 Nov 1994 08:49:37GMT",
            "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06\tNov 1994 08:49:37 GMT",
            "Sun Nov 6 08:49:37 1994", "Sun Nov   6 08:49:37 1994", "Sun, Nov  6 08:49:37 1994",
            "Sunday Nov  6 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT", "Sun\u{2C} 06 Nov 1994 08:49:37 GM\u{2D0}",
        ])
    func nearlyDates(text: String) {
        #expect(HTTPDate.date(from: text, now: now) == nil)
    }

    @Test("RFC 9110 §5.6.7: the form that is written", arguments: [784_111_777, 0, -1, 1_767_225_600, 1_709_164_800])
    func writing(seconds: Int) throws {
        let date = Date(timeIntervalSince1970: TimeInterval(seconds))
        let text = try #require(HTTPDate.text(of: date))
        #expect(text.utf8.count == 29)
        #expect(HTTPDate.date(from: text, now: now) == date)
        #expect(HTTPDate.text(of: date.addingTimeInterval(0.9)) == text)
        if seconds == 784_111_777 { #expect(text == "Sun, 06 Nov 1994 08:49:37 GMT") }
        if seconds == -1 { #expect(text == "Wed, 31 Dec 1969 23:59:59 GMT") }
    }

    @Test func aYearWithoutFourDigitsIsNotWritten() {
        #expect(HTTPDate.text(of: .distantFuture.addingTimeInterval(1e12)) == nil)
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
            "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:-7 GMT", "soon",
            String(repeating: "Sun, 06 Nov 1994 08:49:37 GMT", count: 9),
        ])
    func noDates(text: String) {
        #expect(HTTPDate.date(from: text, now: now) == nil)
    }
}
