/// A value in a body that is being decoded: an object, an array, a text, a number, a Boolean or null.
///
/// It belongs to one call of `decode`: don't hand it to another thread.
public struct JSONValue {
    let place: Place

    /// Whether there is `null`.
    public var isNull: Bool { place.decodeNil() }

    /// The keys that lead here, as `Decodable`'s containers tell them.
    public var codingPath: [any CodingKey] { place.codingPath }

    /// What the decoder was given for the types that it reads.
    public var userInfo: [CodingUserInfoKey: Any] { place.userInfo }

    /// Reads any type, by its fastest way.
    public func read<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value { try place.decode(type) }

    /// Opens an object.
    ///
    /// - Throws: `DecodingError.typeMismatch`, or `valueNotFound` for null.
    @inline(__always)
    public func object() throws -> JSONObject { try JSONObject(place) }

    /// Opens an array.
    ///
    /// - Throws: `DecodingError.typeMismatch`, or `valueNotFound` for null.
    public func array() throws -> JSONArray { try JSONArray(place) }

    /// The decoder of this value, for what has only `Decodable`'s initialiser.
    public var decoder: any Decoder { place }
}
