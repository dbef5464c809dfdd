/// A JSON value in a body that is being decoded.
///
/// It is an object, an array, a string, a number, a Boolean or null. It is valid only during one
/// `decode` call. Don't pass it to another thread.
public struct JSONValue {
    let location: Location

    /// Whether the value is `null`.
    public var isNull: Bool { location.decodeNil() }

    /// The coding path of the value, as `Decodable`'s containers would report it.
    public var codingPath: [any CodingKey] { location.codingPath }

    /// The `userInfo` of the decoder.
    public var userInfo: [CodingUserInfoKey: Any] { location.userInfo }

    /// Reads a value of any `Decodable` type in the fastest available way.
    ///
    /// - Throws: A `DecodingError`, or any other error that the type throws.
    public func read<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value { try location.decode(type) }

    /// Returns the value as an object.
    ///
    /// - Throws: `DecodingError.typeMismatch`, or `DecodingError.valueNotFound` if it is null.
    @inline(__always)
    public func object() throws -> JSONObject { try JSONObject(location) }

    /// Returns the value as an array.
    ///
    /// - Throws: `DecodingError.typeMismatch`, or `DecodingError.valueNotFound` if it is null.
    public func array() throws -> JSONArray { try JSONArray(location) }

    /// A decoder for this value, for types that have only `Decodable`'s initialiser.
    public var decoder: any Decoder { location }
}
