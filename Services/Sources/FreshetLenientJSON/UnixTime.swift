public import Foundation
public import Freshet

/// Reads times in seconds since 1970.
enum UnixTime {
    /// The start of the year 0 to that of the year 10,000, which all formats of dates can write.
    private static let range = -62_167_219_200.0..<253_402_300_800

    static func date(_ seconds: Double?) -> Date? {
        seconds.flatMap { range.contains($0) ? Date(timeIntervalSince1970: $0) : nil }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a date from a number of seconds since 1970.
    ///
    /// - Returns: The date; `nil` if the field is missing, null or of another type, or for a year outside of 0 to 9999.
    public func decodeUnixTime(forKey key: Key) -> Date? { UnixTime.date(decodeLeniently(Double.self, forKey: key)) }
}

extension JSONObject {
    /// Reads a date from a number of seconds since 1970.
    ///
    /// - Returns: The date; `nil` if the field is missing, null or of another type, or for a year outside of 0 to 9999.
    public func readUnixTime(_ name: StaticString) -> Date? { UnixTime.date(readLeniently(name)) }
}
