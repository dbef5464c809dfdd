/// A place in a text, counted from 1.
public struct TextLocation: Sendable, Hashable, CustomStringConvertible {
    /// The line, counted from 1.
    public var line: Int
    /// The column in characters, counted from 1.
    public var column: Int
    /// The name of another document that the text refers to; `nil` for the text itself.
    public var document: String?

    /// Makes a location.
    public init(line: Int, column: Int, in document: String? = nil) {
        self.line = line
        self.column = column
        self.document = document
    }

    /// The line and the column, separated by a colon, after the name of another document.
    public var description: String { "\(document.map { "\($0):" } ?? "")\(line):\(column)" }
}
