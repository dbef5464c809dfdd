import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

/// How long a response is fresh and how old it is: RFC 9111 §4.2.
struct FreshnessTests {
    private func freshness(_ stored: StoredResponse, after seconds: Double = 0) -> Freshness {
        Freshness(of: stored, now: made.addingTimeInterval(seconds), rules: CacheRules())
    }

    struct Lifetime: Sendable, CustomTestStringConvertible {
        var control: String?
        var fields: HTTPFields = [:]
        var status = 200
        let seconds: Int
        let source: String
        var testDescription: String { "\(control ?? "") \(fields) \(status)" }
    }

    @Test(
        "RFC 9111 §4.2.1 and §4.2.2: the lifetime",
        arguments: [
            Lifetime(control: "max-age=60", seconds: 60, source: "max-age=60"),
            Lifetime(
                control: "max-age=60", fields: [.expires: "Thu, 01 Jan 2026 01:00:00 GMT"], seconds: 60,
                source: "max-age=60"),
            Lifetime(control: "s-maxage=60", seconds: 0, source: "no lifetime"),
            Lifetime(
                fields: [.expires: "Thu, 01 Jan 2026 01:00:00 GMT"], seconds: 3600, source: "Expires after 3600 s"),
            Lifetime(fields: [.expires: "Wed, 31 Dec 2025 23:00:00 GMT"], seconds: 0, source: "Expires after 0 s"),
            // §5.3: a date that can't be read, "0" above all, lies in the past.
            Lifetime(fields: [.expires: "0"], seconds: 0, source: "an Expires that isn't a date"),
            Lifetime(
                fields: [.expires: "Thu, 01-Jan-2026 01:00:00 GMT"], seconds: 0, source: "an Expires that isn't a date"),
            Lifetime(
                fields: [.expires: "Thu 01 Jan 2026 01:00:00 GMT"], seconds: 0, source: "an Expires that isn't a date"),
            Lifetime(
                fields: [.expires: "Thu, 01 Jan 26 01:00:00 GMT"], seconds: 0, source: "an Expires that isn't a date"),
            Lifetime(
                fields: [.expires: "Thursday, 01-Jan-26 01:00:00 GMT"], seconds: 3600, source: "Expires after 3600 s"),
            Lifetime(
                fields: [.expires: "Thu, 01 Jan 2026 01:00:00 GMT", .date: "x"], seconds: 3600,
                source: "Expires after 3600 s"),
            // §4.2.2: a tenth of the time since the last change, up to a day.
            Lifetime(
                fields: [.lastModified: "Wed, 31 Dec 2025 23:00:00 GMT"], seconds: 360,
                source: "unchanged for 3600 s, so fresh for 360 s"),
            Lifetime(
                fields: [.lastModified: "Thu, 01 Jan 2015 00:00:00 GMT"], seconds: 86_400,
                source: "unchanged for 347155200 s, so fresh for 86400 s"),
            Lifetime(
                fields: [.lastModified: "Fri, 02 Jan 2026 00:00:00 GMT"], seconds: 0,
                source: "unchanged for 0 s, so fresh for 0 s"),
            Lifetime(fields: [.lastModified: "x"], seconds: 0, source: "no lifetime"),
            Lifetime(
                fields: [.lastModified: "Wed, 31 Dec 2025 23:00:00 GMT"], status: 302, seconds: 0,
                source: "status 302 without a lifetime"),
            Lifetime(
                control: "public", fields: [.lastModified: "Wed, 31 Dec 2025 23:00:00 GMT"], status: 302, seconds: 360,
                source: "unchanged for 3600 s, so fresh for 360 s"),
        ])
    func lifetime(_ example: Lifetime) {
        let freshness = freshness(.with(example.control, example.fields, status: example.status))
        #expect(freshness.lifetime == .seconds(example.seconds))
        #expect(freshness.source == example.source)
    }

    struct Age: Sendable, CustomTestStringConvertible {
        var date: String? = "Thu, 01 Jan 2026 00:00:00 GMT"
        var age: String?
        var via: String?
        var requestedBefore = 0.0
        var arrivedAfter = 0.0
        var now = 0.0
        let seconds: Int
        var testDescription: String { "Date \(date ?? "-"), Age \(age ?? "-"), now \(now)" }
    }

