/// A JSON value in a body that is being decoded: an object, an array, a text, a number, a Boolean or null.
///
/// It belongs to one call of `decode`: don't pass it to another thread.
public struct JSONValue {
    let location: Location

    /// Whether the value is `null`.
    public var isNull: Bool { location.decodeNil() }

    /// The coding path of the value, as `Decodable`'s containers report it.
    public var codingPath: [any CodingKey] { location.codingPath }

    /// The `userInfo` of the decoder.
    public var userInfo: [CodingUserInfoKey: Any] { location.userInfo }

    /// Reads a value of any `Decodable` type, in the fastest way.
    ///
    /// - Throws: A `DecodingError`, or the error that the type throws.
    public func read<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value { try location.decode(type) }

    /// Returns the value as an object.
    ///
    /// - Throws: `DecodingError.typeMismatch`, or `valueNotFound` for null.
    @inline(__always)
    public func object() throws -> JSONObject { try JSONObject(location) }

    /// Returns the value as an array.
    ///
    /// - Throws: `DecodingError.typeMismatch`, or `valueNotFound` for null.
    public func array() throws -> JSONArray { try JSONArray(location) }

    /// The decoder of this value, for types that only have `Decodable`'s initialiser.
    public var decoder: any Decoder { location }
}
