import Foundation
import FuzzInput

@testable import FreshetHTTP
@testable import FreshetText

/// Fuzzes the parsers of HTTP dates, cookie dates and the dates of web APIs.
///
/// A parsed date must lie in the years that the forms can express, and text and bytes must give the same date.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(bytes, count)
    let text = input.text
    let now = Date(timeIntervalSince1970: 1_760_000_000)
    if let date = HTTPDate.date(from: text, now: now) {
        check(years.contains(date.timeIntervalSince1970), "\(text) is no year of four digits")
        check(HTTPDate.date(from: text.uppercased(), now: now) == date, "letters of another size change \(text)")
        check((24...33).contains(text.utf8.count), "\(text) is longer or shorter than any form")
        if let written = HTTPDate.text(of: date) {
            check(HTTPDate.date(from: written, now: now) == date, "\(text) becomes \(written)")
        }
    }
    if let date = CookieDate.date(from: text) {
        check(years.contains(date.timeIntervalSince1970), "\(text) is no year of four digits")
        check(CookieDate.date(from: text.replacing(" ", with: "  ")) == date, "blanks change \(text)")
    }
    if let date = DateText.date(from: Array(input.data)) {
        check(InternetDate.date(from: text) == date, "\(text) reads differently from bytes")
        check(years.contains(date.timeIntervalSince1970), "\(text) is no year of four digits")
        let written = date.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
        // Before this date, Foundation uses the Julian calendar.
        if date.timeIntervalSince1970 > -12_219_292_800, let again = InternetDate.date(from: written + "Z") {
            check(abs(again.timeIntervalSince(date)) < 0.002, "\(text) becomes \(written)")
        }
    }
    return 0
}

/// The seconds since 1970 of the years 0 to 9999, with a day more on each side for time zones.
private let years = -62_167_305_601.0...253_402_387_200.0