    @Test(
        "RFC 9111 §4.2.3: the age",
        arguments: [
            Age(now: 12, seconds: 12),
            Age(age: "30", now: 12, seconds: 42),
            Age(age: "30", requestedBefore: 5, now: 12, seconds: 47),
            // A clock that is ahead of the server's, or behind it, changes no age.
            Age(arrivedAfter: 7200, now: 7212, seconds: 12),
            Age(arrivedAfter: -7200, now: -7188, seconds: 12),
            Age(age: "3", arrivedAfter: 7200, now: 7212, seconds: 15),
            Age(requestedBefore: 5, arrivedAfter: 7200, now: 7212, seconds: 17),
            // A cache on the way that sends no age: the date gives it.
            Age(via: "1.0 old", arrivedAfter: 20, now: 32, seconds: 32),
            Age(age: "x", via: "1.0 old", arrivedAfter: 20, now: 32, seconds: 32),
            Age(age: "3", via: "1.1 new", arrivedAfter: 20, now: 32, seconds: 15),
            Age(age: "3", via: "1.1 a, HTTP/1.0 old, 1.1 b", arrivedAfter: 20, now: 32, seconds: 32),
            Age(age: "50", via: "1.0 old", arrivedAfter: 20, now: 32, seconds: 62),
            Age(via: "1.0 old", requestedBefore: 30, arrivedAfter: 20, now: 32, seconds: 42),
            // A server whose clock is ahead makes nothing younger than new.
            Age(date: "Thu, 01 Jan 2026 01:00:00 GMT", now: 12, seconds: 12),
            Age(date: nil, now: 12, seconds: 12),
            // §5.1: of a list the first; what is no number is passed over.
            Age(age: "30, 40", now: 1, seconds: 31),
            Age(age: "-5", now: 1, seconds: 1),
            Age(age: "1.5", now: 1, seconds: 1),
            Age(age: "", now: 1, seconds: 1),
            Age(age: "99999999999999999999", now: 1, seconds: 1 << 31 + 1),
            // A clock that was set back between request and response.
            Age(requestedBefore: -5, now: 12, seconds: 12),
            // A clock that was set back a moment since.
            Age(now: -30, seconds: 0),
        ])
    func age(_ example: Age) {
        var stored = StoredResponse.with("max-age=60")
        stored.headers[.date] = example.date
        stored.headers[.age] = example.age
        stored.headers[.via] = example.via
        stored.responseTime = made.addingTimeInterval(example.arrivedAfter)
        stored.requestTime = stored.responseTime.addingTimeInterval(-example.requestedBefore)
        #expect(freshness(stored, after: example.now).age == .seconds(example.seconds))
    }

    @Test("RFC 9111 §4.2.1: the lifetime of Expires is counted by the server's clock alone") func skewedExpires() {
        var stored = StoredResponse.with(nil, [.expires: "Thu, 01 Jan 2026 00:01:00 GMT"])
        stored.requestTime = made.addingTimeInterval(7200)
        stored.responseTime = stored.requestTime
        #expect(freshness(stored, after: 7259).isFresh)
        #expect(!freshness(stored, after: 7260).isFresh)
    }

    @Test("RFC 9111 §4.2: fresh until the lifetime is reached") func boundary() {
        let stored = StoredResponse.with("max-age=60")
        #expect(freshness(stored, after: 59).isFresh)
        #expect(!freshness(stored, after: 60).isFresh)
        #expect(freshness(stored, after: 60).staleness == .zero)
        #expect(freshness(stored, after: 59).text == "max-age=60, age 59 s")
    }

    @Test("RFC 9111 §4: a response that is served without revalidation has its age") func ageField() {
        let stored = StoredResponse.with("max-age=60", [.age: "7"], status: 404)
        #expect(stored.head(age: .seconds(12)).headerFields[.age] == "12")
        #expect(stored.head(age: nil).headerFields[.age] == "7")
        #expect(stored.head(age: nil).status == .notFound)
    }

    @Test func aResponseFromTheFutureIsNotTrusted() {
        let stored = StoredResponse.with("max-age=60")
        let future = freshness(stored, after: -3600)
        #expect(future.isFromTheFuture && !future.isFresh && future.staleness == .zero)
        #expect(future.text == "max-age=60, stored later than the clock says it is")
    }
}
