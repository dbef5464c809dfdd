package import Foundation

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
        lenient(String.self, key).flatMap { text in
            let trimmed = text.drop(while: \.isWhitespace)
            guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
            return String(trimmed[...last])
        }
    }

    /// Decodes a web address; what no browser may open reads as `nil`.
    package func lenientLink(_ key: Key) -> URL? { WebLink.url(lenient(String.self, key)) }
}
