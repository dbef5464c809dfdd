public import Foundation

/// A reader of documents in JSON and YAML.
public enum DocumentReader {
    /// Reads a document. A text that begins with a brace and a quotation mark is read as JSON.
    ///
    /// - Throws: The ``DocumentError`` with the location of the problem.
    public static func read(_ data: Data) throws(DocumentError) -> DocumentNode {
        guard data.count <= DocumentLimits.bytes else {
            throw .wrong("The document is longer than \(DocumentLimits.bytes) bytes.", at: nil)
        }
        var bytes = [UInt8](data)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        return isJSON(bytes) ? try JSONReader.read(bytes) : try YAMLReader.read(bytes)
    }

    /// Returns whether a text begins like a JSON object. In YAML, the keys after a brace usually have no quotation marks.
    private static func isJSON(_ bytes: [UInt8]) -> Bool {
        let start = bytes.lazy.filter { !JSONReader.isSpace($0) }.prefix(2)
        guard start.first == UInt8(ascii: "{") else { return false }
        return start.count < 2 || start.dropFirst().allSatisfy { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "}") }
    }
}
