import Foundation
import FreshetText

extension JSONIndex {
    /// Returns the date of a value according to the strategy, or `nil` if it isn't a date or if a
    /// closure or formatter reads dates.
    @inline(__always)
    func date(_ node: Int) -> Date? {
        switch dateForm {
        case .standard: date(ofText: node) { standardDate($0) }
        case .internet: date(ofText: node) { DateText.date(from: unescaped($0)) }
        case .seconds: double(node).map { Date(timeIntervalSince1970: $0) }
        case .milliseconds: double(node).map { Date(timeIntervalSince1970: $0 / 1000) }
        case .secondsSince2001: double(node).map { Date(timeIntervalSinceReferenceDate: $0) }
        case .other: nil
        }
    }

    private func date(ofText node: Int, otherwise read: (Entry) -> Date?) -> Date? {
        let entry = entry(node)
        guard entry.kind.isText else { return nil }
        if entry.kind == .ascii, let date = usualDate(entry) { return date }
        return read(entry)
    }

    /// Reads an ISO 8601 date. Unusual forms are left to Foundation, so that both decoders give the
    /// same date.
    private func standardDate(_ entry: Entry) -> Date? {
        try? Self.standardDecoder.decode(
            Date.self, from: Data(bytes.copy(at: entry.start - 1, count: entry.count + 2)))
    }

    private static let standardDecoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()

    /// Reads `2026-03-01T12:30:45Z`, the most common form.
    @inline(__always)
    private func usualDate(_ entry: Entry) -> Date? {
        let start = entry.start
        guard entry.count == 20 else { return nil }
        let punctuation =
            (bytes[start + 4] ^ UInt8(ascii: "-")) | (bytes[start + 7] ^ UInt8(ascii: "-"))
            | (bytes[start + 10] ^ UInt8(ascii: "T")) | (bytes[start + 13] ^ UInt8(ascii: ":"))
            | (bytes[start + 16] ^ UInt8(ascii: ":")) | (bytes[start + 19] ^ UInt8(ascii: "Z"))
        guard punctuation == 0, let century = twoDigits(start), let yearOfCentury = twoDigits(start + 2),
            let month = twoDigits(start + 5), let day = twoDigits(start + 8), let hour = twoDigits(start + 11),
            let minute = twoDigits(start + 14), let second = twoDigits(start + 17)
        else { return nil }
        // Before 1583, Foundation uses a different calendar.
        let year = century * 100 + yearOfCentury
        guard year >= 1583, month >= 1, month <= 12, day >= 1, day <= DateText.daysIn(month: month, year: year),
            hour <= 23, minute <= 59, second <= 59
        else { return nil }
        let seconds =
            DateText.daysSince1970(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second
        return Date(timeIntervalSinceReferenceDate: Double(seconds) - Date.timeIntervalBetween1970AndReferenceDate)
    }

    @inline(__always)
    private func twoDigits(_ offset: Int) -> Int? {
        let tens = bytes.byte(at: offset) &- 0x30
        let ones = bytes[offset + 1] &- 0x30
        return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
    }
}
