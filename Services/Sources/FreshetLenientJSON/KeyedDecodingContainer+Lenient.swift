public import Foundation

extension KeyedDecodingContainer {
    /// Decodes a value if possible.
    ///
    /// - Returns: The value; `nil` if the field is missing, null or of another type.
    public func decodeLeniently<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// Decodes the elements of a list, without those that can't be decoded.
    ///
    /// Use ``LossyArray`` for the number of dropped elements and the reasons.
    ///
    /// - Returns: The elements; none if the field is missing, null or not an array.
    public func decodeList<Element: Decodable>(of type: Element.Type, forKey key: Key) -> [Element] {
        decodeLeniently(LossyArray<Element>.self, forKey: key)?.elements ?? []
    }

    /// Decodes a text and trims white space at both ends.
    ///
    /// - Returns: The text; `nil` if the field is missing, null, of another type, or blank.
    public func decodeText(forKey key: Key) -> String? {
        decodeLeniently(String.self, forKey: key).flatMap(\.withoutSurroundingSpace)
    }

    /// Decodes the address of a web page or picture.
    ///
    /// - Returns: The address; `nil` unless it has the scheme http or https, see ``WebLink``.
    public func decodeLink(forKey key: Key) -> URL? { WebLink.url(from: decodeLeniently(String.self, forKey: key)) }
}
