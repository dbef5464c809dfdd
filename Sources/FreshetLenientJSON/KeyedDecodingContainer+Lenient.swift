public import Foundation

extension KeyedDecodingContainer {
    /// Decodes a value that may be unusable.
    ///
    /// - Returns: The value; `nil` when the field is missing or null, or holds another type.
    public func decodeLeniently<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// Decodes the elements of a list, without those that can't be decoded.
    ///
    /// Use ``LossyArray`` to learn how many were dropped and why.
    ///
    /// - Returns: The elements; none when the field is missing or null, or holds no array.
    public func decodeList<Element: Decodable>(of type: Element.Type, forKey key: Key) -> [Element] {
        decodeLeniently(LossyArray<Element>.self, forKey: key)?.elements ?? []
    }

    /// Decodes a text, without the white space around it.
    ///
    /// - Returns: The text; `nil` when the field is missing or null, holds another type, or holds white space only.
    public func decodeText(forKey key: Key) -> String? {
        decodeLeniently(String.self, forKey: key).flatMap(\.withoutSurroundingSpace)
    }

    /// Decodes the address of a web page or picture.
    ///
    /// - Returns: The address; `nil` unless the field holds one by http or https, see ``WebLink``.
    public func decodeLink(forKey key: Key) -> URL? { WebLink.url(from: decodeLeniently(String.self, forKey: key)) }
}
