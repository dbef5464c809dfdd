public import Foundation
public import FreshetJSON

extension JSONObject {
    /// Reads a text, without the white space around it.
    ///
    /// - Returns: The text; `nil` when the field is missing or null, holds another type, or holds white space only.
    public func readText(_ name: StaticString) -> String? {
        let text: String? = readLeniently(name)
        return text?.withoutSurroundingSpace
    }

    /// Reads a text by a name that is made while the program runs, without the white space around it.
    ///
    /// - Returns: The text; `nil` when the field is missing or null, holds another type, or holds white space only.
    public func readText(named name: String) -> String? { readLeniently(named: name)?.withoutSurroundingSpace }

    /// Reads the address of a web page or picture.
    ///
    /// - Returns: The address; `nil` unless the field holds one by http or https, see ``WebLink``.
    public func readLink(_ name: StaticString) -> URL? { WebLink.url(from: readLeniently(name)) }

    /// Reads the elements of a list, without those that can't be decoded.
    ///
    /// - Returns: The elements; none when the field is missing or null, or holds no array.
    public func readList<Element: Decodable>(_ name: StaticString) -> [Element] {
        let list: LossyArray<Element>? = readLeniently(name)
        return list?.elements ?? []
    }
}
