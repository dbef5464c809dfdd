public import Foundation
public import FreshetJSON

/// A decoder of whole bodies, with the shape of Combine's `TopLevelDecoder`.
///
/// `FreshetJSONDecoder`, `JSONDecoder` and `PropertyListDecoder` conform. Any other decoder conforms by declaring it, when
/// it has this method and may be used from several threads at once.
public protocol BodyDecoder: Sendable {
    /// Decodes a value from a whole body.
    func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value
}

extension FreshetJSONDecoder: BodyDecoder {}
extension JSONDecoder: BodyDecoder {}
extension PropertyListDecoder: BodyDecoder {}

extension FreshetJSONDecoder {
    /// The decoder of services that name no other: keys as they are, dates by ``InternetDate``.
    public static let freshet = FreshetJSONDecoder(dates: .internet)
}

extension JSONDecoder {
    /// Foundation's decoder with the strategies of `FreshetJSONDecoder.freshet`, for services that prefer it.
    ///
    /// It is shared; don't change it.
    public static let freshet = JSONDecoder.reading()

    /// As ``freshet``, with keys like `published_at` read into properties like `publishedAt`. It is shared; don't change it.
    public static let snakeCaseConverting = JSONDecoder.reading(keys: .convertFromSnakeCase)

    private static func reading(keys: KeyDecodingStrategy = .useDefaultKeys) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = keys
        decoder.dateDecodingStrategy = .internet
        return decoder
    }
}

extension JSONDecoder.DateDecodingStrategy {
    /// Reads the forms of ``InternetDate``, in UTC where a text names no zone.
    public static var internet: JSONDecoder.DateDecodingStrategy {
        .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let date = InternetDate.date(from: text) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "\"\(text.prefix(40))\" is not a date in ISO 8601.")
            }
            return date
        }
    }
}
