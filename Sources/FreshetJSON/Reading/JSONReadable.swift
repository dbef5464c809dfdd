/// A type that reads itself straight from the index of a body.
///
/// That takes about a third of the time of `Decodable`'s containers. Conform types that come in long lists:
///
/// ```swift
/// extension Article: JSONReadable {
///     init(json: JSONValue) throws {
///         var fields = try json.object()
///         title = try fields.read("title")
///         author = try fields.readIfPresent("author")
///         publishedAt = fields.readLeniently("publishedAt")
///     }
/// }
/// ```
///
/// ``FreshetJSONDecoder`` uses this initialiser wherever it meets the type, also inside of types that have none; any other
/// decoder uses `init(from:)`. Both should read the same. Fields may come in any order; asking in the order of the body is
/// fastest. Strategies for dates, data, keys and numbers apply here, too.
///
/// A value that is not as expected gives the `DecodingError` that `Decodable` would give, with the same coding path.
public protocol JSONReadable: Decodable {
    /// Reads a value.
    ///
    /// - Throws: A `DecodingError` mostly; others come out of the decoder as they are.
    init(json: JSONValue) throws
}
