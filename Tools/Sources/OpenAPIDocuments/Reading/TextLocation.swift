/// A place in a text, counted from 1.
public struct TextLocation: Sendable, Hashable, CustomStringConvertible {
    /// The line, counted from 1.
    public var line: Int
    /// The column in characters, counted from 1.
    public var column: Int

    /// Makes a location.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The line and the column, separated by a colon.
    public var description: String { "\(line):\(column)" }
}
