public import Foundation
public import Freshet

extension JSONObject {
    /// Reads a text and trims white space at both ends.
    ///
    /// - Returns: The text; `nil` if the field is missing, null, of another type, or blank.
    public func readText(_ name: StaticString) -> String? {
        let text: String? = readLeniently(name)
        return text?.withoutSurroundingSpace
    }

    /// Reads a text by a name that is not a literal, and trims white space at both ends.
    ///
    /// - Returns: The text; `nil` if the field is missing, null, of another type, or blank.
    public func readText(named name: String) -> String? { readLeniently(named: name)?.withoutSurroundingSpace }

    /// Reads the address of a web page or picture.
    ///
    /// - Returns: The address; `nil` unless it has the scheme http or https, see ``WebLink``.
    public func readLink(_ name: StaticString) -> URL? { WebLink.url(from: readLeniently(name)) }

    /// Reads the elements of a list, without those that can't be decoded.
    ///
    /// - Returns: The elements; none if the field is missing, null or not an array.
    public func readList<Element: Decodable>(_ name: StaticString) -> [Element] {
        let list: LossyArray<Element>? = readLeniently(name)
        return list?.elements ?? []
    }
}
