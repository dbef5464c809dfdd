public import Foundation
public import Freshet

/// Converts seconds since 1970 to dates.
enum UnixTime {
    /// The years 0 to 9999, which all date formats can represent.
    private static let range = -62_167_219_200.0..<253_402_300_800

    static func date(_ seconds: Double?) -> Date? {
        seconds.flatMap { range.contains($0) ? Date(timeIntervalSince1970: $0) : nil }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a date from a number of seconds since 1970.
    ///
    /// - Returns: The date, or `nil` if the field is missing, is null, has another type or is
    ///   outside the years 0 to 9999.
    public func decodeUnixTime(forKey key: Key) -> Date? { UnixTime.date(decodeLeniently(Double.self, forKey: key)) }
}

extension JSONObject {
    /// Reads a date from a number of seconds since 1970.
    ///
    /// - Returns: The date, or `nil` if the field is missing, is null, has another type or is
    ///   outside the years 0 to 9999.
    public func readUnixTime(_ name: StaticString) -> Date? { UnixTime.date(readLeniently(name)) }
}
