public import Foundation

/// A JSON decoder, used like `JSONDecoder` and several times as fast.
///
/// ```swift
/// var decoder = FreshetJSONDecoder()
/// decoder.dateDecodingStrategy = .iso8601
/// let page = try decoder.decode(Page.self, from: body)
/// ```
///
/// It decodes every `Decodable` type, with the strategies and the `DecodingError`s of `JSONDecoder`. A body is first
/// checked as a whole by RFC 8259; one that is not JSON throws `DecodingError.dataCorrupted` and never traps. Types
/// that are decoded often may conform to ``JSONReadable`` to be read faster still.
///
/// A decoder is a value without state and may be used by several threads at once.
///
/// The few intended differences from `JSONDecoder` are listed in the guide JSON decoding.
public struct FreshetJSONDecoder: Sendable {
    /// The form of dates. By default that of `Date` itself, in seconds since 2001.
    public var dateDecodingStrategy: DateDecodingStrategy
    /// The form of `Data`. By default Base64.
    public var dataDecodingStrategy: DataDecodingStrategy
    /// The conversion of keys. By default none.
    public var keyDecodingStrategy: KeyDecodingStrategy
    /// The form of infinity and NaN. By default they are errors.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy
    /// The `userInfo` of the decoder that types receive.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// Makes a decoder with strategies.
    public init(
        keys: KeyDecodingStrategy = .useDefaultKeys,
        dates: DateDecodingStrategy = .deferredToDate,
        data: DataDecodingStrategy = .base64,
        nonConformingFloats: NonConformingFloatDecodingStrategy = .throw,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        keyDecodingStrategy = keys
        dateDecodingStrategy = dates
        dataDecodingStrategy = data
        nonConformingFloatDecodingStrategy = nonConformingFloats
        self.userInfo = userInfo
    }

    /// Decodes a value from a complete body.
    ///
    /// - Throws: A `DecodingError`, or the error that the type throws.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from body: Data) throws -> Value {
        try Location(rootOf: JSONIndex(of: body, options: self)).decode(type)
    }
}
