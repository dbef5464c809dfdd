public import Foundation

/// An encoder of whole bodies, with the shape of Combine's `TopLevelEncoder`.
///
/// `JSONEncoder` and `PropertyListEncoder` conform. Any other encoder conforms by declaring it, when it has this method
/// and may be used from several threads at once.
public protocol BodyEncoder: Sendable {
    /// Encodes a value as a whole body.
    ///
    /// - Throws: An `EncodingError`, or what the type itself throws.
    func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONEncoder: BodyEncoder {}
extension PropertyListEncoder: BodyEncoder {}

extension JSONEncoder {
    /// The encoder of services that name no other: it writes what their default decoder reads.
    ///
    /// Keys stay as they are and are sorted, so that equal values give equal bodies. Dates are texts of
    /// ``InternetDate``, `Data` is Base64. It is shared; don't change it.
    public static let freshet = JSONEncoder.writing()

    /// As ``freshet``, with properties like `publishedAt` written under keys like `published_at`. It is shared; don't
    /// change it.
    public static let snakeCaseConverting = JSONEncoder.writing(keys: .convertToSnakeCase)

    private static func writing(keys: KeyEncodingStrategy = .useDefaultKeys) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = keys
        encoder.dateEncodingStrategy = .internet
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension JSONEncoder.DateEncodingStrategy {
    /// Writes dates as ``InternetDate`` does. A date outside of the years 0 to 9999 is an `EncodingError`.
    public static var internet: JSONEncoder.DateEncodingStrategy {
        .custom { date, encoder in
            guard let text = InternetDate.text(of: date) else {
                let context = EncodingError.Context(
                    codingPath: encoder.codingPath, debugDescription: "The date has no year of four digits.")
                // Its number: Foundation's description of a date that is no moment ends the process.
                throw EncodingError.invalidValue(date.timeIntervalSince1970, context)
            }
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }
}
