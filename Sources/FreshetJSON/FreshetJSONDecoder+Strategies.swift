public import Foundation

extension FreshetJSONDecoder {
    /// The form in which dates are written.
    public enum DateDecodingStrategy: Sendable {
        /// The form of `Date` itself: a number of seconds since the start of 2001.
        case deferredToDate
        /// A number of seconds since 1970.
        case secondsSince1970
        /// A number of milliseconds since 1970.
        case millisecondsSince1970
        /// The ISO 8601 form of `JSONDecoder`.
        case iso8601
        /// RFC 3339 and the usual forms of ISO 8601, in UTC if a text names no zone.
        case internet
        /// A text that a formatter reads.
        case formatted(DateFormatter)
        /// A form that a closure reads from the decoder of the value.
        case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
    }

    /// The form in which `Data` is written.
    public enum DataDecodingStrategy: Sendable {
        /// The form of `Data` itself: an array of numbers.
        case deferredToData
        /// A text in Base64.
        case base64
        /// A form that a closure reads from the decoder of the value.
        case custom(@Sendable (_ decoder: any Decoder) throws -> Data)
    }

    /// The conversion of the keys of a body to the keys of types.
    public enum KeyDecodingStrategy: Sendable {
        /// No conversion.
        case useDefaultKeys
        /// `published_at` becomes `publishedAt`. Underscores at the start and at the end stay.
        case convertFromSnakeCase
        /// A conversion by a closure, which receives the coding path including the key.
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    /// The form in which infinity and NaN are written, which are not JSON numbers.
    public enum NonConformingFloatDecodingStrategy: Sendable {
        /// None: they are errors.
        case `throw`
        /// These texts.
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

    /// Makes the conversion of the keys of one object.
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
