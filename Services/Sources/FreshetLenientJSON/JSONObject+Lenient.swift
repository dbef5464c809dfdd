public import Foundation
public import Freshet

extension JSONObject {
    /// Reads a string and trims white space at both ends.
    ///
    /// - Returns: The text, or `nil` if the field is missing, is null, has another type or is
    ///   blank.
    public func readText(_ name: StaticString) -> String? {
        let text: String? = readLeniently(name)
        return text?.withoutSurroundingSpace
    }

    /// Reads a string by a name that isn't a literal, and trims white space at both ends.
    ///
    /// - Returns: The text, or `nil` if the field is missing, is null, has another type or is
    ///   blank.
    public func readText(named name: String) -> String? { readLeniently(named: name)?.withoutSurroundingSpace }

    /// Reads the address of a web page or image.
    ///
    /// - Returns: The address, or `nil` unless it has the scheme http or https. See ``WebLink``.
    public func readLink(_ name: StaticString) -> URL? { WebLink.url(from: readLeniently(name)) }

    /// Reads the elements of a list, skipping elements that can't be decoded.
    ///
    /// - Returns: The elements, or an empty array if the field is missing, is null or isn't an
    ///   array.
    public func readList<Element: Decodable>(_ name: StaticString) -> [Element] {
        let list: LossyArray<Element>? = readLeniently(name)
        return list?.elements ?? []
    }
}
