/// A parameter of an operation.
public struct APIParameter: Sendable {
    /// The parts of a request that can contain a parameter.
    public enum Place: String, Sendable {
        /// The path.
        case path
        /// The query.
        case query
        /// A header field.
        case header
        /// A cookie.
        case cookie
    }

    /// The styles in which lists and objects are written.
    public enum Style: String, Sendable {
        /// Like fields of a form, in queries and cookies.
        case form
        /// With spaces between the elements.
        case spaceDelimited
        /// With vertical bars between the elements.
        case pipeDelimited
        /// With one item for each member, whose name is in brackets.
        case deepObject
        /// With commas between the elements, in paths and header fields.
        case simple
        /// With dots before the elements.
        case label
        /// With semicolons and names before the elements.
        case matrix
    }

    /// The name.
    public let name: String
    /// The part of the request that contains it.
    public let place: Place
    /// Whether it is required.
    public let isRequired: Bool
    /// The style.
    public let style: Style
    /// Whether each element of a list or an object is written on its own.
    public let explodes: Bool
    /// Whether its value is written as JSON.
    public let isJSON: Bool
    /// The schema; `nil` for any value.
    public let schema: DocumentNode?
    /// The description; `nil` if it has none.
    public let details: String?
    /// The location of the parameter.
    public let location: TextLocation

    init(_ node: DocumentNode, at location: TextLocation) throws(DocumentError) {
        guard let name = node["name"]?.scalarText, !name.isEmpty else {
            throw .wrong("A parameter has no name.", at: node.location)
        }
        guard let place = node["in"]?.string.flatMap(Place.init(rawValue:)) else {
            throw .wrong(
                "The parameter \"\(name)\" must be in a path, a query, a header or a cookie.", at: node.location)
        }
        self.name = name
        self.place = place
        self.location = location
        isRequired = place == .path || node["required"]?.boolean ?? false
        if let text = node["style"] {
            guard let style = text.string.flatMap(Style.init(rawValue:)) else {
                throw .wrong("The parameter \"\(name)\" has an unknown style.", at: text.location)
            }
            self.style = style
        } else {
            style = place == .query || place == .cookie ? .form : .simple
        }
        explodes = node["explode"]?.boolean ?? (style == .form || style == .deepObject)
        let content = node["content"]?.mapping?.entries.first
        isJSON = content != nil
        schema = content?.value["schema"] ?? node["schema"]
        details = node["description"]?.string
    }
}
