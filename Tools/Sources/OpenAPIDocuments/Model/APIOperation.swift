/// An operation of an API: a method on a path.
public struct APIOperation: Sendable {
    /// The method in lowercase.
    public let method: String
    /// The path with the names of its parameters in braces.
    public let path: String
    /// The operation in the document.
    public let node: DocumentNode
    /// The path item, whose parameters belong to all its operations.
    let shared: DocumentNode
    /// The location of the method.
    public let location: TextLocation

    /// The identifier; `nil` if it has none.
    public var id: String? { node["operationId"]?.scalarText }
    /// The tags.
    public var tags: [String] { node["tags"]?.list?.compactMap(\.scalarText) ?? [] }
    /// The summary; `nil` if it has none.
    public var summary: String? { node["summary"]?.string ?? shared["summary"]?.string }
    /// The description; `nil` if it has none.
    public var details: String? { node["description"]?.string }
    /// Whether it should no longer be used.
    public var isDeprecated: Bool { node["deprecated"]?.boolean ?? false }

    /// Returns the parameters. Those of the operation replace those of the path.
    ///
    /// - Throws: A ``DocumentError`` if one is wrong.
    public func parameters(in document: OpenAPIDocument) throws(DocumentError) -> [APIParameter] {
        var parameters: [APIParameter] = []
        for list in [shared["parameters"], node["parameters"]] {
            guard let list else { continue }
            guard let elements = list.list else {
                throw .wrong("The parameters must be a list.", at: list.location)
            }
            for element in elements {
                let parameter = try APIParameter(document.resolved(element), at: element.location)
                if let index = parameters.firstIndex(where: { $0.name == parameter.name && $0.place == parameter.place }
                ) {
                    parameters[index] = parameter
                } else {
                    parameters.append(parameter)
                }
            }
        }
        return parameters
    }

    /// Returns the body of the request; `nil` if there is none.
    ///
    /// - Throws: A ``DocumentError`` if it is wrong.
    public func body(in document: OpenAPIDocument) throws(DocumentError) -> APIBody? {
        guard let body = node["requestBody"] else { return nil }
        let resolved = try document.resolved(body)
        return APIBody(
            contents: try APIContent.contents(of: resolved, in: document),
            isRequired: resolved["required"]?.boolean ?? false)
    }

    /// Returns the responses in the order of their statuses.
    ///
    /// - Throws: A ``DocumentError`` if one is wrong.
    public func responses(in document: OpenAPIDocument) throws(DocumentError) -> [APIResponse] {
        guard let list = node["responses"] else { return [] }
        guard let responses = list.mapping else {
            throw .wrong("The responses must be an object.", at: list.location)
        }
        var results: [APIResponse] = []
        for entry in responses.entries where !entry.key.hasPrefix("x-") {
            let node = try document.resolved(entry.value)
            guard node.mapping != nil else { throw .wrong("A response must be an object.", at: node.location) }
            let contents = try APIContent.contents(of: node, in: document)
            results.append(APIResponse(status: entry.key, contents: contents, location: entry.location))
        }
        return results.sorted { $0.status < $1.status }
    }
}
