public import Foundation

extension FreshetJSONDecoder {
    /// The format of dates.
    public enum DateDecodingStrategy: Sendable {
        /// `Date`'s own format, a number of seconds since the start of 2001.
        case deferredToDate
        /// A number of seconds since 1970.
        case secondsSince1970
        /// A number of milliseconds since 1970.
        case millisecondsSince1970
        /// The ISO 8601 format that `JSONDecoder` reads.
        case iso8601
        /// RFC 3339 and the common forms of ISO 8601. A date without a time zone is in UTC.
        case internet
        /// A string that is read by a formatter.
        case formatted(DateFormatter)
        /// A custom format, which a closure reads from the value's decoder.
        case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
    }

    /// The format of `Data`.
    public enum DataDecodingStrategy: Sendable {
        /// `Data`'s own format, an array of numbers.
        case deferredToData
        /// A Base64 string.
        case base64
        /// A custom format, which a closure reads from the value's decoder.
        case custom(@Sendable (_ decoder: any Decoder) throws -> Data)
    }

    /// The conversion from the body's keys to the types' keys.
    public enum KeyDecodingStrategy: Sendable {
        /// No conversion.
        case useDefaultKeys
        /// Converts `published_at` to `publishedAt`. Leading and trailing underscores stay.
        case convertFromSnakeCase
        /// A custom conversion by a closure, which receives the coding path including the key.
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    /// The format of infinity and NaN, which aren't JSON numbers.
    public enum NonConformingFloatDecodingStrategy: Sendable {
        /// They aren't supported and throw an error.
        case `throw`
        /// They are written as these strings.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    var convertsKeys: Bool {
        if case .useDefaultKeys = keyDecodingStrategy { return false }
        return true
    }

    var dateForm: JSONIndex.DateForm {
        switch dateDecodingStrategy {
        case .deferredToDate: .secondsSince2001
        case .secondsSince1970: .seconds
        case .millisecondsSince1970: .milliseconds
        case .iso8601: .standard
        case .internet: .internet
        case .formatted, .custom: .other
        }
    }

    /// Returns the conversion for the keys of one object.
    func keyConverter(at path: () -> [any CodingKey]) -> (String) -> String {
        switch keyDecodingStrategy {
        case .useDefaultKeys: return { $0 }
        case .convertFromSnakeCase: return SnakeCase.camelCase
        case .custom(let convert):
            let path = path()
            return { convert(path + [PathKey.name($0)]).stringValue }
        }
    }
}
