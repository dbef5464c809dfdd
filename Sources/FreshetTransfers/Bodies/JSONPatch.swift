public import FreshetCore

/// One operation of a JSON Patch, as defined in RFC 6902.
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

    /// Adds or replaces an object member, or inserts an array element. The index `-` appends to the
    /// array.
    public static func add(_ path: JSONPointer, _ value: some Encodable & Sendable) -> JSONPatchOperation {
        JSONPatchOperation(op: "add", path: path, value: value)
    }

    /// Removes a value, which must exist.
    public static func remove(_ path: JSONPointer) -> JSONPatchOperation {
        JSONPatchOperation(op: "remove", path: path)
    }

    /// Replaces a value, which must exist.
    public static func replace(_ path: JSONPointer, with value: some Encodable & Sendable) -> JSONPatchOperation {
        JSONPatchOperation(op: "replace", path: path, value: value)
    }

    /// Removes the value at one path and adds it at another.
    public static func move(from: JSONPointer, to path: JSONPointer) -> JSONPatchOperation {
        JSONPatchOperation(op: "move", path: path, from: from)
    }

    /// Copies the value at one path to another.
    public static func copy(from: JSONPointer, to path: JSONPointer) -> JSONPatchOperation {
        JSONPatchOperation(op: "copy", path: path, from: from)
    }

    /// Requires a value to be present. If it isn't, the server applies none of the patch's
    /// operations.
    public static func test(_ path: JSONPointer, equals value: some Encodable & Sendable) -> JSONPatchOperation {
        JSONPatchOperation(op: "test", path: path, value: value)
    }

    /// Encodes the operation as an object.
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

/// The path to a value in a JSON document, such as `/tags/0`.
///
/// It is a JSON Pointer as defined in RFC 6901. The empty string points to the document itself.
///
/// A literal is used as the pointer without escaping. Pass member names that may contain any
/// character separately, and they are escaped: `JSONPointer(path: "tags", name)`.
public struct JSONPointer: Sendable, Hashable, ExpressibleByStringLiteral, Encodable {
    /// The escaped pointer, as it is sent.
    public let text: String

    /// Makes a pointer from a literal, in which `~0` is a tilde and `~1` a slash within a name.
    public init(stringLiteral text: String) { self.text = text }

    /// Makes a pointer from member names and element indices, which are escaped.
    public init(path pieces: String...) {
        text = pieces.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }

    /// Encodes the pointer as a string.
    ///
    /// - Throws: An `EncodingError`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension RequestBody {
    /// Returns a body with a JSON Patch.
    ///
    /// The server applies all of its operations in order, or none (RFC 5789 §2).
    ///
    /// - Parameters:
    ///   - operations: The operations.
    ///   - encoder: The encoder for their values. `nil`, the default, uses ``Service/encoder``.
    public static func jsonPatch(
        _ operations: [JSONPatchOperation], encoder: (any BodyEncoder)? = nil
    ) -> RequestBody {
        RequestBody(
            content: .bytes { try (encoder ?? $0).encode(operations) }, contentType: "application/json-patch+json")
    }
}
