import Foundation
import FreshetHTTP
import Testing

/// Dates as web APIs write them (T1, T25): no locale, no formatter, no surprises.
struct InternetDateTests {
    @Test(
        "Dates (T1, T25)",
        arguments: [
            ("1970-01-01", 0.0), ("1970-01-01T00:00:00Z", 0), ("2026-03-01", 1_772_323_200),
            ("2024-02-29", 1_709_164_800),
            ("2026-03-01T12:30:45Z", 1_772_368_245), ("2026-03-01T12:30:45+00:00", 1_772_368_245),
            ("2026-03-01T14:30:45+02:00", 1_772_368_245), ("2026-03-01T14:30:45+0200", 1_772_368_245),
            ("2026-03-01T14:30:45+02", 1_772_368_245), ("2026-03-01T07:00:45-05:30", 1_772_368_245),
            ("2026-03-01T12:30:45", 1_772_368_245), ("2026-03-01 12:30:45", 1_772_368_245),
            ("2026-03-01t12:30:45z", 1_772_368_245), ("2026-03-01T12:30Z", 1_772_368_200),
            ("2026-03-01T12:30:45.5Z", 1_772_368_245.5), ("2026-03-01T12:30:45.1234567Z", 1_772_368_245.1234567),
            ("2026-03-01T12:30:45.250000000000000000000Z", 1_772_368_245.25),
            ("2026-03-01T12:30:45,5Z", 1_772_368_245.5),
            ("2016-12-31T23:59:60Z", 1_483_228_800), ("2026-03-01T24:00:00Z", 1_772_409_600),
            ("1969-12-31T23:59:59Z", -1),
            ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ])
    func dates(text: String, seconds: Double) throws {
        let date = try #require(InternetDate.date(from: text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_001)
    }

    @Test(
        "What is no date",
        arguments: [
            "", "2026", "2026-3-1", "2026-13-01", "2026-00-10", "2026-02-29", "2026-04-31", "2026-03-00", "2026-03-01T",
            "yesterday",
            "2026-03-01T25:00:00Z", "2026-03-01T12:60:00Z", "2026-03-01T12:30:61Z", "2026-03-01T12:30:45.Z",
            "2026-03-01T12:30:45+", "2026-03-01T12:30:45+24:00", "2026-03-01T12:30:45ZZ", " 2026-03-01",
            "2026-03-01T24:00:01Z",
            "２０２６-03-01", "2026-03-01T12:30:45+02:0", "-026-03-01",
        ])
    func noDates(text: String) {
        #expect(InternetDate.date(from: text) == nil)
    }

    @Test func everyDayOfFourCenturiesIsOneAfterTheOther() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let first = try #require(InternetDate.date(from: "1900-01-01"))
        for day in stride(from: 0, to: 146_097, by: 13) {
            let date = first.addingTimeInterval(Double(day) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            func pad(_ number: Int?) -> String { number! < 10 ? "0\(number!)" : "\(number!)" }
            #expect(InternetDate.date(from: "\(parts.year!)-\(pad(parts.month))-\(pad(parts.day))") == date)
        }
    }
}
