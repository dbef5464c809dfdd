public import FreshetCore

/// An operation of a JSON Patch (RFC 6902).
///
/// ```swift
/// let patch = RequestBody.jsonPatch([
///     .test("/status", equals: "open"), .replace("/status", with: "closed"), .add("/tags/-", "done"),
/// ])
/// ```
public struct JSONPatchOperation: Encodable, Sendable {
    private enum CodingKeys: CodingKey { case op, path, from, value }

    private let op: String
    private let path: JSONPointer
    private var from: JSONPointer?
    private var value: (any Encodable & Sendable)?

    /// Adds a member to an object or replaces it, or inserts an element into an array, at its end for the index `-`.
    public static func add(_ path: JSONPointer, _ value: some Encodable & Sendable) -> JSONPatchOperation {
        JSONPatchOperation(op: "add", path: path, value: value)
    }

    /// Removes a value, which has to exist.
    public static func remove(_ path: JSONPointer) -> JSONPatchOperation {
        JSONPatchOperation(op: "remove", path: path)
    }

    /// Replaces a value, which has to exist.
    public static func replace(_ path: JSONPointer, with value: some Encodable & Sendable) -> JSONPatchOperation {
        JSONPatchOperation(op: "replace", path: path, value: value)
    }

    /// Removes the value at one path and adds it at another.
    public static func move(from: JSONPointer, to path: JSONPointer) -> JSONPatchOperation {
        JSONPatchOperation(op: "move", path: path, from: from)
    }

    /// Adds the value at one path at another, too.
    public static func copy(from: JSONPointer, to path: JSONPointer) -> JSONPatchOperation {
        JSONPatchOperation(op: "copy", path: path, from: from)
    }

    /// Requires a value. If another one is there, the server applies no operation of the patch.
    public static func test(_ path: JSONPointer, equals value: some Encodable & Sendable) -> JSONPatchOperation {
        JSONPatchOperation(op: "test", path: path, value: value)
    }

    /// Writes the operation as an object.
    ///
    /// - Throws: An `EncodingError`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(op, forKey: .op)
        try container.encode(path, forKey: .path)
        try container.encodeIfPresent(from, forKey: .from)
        if let value { try container.encode(value, forKey: .value) }
    }
}

/// The path to a value in a JSON document (RFC 6901), such as `/tags/0`. The empty text is the document itself.
///
/// A literal is the pointer as it is written. The names of members that may hold any character are passed one by one:
/// `JSONPointer(path: "tags", name)`.
public struct JSONPointer: Sendable, Hashable, ExpressibleByStringLiteral, Encodable {
    /// The pointer as it is sent.
    public let text: String

    /// Makes a pointer from a literal, in which `~0` is a tilde and `~1` a slash of a name.
    public init(stringLiteral text: String) { self.text = text }

    /// Makes a pointer from the names of members and the indices of elements, which are escaped.
    public init(path pieces: String...) {
        text = pieces.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }

    /// Writes the pointer as text.
    ///
    /// - Throws: An `EncodingError`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension RequestBody {
    /// A body with a JSON Patch (RFC 6902): operations that the server applies in order, all or none.
    ///
    /// - Parameters:
    ///   - operations: The operations.
    ///   - encoder: The encoder of their values. `nil`, the default, uses ``Service/encoder``.
    public static func jsonPatch(
        _ operations: [JSONPatchOperation], encoder: (any BodyEncoder)? = nil
    ) -> RequestBody {
        RequestBody(
            content: .bytes { try (encoder ?? $0).encode(operations) }, contentType: "application/json-patch+json")
    }
}
