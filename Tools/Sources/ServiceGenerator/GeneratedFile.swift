/// A generated file.
public struct GeneratedFile: Sendable, Hashable {
    /// The name of the file, with its extension.
    public var name: String
    /// The text of the file.
    public var text: String

    /// Makes a file.
    public init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}
