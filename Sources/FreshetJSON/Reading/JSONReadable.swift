/// A type that reads itself directly from the parsed body.
///
/// This takes about a third of the time that `Decodable`'s containers need. Add the conformance to
/// types that occur in long lists:
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
/// ``FreshetJSONDecoder`` uses this initialiser wherever the type occurs, including inside types
/// without one. Other decoders use `init(from:)`, so both should give the same result. You can read
/// the fields in any order, but the order of the body is fastest. The strategies for dates, data,
/// keys and numbers apply as well.
///
/// An unexpected value throws the same `DecodingError` as `Decodable`'s containers, with the same
/// coding path.
public protocol JSONReadable: Decodable {
    /// Reads a value of this type.
    ///
    /// - Throws: Usually a `DecodingError`. The decoder rethrows other errors unchanged.
    init(json: JSONValue) throws
}
