public import Foundation

/// An encoder of whole bodies, like Combine's `TopLevelEncoder`.
///
/// `JSONEncoder` and `PropertyListEncoder` conform. Any other encoder that has this method and can
/// be used from several threads at once needs only to declare the conformance.
public protocol BodyEncoder: Sendable {
    /// Encodes a value as a whole body. It may be called from several threads at once.
    ///
    /// - Throws: An `EncodingError`, or the error that the type throws.
    func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONEncoder: BodyEncoder {}
extension PropertyListEncoder: BodyEncoder {}

extension JSONEncoder {
    /// The default encoder of services, which writes what their default decoder reads.
    ///
    /// Keys aren't converted, but they are sorted, so that equal values have equal bodies. Dates
    /// are written as ``InternetDate`` does, and `Data` as Base64. The encoder is shared: don't
    /// change it.
    public static let freshet = JSONEncoder.writing()

    /// An encoder like ``freshet`` that writes properties like `publishedAt` under keys like
    /// `published_at`. The encoder is shared: don't change it.
    public static let snakeCaseConverting = JSONEncoder.writing(keys: .convertToSnakeCase)

    private static func writing(keys: KeyEncodingStrategy = .useDefaultKeys) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = keys
        encoder.dateEncodingStrategy = .internet
        // Calls are shared and cached by their bodies: without a fixed order of keys, equal values
        // would differ.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension JSONEncoder.DateEncodingStrategy {
    /// Writes dates as ``InternetDate`` does. A date outside of the years 0 to 9999 throws an
    /// `EncodingError`.
    public static var internet: JSONEncoder.DateEncodingStrategy {
        .custom { date, encoder in
            guard let text = InternetDate.text(of: date) else {
                let context = EncodingError.Context(
                    codingPath: encoder.codingPath, debugDescription: "The date has no year of four digits.")
                // The error contains the date as a number, because Foundation crashes when it
                // describes a date that is NaN.
                throw EncodingError.invalidValue(date.timeIntervalSince1970, context)
            }
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }
}
