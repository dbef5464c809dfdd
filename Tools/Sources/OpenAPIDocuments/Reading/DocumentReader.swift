public import Foundation

/// A reader of documents in JSON and YAML.
public enum DocumentReader {
    /// Reads a document. A text whose first character is a brace is read as JSON first.
    ///
    /// - Throws: The ``DocumentError`` with the location of the problem.
    public static func read(_ data: Data) throws(DocumentError) -> DocumentNode {
        guard data.count <= DocumentLimits.bytes else {
            throw .wrong("The document is longer than \(DocumentLimits.bytes) bytes.", at: nil)
        }
        var bytes = [UInt8](data)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard bytes.first(where: { !JSONReader.isSpace($0) }) == UInt8(ascii: "{") else {
            return try YAMLReader.read(bytes)
        }
        do { return try JSONReader.read(bytes) } catch {
            // A YAML document may begin with a brace as well. For anything else, the first error is
            // the better one.
            guard let node = try? YAMLReader.read(bytes) else { throw error }
            return node
        }
    }
}
