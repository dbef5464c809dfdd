import Foundation
import Freshet
import NewsAPI
import ReaderModels
import TMDb
import Testing

/// The texts of dates and numbers that no calendar and no integer holds.
struct ExtremeTextsTests {
    private static let english = Locale(identifier: "en_US")
    private static let moments: [Double] = [
        0, 1e19, -1e19, 1e300, -1e300, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, 253_402_300_800,
        -62_167_219_201,
    ]

    @Test("Any moment has texts", arguments: moments)
    func moment(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        let now = Date(timeIntervalSince1970: 1_773_446_400)
        #expect(!RelativeTime.text(from: date, to: now).isEmpty)
        #expect(!RelativeTime.text(from: now, to: date).isEmpty)
        #expect(!DateText.ago(date, now: now).isEmpty)
        #expect(!DateText.medium(date, locale: Self.english, in: .gmt).isEmpty)
        #expect(!RelativeTime.badge(date, in: .gmt).isEmpty)
        #expect(DateText.exact(date).utf8.count == 20)
        #expect(DateText.day(date).utf8.count == 10)
    }

    @Test func momentsOutsideOfTheCalendarAreLimitedToIt() {
        #expect(DateText.exact(Date(timeIntervalSince1970: 1e19)) == "9999-12-31T23:59:59Z")
        #expect(DateText.exact(Date(timeIntervalSince1970: -1e300)) == "0000-01-01T00:00:00Z")
        #expect(DateText.exact(Date(timeIntervalSince1970: .nan)) == "1970-01-01T00:00:00Z")
        #expect(DateText.exact(Date(timeIntervalSince1970: 0.9)) == "1970-01-01T00:00:00Z")
        #expect(RelativeTime.text(from: Date(timeIntervalSince1970: 1e19), to: Date()) == "now")
    }

    @Test(
        "A date shows the day that the service gave, in all centuries",
        arguments: [
            ("0001-01-01", "Jan 1, 1"), ("0001-03-01", "Mar 1, 1"), ("0100-02-28", "Feb 28, 100"),
            ("0100-03-01", "Mar 1, 100"), ("1000-06-15", "Jun 15, 1000"), ("1582-10-04", "Oct 4, 1582"),
            ("1582-10-15", "Oct 15, 1582"), ("1895-12-28", "Dec 28, 1895"), ("2026-03-14", "Mar 14, 2026"),
            ("9999-12-31", "Dec 31, 9999"),
        ])
    func days(text: String, shown: String) throws {
        let date = try #require(InternetDate.date(from: text))
        #expect(DateText.day(date) == text)
        #expect(DateText.exact(date) == "\(text)T00:00:00Z")
        let medium = DateText.medium(date, locale: Self.english, in: .gmt)
        #expect(medium == shown || medium == "\(shown) AD")
        #expect(RelativeTime.badge(date.addingTimeInterval(3661), in: .gmt) == "1:01")
    }

    @Test(
        "Ratings of reviews",
        arguments: [("1e300", "10 of 10"), ("-1e300", "0 of 10"), ("7.9", "7 of 10"), ("1e999", nil), ("null", nil)]
            as [(String, String?)])
    func ratings(rating: String, text: String?) throws {
        let json = #"{"id":"1","author":"a","content":"c","author_details":{"rating":\#(rating)}}"#
        let review = try TMDb(nil).decode(TMDb.Review.self, from: Data(json.utf8))
        #expect(review.ratingText == text)
    }

    @Test func aWaitOfAnyLength() {
        for seconds in [0, 1, .max, -1, .min] { #expect(!WaitText.text(of: seconds).isEmpty) }
    }
}
