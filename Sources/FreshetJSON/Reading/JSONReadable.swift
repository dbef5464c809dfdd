/// A type that reads itself directly from the index of a body.
///
/// It takes about a third of the time of `Decodable`'s containers. Conform types that occur in long lists:
///
/// ```swift
/// extension Article: JSONReadable {
///     init(json: JSONValue) throws {
///         let fields = try json.object()
///         title = try fields.read("title")
///         author = try fields.readIfPresent("author")
///         publishedAt = fields.readLeniently("publishedAt")
///     }
/// }
/// ```
///
/// ``FreshetJSONDecoder`` uses this initialiser for the type wherever it occurs, also inside of types without one;
/// other decoders use `init(from:)`. Both should read the same. Fields may come in any order; reading in the order of
/// the body is fastest. The strategies for dates, data, keys and numbers apply, too.
///
/// An unexpected value throws the same `DecodingError` as with `Decodable`, with the same coding path.
public protocol JSONReadable: Decodable {
    /// Reads a value.
    ///
    /// - Throws: Usually a `DecodingError`. The decoder passes on other errors unchanged.
    init(json: JSONValue) throws
}
