/// The type and subtype of a `Content-Type` field, in lowercase and without parameters (RFC 9110
/// §8.3.1).
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
    /// The type, such as `text`.
    public let type: String
    /// The subtype, such as `html`.
    public let subtype: String

    /// Reads the value of a `Content-Type` field; `nil` if it contains no type.
    public init?(_ fieldValue: String) {
        // The most common values are recognised without parsing.
        if fieldValue == "application/json" || fieldValue == "application/json; charset=utf-8" {
            (type, subtype) = ("application", "json")
            return
        }
        let essence = fieldValue.prefix { $0 != ";" }
        let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let trimmed = parts.map { $0.filter { !$0.isWhitespace }.lowercased() }
        guard !trimmed[0].isEmpty, !trimmed[1].isEmpty else { return nil }
        type = trimmed[0]
        subtype = trimmed[1]
    }

    /// The media type as text, such as `text/html`.
    public var description: String { "\(type)/\(subtype)" }

    /// Whether the content may be a picture. Its first bytes decide whether it is one.
    public var canHoldPicture: Bool { type == "image" || (type, subtype) == ("application", "octet-stream") }

    /// Whether the content may be JSON: true for JSON types, and for types that servers wrongly use
    /// for JSON.
    public var canHoldJSON: Bool {
        if subtype == "json" || subtype.hasSuffix("+json") { return true }
        switch (type, subtype) {
        case ("text", "plain"), ("text", "javascript"), ("application", "javascript"), ("application", "octet-stream"):
            return true
        default:
            return false
        }
    }
}
