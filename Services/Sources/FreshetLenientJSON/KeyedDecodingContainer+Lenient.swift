public import Foundation

extension KeyedDecodingContainer {
    /// Decodes a value, or returns `nil` if that fails.
    ///
    /// - Returns: The value, or `nil` if the field is missing, is null or has another type.
    public func decodeLeniently<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// Decodes the elements of a list, skipping elements that can't be decoded.
    ///
    /// To get the number of skipped elements and the reasons, use ``LossyArray``.
    ///
    /// - Returns: The elements, or an empty array if the field is missing, is null or isn't an
    ///   array.
    public func decodeList<Element: Decodable>(of type: Element.Type, forKey key: Key) -> [Element] {
        decodeLeniently(LossyArray<Element>.self, forKey: key)?.elements ?? []
    }

    /// Decodes a string and trims white space at both ends.
    ///
    /// - Returns: The text, or `nil` if the field is missing, is null, has another type or is
    ///   blank.
    public func decodeText(forKey key: Key) -> String? {
        decodeLeniently(String.self, forKey: key).flatMap(\.withoutSurroundingSpace)
    }

    /// Decodes the address of a web page or image.
    ///
    /// - Returns: The address, or `nil` unless it has the scheme http or https. See ``WebLink``.
    public func decodeLink(forKey key: Key) -> URL? { WebLink.url(from: decodeLeniently(String.self, forKey: key)) }
}
