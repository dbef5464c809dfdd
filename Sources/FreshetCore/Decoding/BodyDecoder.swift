public import Foundation
public import FreshetJSON

/// A decoder of complete bodies, like Combine's `TopLevelDecoder`.
///
/// `FreshetJSONDecoder`, `JSONDecoder` and `PropertyListDecoder` conform. Any other decoder with
/// this method can be declared to conform, provided that several threads may use it at once. A
/// decoder of your own can prepare the body for another one:
///
/// ```swift
/// struct GuardedJSONDecoder: BodyDecoder {
///     func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
///         let guarding = Data(")]}'\n".utf8)  // keeps browsers from running the JSON as a script
///         let json = body.starts(with: guarding) ? body.dropFirst(guarding.count) : body
///         return try FreshetJSONDecoder.freshet.decode(type, from: json)
///     }
/// }
/// ```
public protocol BodyDecoder: Sendable {
    /// Decodes a value from a complete body.
    ///
    /// - Throws: A `DecodingError`, or the error that the type throws.
    func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value
}

extension FreshetJSONDecoder: BodyDecoder {}
extension JSONDecoder: BodyDecoder {}
extension PropertyListDecoder: BodyDecoder {}

extension FreshetJSONDecoder {
    /// The default decoder of services. It doesn't convert keys, and reads dates with
    /// ``InternetDate``.
    public static let freshet = FreshetJSONDecoder(dates: .internet)

    /// Like ``freshet``, but reads keys like `published_at` into properties like `publishedAt`.
    public static let snakeCaseConverting = FreshetJSONDecoder(keys: .convertFromSnakeCase, dates: .internet)
}

extension JSONDecoder {
    /// Foundation's decoder with the strategies of `FreshetJSONDecoder.freshet`, for services that
    /// prefer it.
    ///
    /// ```swift
    /// struct Archive: Service {
    ///     let baseURL = "https://archive.example/v1"
    ///     var decoder: any BodyDecoder { JSONDecoder.freshet }
    /// }
    /// ```
    ///
    /// All services share this object, so don't change its strategies.
    public static let freshet = JSONDecoder.reading()

    /// Like ``freshet``, but reads keys like `published_at` into properties like `publishedAt`.
    ///
    /// All services share this object, so don't change its strategies.
    public static let snakeCaseConverting = JSONDecoder.reading(keys: .convertFromSnakeCase)

    private static func reading(keys: KeyDecodingStrategy = .useDefaultKeys) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = keys
        decoder.dateDecodingStrategy = .internet
        return decoder
    }
}

extension JSONDecoder.DateDecodingStrategy {
    /// Reads dates with ``InternetDate``, in UTC if a text doesn't name a time zone.
    public static var internet: JSONDecoder.DateDecodingStrategy {
        .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let date = InternetDate.date(from: text) else {
                throw DecodingError.dataCorruptedError(
                    // The text comes from the server and may be as long as the body.
                    in: container, debugDescription: "\"\(text.prefix(40))\" is not a date in ISO 8601.")
            }
            return date
        }
    }
}
