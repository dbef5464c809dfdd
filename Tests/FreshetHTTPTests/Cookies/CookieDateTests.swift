import Foundation
import FreshetHTTP
import Testing

/// Cookie dates are read word by word (RFC 6265bis §5.1.1), whatever servers have made of them.
@Suite
struct CookieDateTests {
    /// Sunday, 6 November 1994, 08:49:37 UTC.
    private static let date = Date(timeIntervalSince1970: 784_111_777)

    @Test(
        "Forms that name one moment",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "06 Nov 1994 08:49:37", "1994 Nov 06 08:49:37", "08:49:37 6 Nov 1994", "8:49:37 06-nov-1994",
            "Sun,06-NOVEMBER-1994,08:49:37,GMT", "06/Nov/1994 08:49:37 +0200", "Sat, 06-Nov-1994 08:49:37 PST",
            "06 Nov 1994 08:49:37.123", "6th Nov 1994 08:49:37", "06 Novxyz 1994y 08:49:37z",
            "  06  Nov\t1994 ; 08:49:37  ", "06 Nov 1994 08:49:37 07 Dec 1995 09:50:38", "blah 06 Nov 1994 08:49:37",
        ])
    func sameMoment(text: String) {
        #expect(CookieDate.date(from: text) == Self.date)
    }

    @Test(
        "Years of two and four digits",
        arguments: [
            ("69", "2069"), ("70", "1970"), ("99", "1999"), ("00", "2000"), ("1601", "1601"), ("9999", "9999"),
        ])
    func years(digits: String, year: String) throws {
        let date = try #require(CookieDate.date(from: "01 Jan \(digits) 00:00:00"))
        #expect(InternetDate.text(of: date) == "\(year)-01-01T00:00:00Z")
    }

    @Test(
        "What names no date",
        arguments: [
            "", "Nov 1994 08:49:37", "06 1994 08:49:37", "06 Nov 08:49:37", "06 Nov 1994", "06 Nov 1994 08:49",
            "32 Nov 1994 08:49:37", "00 Nov 1994 08:49:37", "31 Nov 1994 08:49:37", "29 Feb 1995 08:49:37",
            "06 Nov 1600 08:49:37", "06 Nov 994 08:49:37", "06 Nov 19945 08:49:37", "06 Nov 1994 24:00:00",
            "06 Nov 1994 23:60:00", "06 Nov 1994 23:59:60", "06 Nov 1994 8:49:371", "006 Nov 1994 08:49:37",
            "06Nov1994 08:49:37", "06 Nоv 1994 08:49:37",
        ])
    func noDate(text: String) {
        #expect(CookieDate.date(from: text) == nil)
    }

    @Test func aLeapDayIsADate() {
        #expect(CookieDate.date(from: "29 Feb 2024 00:00:00") == Date(timeIntervalSince1970: 1_709_164_800))
    }
}
