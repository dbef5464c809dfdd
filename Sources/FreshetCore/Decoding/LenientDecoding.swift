package import Foundation
package import FreshetJSON

extension KeyedDecodingContainer {
    /// Decodes a value that can be done without: missing, null and another type all read as `nil`.
    package func lenient<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// Decodes the elements of a list that can be read: a broken one costs itself, and what is no list has none.
    package func lenientList<Element: Decodable>(_ type: Element.Type, _ key: Key) -> [Element] {
        lenient(LossyArray<Element>.self, key)?.elements ?? []
    }

    /// Decodes a text that says something; blanks around it are cut off, and a blank one reads as `nil`.
    package func lenientText(_ key: Key) -> String? {
        lenient(String.self, key).flatMap(\.withoutBlanks)
    }

    /// Decodes a web address; what no browser may open reads as `nil`.
    package func lenientLink(_ key: Key) -> URL? { WebLink.url(lenient(String.self, key)) }
}

extension JSONObject {
    /// Reads a text that says something; blanks around it are cut off, and a blank one reads as `nil`.
    package func readText(_ name: StaticString) -> String? {
        let text: String? = readLeniently(name)
        return text?.withoutBlanks
    }

    /// As ``readText(_:)``, for names that are made while the program runs.
    package func readText(named name: String) -> String? { readLeniently(named: name)?.withoutBlanks }

    /// Reads a web address; what no browser may open reads as `nil`.
    package func readLink(_ name: StaticString) -> URL? { WebLink.url(readLeniently(name)) }

    /// Reads the elements of a list that can be read: a broken one costs itself, and what is no list has none.
    package func readList<Element: Decodable>(_ name: StaticString) -> [Element] {
        let list: LossyArray<Element>? = readLeniently(name)
        return list?.elements ?? []
    }
}

extension String {
    /// The text without blanks around it; `nil` when nothing is left.
    fileprivate var withoutBlanks: String? {
        // Most texts begin and end in a letter, and stay as they are.
        if let first = utf8.first, let last = utf8.last, (0x21..<0x7F).contains(first), (0x21..<0x7F).contains(last) {
            return self
        }
        let trimmed = drop(while: \.isWhitespace)
        guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(trimmed[...last])
    }
}
