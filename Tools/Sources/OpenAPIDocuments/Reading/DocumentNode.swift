/// A value in a document, with its location.
public struct DocumentNode: Sendable {
    /// The kinds of values.
    public indirect enum Content: Sendable {
        /// A null value.
        case null
        /// A Boolean.
        case boolean(Bool)
        /// A number, as it is written.
        case number(String)
        /// A string.
        case string(String)
        /// A list.
        case list([DocumentNode])
        /// A mapping of keys to values.
        case mapping(DocumentMapping)
    }

    /// The value.
    public let content: Content
    /// The location of the first character.
    public let location: TextLocation

    /// Makes a value.
    public init(_ content: Content, at location: TextLocation) {
        self.content = content
        self.location = location
    }
}

extension DocumentNode {
    /// The string; `nil` for any other value.
    public var string: String? {
        if case .string(let text) = content { text } else { nil }
    }

    /// The text of a string, a number or a Boolean; `nil` for any other value.
    public var scalarText: String? {
        switch content {
        case .string(let text), .number(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .null, .list, .mapping: nil
        }
    }

    /// The Boolean; `nil` for any other value.
    public var boolean: Bool? {
        if case .boolean(let value) = content { value } else { nil }
    }

    /// The integer; `nil` for any other value.
    public var integer: Int? {
        guard case .number(let text) = content else { return nil }
        if let number = Int(text) { return number }
        return Double(text).flatMap { Int(exactly: $0) }
    }

    /// The elements; `nil` for any other value than a list.
    public var list: [DocumentNode]? {
        if case .list(let elements) = content { elements } else { nil }
    }

    /// The mapping; `nil` for any other value.
    public var mapping: DocumentMapping? {
        if case .mapping(let mapping) = content { mapping } else { nil }
    }

    /// Whether the value is null.
    public var isNull: Bool {
        if case .null = content { true } else { false }
    }

    /// Returns the value of a key; `nil` if it is missing or if this value isn't a mapping.
    public subscript(key: String) -> DocumentNode? { mapping?[key] }
}
