import Foundation
import Testing

@testable import Emulator

@Suite struct ISODateTests {
    @Test(
        "Dates that are read",
        arguments: [
            ("2026-03-14", "2026-03-14T00:00:00Z"), ("2026-03-14T15:09:26", "2026-03-14T15:09:26Z"),
            ("2026-03-14T15:09:26Z", "2026-03-14T15:09:26Z"), ("2026-03-14T15:09:26.5358979Z", "2026-03-14T15:09:26Z"),
            ("2026-03-14T15:09:26+00:00", "2026-03-14T15:09:26Z"),
            ("2026-03-14T15:09:26 00:00", "2026-03-14T15:09:26Z"),
            ("2024-02-29", "2024-02-29T00:00:00Z"), ("1999-12-31T23:59:59", "1999-12-31T23:59:59Z"),
        ])
    func read(text: String, expected: String) throws {
        let date = try #require(ISODate.date(text, endOfDay: false))
        #expect(ISODate.text(of: date) == expected)
    }

    @Test(
        "Texts that are no dates",
        arguments: [
            "", "today", "2026", "2026-03", "2026-3-14", "2026-13-01", "2026-00-10", "2026-02-29", "2026-04-31",
            "2026-03-14T", "2026-03-14T15", "2026-03-14T15:09", "2026-03-14T24:00:00", "2026-03-14T15:60:00",
            "2026-03-14T15:09:26.", "2026-03-14T15:09:26.Z", "2026-03-14T15:09:26+01:00", "2026-03-14T15:09:26ZZ",
            "2026-03-14Z", "٢٠٢٦-٠٣-١٤", "+026-03-14", "2026-+3-14", "2026-03-14 15:09:26", "2026-03-140",
        ])
    func refused(_ text: String) {
        #expect(ISODate.date(text, endOfDay: false) == nil)
    }

    @Test func aDayEndsWithItsLastSecond() throws {
        let day = try #require(ISODate.date("2026-03-14", endOfDay: true))
        #expect(ISODate.text(of: day) == "2026-03-14T23:59:59Z")
        let moment = try #require(ISODate.date("2026-03-14T15:09:26", endOfDay: true))
        #expect(ISODate.text(of: moment) == "2026-03-14T15:09:26Z")
    }

    @Test func headersNameTheDayOfTheWeek() {
        #expect(ISODate.headerText(of: Date(timeIntervalSince1970: 784_111_777)) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test func theDayStartsAtMidnightInUTC() {
        #expect(ISODate.startOfDay(InProcess.now) == InProcess.startOfDay)
    }
}
