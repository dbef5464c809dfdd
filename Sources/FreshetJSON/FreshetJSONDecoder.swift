public import Foundation

/// A decoder of JSON, several times as fast as `JSONDecoder` and used like it.
///
/// ```swift
/// var decoder = FreshetJSONDecoder()
/// decoder.dateDecodingStrategy = .iso8601
/// let page = try decoder.decode(Page.self, from: body)
/// ```
///
/// It reads every `Decodable` type, by the same strategies and with the same `DecodingError`s as `JSONDecoder`. A body is
/// first checked as a whole by RFC 8259; one that is no JSON gives `DecodingError.dataCorrupted`, never a trap. Types that
/// are decoded often may conform to ``JSONReadable`` to be read faster still.
///
/// A decoder is a value without state: one may be used by several threads at once.
///
/// The few things that it does otherwise on purpose are listed in the guide JSON.
public struct FreshetJSONDecoder: Sendable {
    /// How dates are written. By default as `Date` does it itself, in seconds since 2001.
    public var dateDecodingStrategy: DateDecodingStrategy
    /// How `Data` is written. By default in Base64.
    public var dataDecodingStrategy: DataDecodingStrategy
    /// How keys become those of types. By default they are the same.
    public var keyDecodingStrategy: KeyDecodingStrategy
    /// How numbers are written that JSON does not have. By default they are errors.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy
    /// What types find in the `userInfo` of their decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable]

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

    /// Decodes a value from a whole body.
    ///
    /// - Throws: A `DecodingError`, or what the type itself throws.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from body: Data) throws -> Value {
        let index = try IndexBuilder.index(of: body, options: self)
        return try Place(rootOf: index).decode(type)
    }
}
