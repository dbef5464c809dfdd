public import Foundation

extension FreshetJSONDecoder {
    /// How dates are written.
    public enum DateDecodingStrategy: Sendable {
        /// As `Date` decodes itself: a number of seconds since the start of 2001.
        case deferredToDate
        /// A number of seconds since 1970.
        case secondsSince1970
        /// A number of milliseconds since 1970.
        case millisecondsSince1970
        /// What `JSONDecoder` takes for ISO 8601.
        case iso8601
        /// RFC 3339 and the usual forms of ISO 8601 around it, in UTC where a text names no zone.
        case internet
        /// Texts that a formatter reads.
        case formatted(DateFormatter)
        /// What a closure reads from the decoder of the value.
        case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
    }

    /// How `Data` is written.
    public enum DataDecodingStrategy: Sendable {
        /// As `Data` decodes itself: an array of numbers.
        case deferredToData
        /// A text in Base64.
        case base64
        /// What a closure reads from the decoder of the value.
        case custom(@Sendable (_ decoder: any Decoder) throws -> Data)
    }

    /// How the keys of a body become those of types.
    public enum KeyDecodingStrategy: Sendable {
        /// They are the same.
        case useDefaultKeys
        /// `published_at` becomes `publishedAt`. Underscores at the start and at the end stay.
        case convertFromSnakeCase
        /// What a closure makes of the way to the key, the key included.
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    /// How numbers are written that JSON does not have.
    public enum NonConformingFloatDecodingStrategy: Sendable {
        /// They are errors.
        case `throw`
        /// As these texts.
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

    /// Makes what turns the keys of one object into those of types.
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
