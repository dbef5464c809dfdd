/// A body in one media type.
public struct APIContent: Sendable {
    /// The media type without parameters, in lowercase.
    public let type: String
    /// The schema; `nil` for any content.
    public let schema: DocumentNode?
    /// The encodings of the parts of a form, by the name of the part.
    public let encodings: DocumentMapping?

    static func contents(of node: DocumentNode, in document: OpenAPIDocument) throws(DocumentError) -> [APIContent] {
        guard let content = node["content"] else { return [] }
        guard let types = content.mapping else { throw .wrong("The content must be an object.", at: content.location) }
        var contents: [APIContent] = []
        for entry in types.entries {
            let media = try document.resolved(entry.value)
            let type = entry.key.prefix { $0 != ";" }.lowercased()
            contents.append(
                APIContent(
                    type: type.filter { $0 != " " }, schema: media["schema"] ?? media["itemSchema"],
                    encodings: media["encoding"]?.mapping))
        }
        return contents
    }

    /// Whether the body is JSON.
    public var isJSON: Bool { type == "application/json" || type.hasSuffix("+json") || type == "*/*" && schema != nil }
    /// Whether the body is a stream of JSON values.
    public var isJSONLines: Bool {
        [
            "application/jsonl", "application/x-ndjson", "application/ndjson", "application/json-seq",
            "application/x-jsonlines",
        ]
        .contains(type)
    }
    /// Whether the body is an event stream.
    public var isEventStream: Bool { type == "text/event-stream" }
    /// Whether the body is a multipart form.
    public var isMultipart: Bool { type == "multipart/form-data" }
    /// Whether the body has form fields.
    public var isForm: Bool { type == "application/x-www-form-urlencoded" }
    /// Whether the body is text.
    public var isText: Bool { type.hasPrefix("text/") && !isEventStream }
}

/// The body of a request.
public struct APIBody: Sendable {
    /// The alternatives.
    public let contents: [APIContent]
    /// Whether the request must have a body.
    public let isRequired: Bool
}

/// A response.
public struct APIResponse: Sendable {
    /// The status, such as `200`, `2XX` or `default`.
    public let status: String
    /// The alternatives for its body; empty for none.
    public let contents: [APIContent]
    /// The location of the status.
    public let location: TextLocation

    /// Whether it is a success.
    public var isSuccess: Bool { status.hasPrefix("2") }
    /// Whether it is an error.
    public var isError: Bool { !status.hasPrefix("1") && !status.hasPrefix("2") && !status.hasPrefix("3") }
}
