/// An OpenAPI document of version 3.0 or 3.1.
public struct OpenAPIDocument: Sendable {
    /// The whole document.
    public let root: DocumentNode
    /// Whether it is version 3.1, whose schemas are JSON schemas.
    public let isVersion31: Bool
    /// The operations, in the order of the document.
    public private(set) var operations: [APIOperation]

    /// Reads a document.
    ///
    /// - Throws: A ``DocumentError`` if it isn't an OpenAPI document, or if a part that every
    ///   operation needs is wrong.
    public init(_ root: DocumentNode) throws(DocumentError) {
        guard root.mapping != nil else { throw .wrong("The document must be an object.", at: root.location) }
        guard let version = root["openapi"] else {
            if let swagger = root["swagger"] {
                throw .unsupported("Swagger 2.0 isn't supported. Convert the document first.", at: swagger.location)
            }
            throw .wrong("The document has no member \"openapi\".", at: root.location)
        }
        let text = version.scalarText ?? ""
        guard text.hasPrefix("3.0") || text.hasPrefix("3.1") else {
            throw .unsupported("OpenAPI \(text) isn't supported, only 3.0 and 3.1.", at: version.location)
        }
        self.root = root
        isVersion31 = text.hasPrefix("3.1")
        operations = []
        operations = try readOperations()
    }

    /// The title.
    public var title: String? { root["info"]?["title"]?.scalarText }
    /// The description.
    public var summary: String? { root["info"]?["description"]?.string }
    /// The address of the first server, with the default values of its variables.
    public var server: String? {
        guard let server = root["servers"]?.list?.first, var address = server["url"]?.string else { return nil }
        for variable in server["variables"]?.mapping?.entries ?? [] {
            address = address.replacing("{\(variable.key)}", with: variable.value["default"]?.scalarText ?? "")
        }
        return address
    }

    /// The entries of a section of the components, such as `schemas`.
    public func components(_ section: String) -> [DocumentMapping.Entry] {
        root["components"]?[section]?.mapping?.entries ?? []
    }

    // MARK: - References

    /// Returns the value that a value refers to, or the value itself if it isn't a reference.
    ///
    /// - Throws: A ``DocumentError`` if the target is missing, if the references form a cycle, or if
    ///   it is in another document.
    public func resolved(_ node: DocumentNode) throws(DocumentError) -> DocumentNode {
        var node = node
        var passed = Set<String>()
        while let reference = node["$ref"], let text = reference.string {
            guard passed.insert(text).inserted else {
                throw .wrong("The reference \"\(text)\" leads back to itself.", at: reference.location)
            }
            node = try target(of: text, at: reference.location)
        }
        return node
    }

    /// Returns the value at the other end of a reference (RFC 6901).
    ///
    /// - Throws: A ``DocumentError`` if it is missing or in another document.
    public func target(of reference: String, at location: TextLocation) throws(DocumentError) -> DocumentNode {
        guard reference.hasPrefix("#") else {
            throw .unsupported(
                "The reference \"\(reference)\" leads to another document. Allow its host with --allow, or put the file into the "
                    + "document's folder.", at: location)
        }
        var node = root
        for part in reference.dropFirst().split(separator: "/", omittingEmptySubsequences: true) {
            let key = Self.unescaped(part)
            let next =
                node[key]
                ?? Int(key).flatMap { index in
                    node.list.flatMap { $0.indices.contains(index) ? $0[index] : nil }
                }
            guard let next else { throw .wrong("The reference \"\(reference)\" has no target.", at: location) }
            node = next
        }
        return node
    }

    private static func unescaped(_ part: Substring) -> String {
        let text = part.contains("%") ? (String(part).removingPercentEncodingOrNil ?? String(part)) : String(part)
        guard text.contains("~") else { return text }
        return text.replacing("~1", with: "/").replacing("~0", with: "~")
    }

    // MARK: - Operations

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    private func readOperations() throws(DocumentError) -> [APIOperation] {
        guard let paths = root["paths"] else {
            guard root["webhooks"] != nil || root["components"] != nil else {
                throw .wrong("The document has no member \"paths\".", at: root.location)
            }
            return []
        }
        guard let paths = paths.mapping else { throw .wrong("The paths must be an object.", at: paths.location) }
        var operations: [APIOperation] = []
        for path in paths.entries where !path.key.hasPrefix("x-") {
            guard path.key.hasPrefix("/") else {
                throw .wrong("The path \"\(path.key)\" doesn't begin with a slash.", at: path.location)
            }
            let shared = try resolved(path.value)
            guard let item = shared.mapping else {
                throw .wrong("The path \"\(path.key)\" must be an object.", at: shared.location)
            }
            for entry in item.entries where Self.methods.contains(entry.key) {
                guard entry.value.mapping != nil else {
                    throw .wrong("An operation must be an object.", at: entry.value.location)
                }
                operations.append(
                    APIOperation(
                        method: entry.key, path: path.key, node: entry.value, shared: shared,
                        location: entry.location))
            }
        }
        return operations
    }
}

extension String {
    /// The text without percent escapes; `nil` if an escape is wrong.
    fileprivate var removingPercentEncodingOrNil: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
