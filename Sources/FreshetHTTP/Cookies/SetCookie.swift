package import Foundation

/// A `Set-Cookie` field, read by the algorithm of RFC 6265bis §5.6.
///
/// Bytes are compared, because a Swift character may combine a semicolon with a mark that follows
/// it.
package struct SetCookie: Sendable, Hashable {
    /// The maximum number of bytes of a name and a value together.
    package static let byteLimit = 4096
    /// The maximum number of bytes of an attribute value. An attribute with a longer value is
    /// ignored.
    package static let attributeByteLimit = 1024

    package private(set) var name: String
    package private(set) var value: String
    /// The seconds of `Max-Age`; `Int.max` if the number is too large.
    package private(set) var maxAgeSeconds: Int?
    package private(set) var expires: Date?
    /// The domain, in lowercase and without a leading dot; empty if the cookie is only for the
    /// host.
    package private(set) var domain = ""
    /// The path; empty for the default path, which an attribute without a slash stands for as well.
    package private(set) var path = ""
    /// Whether there is a `Path` attribute.
    package private(set) var hasPath = false
    package private(set) var isSecure = false
    package private(set) var isHTTPOnly = false
    package private(set) var sameSite: Cookie.SameSite?

    package init(_ field: String) throws(CookieRefusal) {
        guard !field.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { throw .controlCharacter }
        let parts = field.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let pair = Self.pair(parts[0])
        // Without an equals sign the text is a value.
        (name, value) = pair.value.map { (pair.name, $0) } ?? ("", pair.name)
        guard !name.isEmpty || !value.isEmpty else { throw .empty }
        guard name.utf8.count + value.utf8.count <= Self.byteLimit else { throw .tooLong }
        // Invalid UTF-8 was replaced when the field was read, so the server would get back another value.
        guard !(name + value).unicodeScalars.contains("\u{FFFD}") else { throw .notUTF8 }
        for part in parts.dropFirst() {
            let attribute = Self.pair(part)
            let value = attribute.value ?? ""
            if value.utf8.count <= Self.attributeByteLimit { take(attribute.name.lowercased(), value) }
        }
    }

    /// Splits a part at its first equals sign, and removes spaces and tabs around both sides.
    private static func pair(_ part: Substring.UTF8View) -> (name: String, value: String?) {
        guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else { return (trimmed(part), nil) }
        return (trimmed(part[..<sign]), trimmed(part[part.index(after: sign)...]))
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return String(Substring(text))
    }

    /// Stores an attribute. If several have the same name, the last one counts.
    private mutating func take(_ name: String, _ value: String) {
        switch name {
        case "expires": expires = CookieDate.date(from: value) ?? expires
        case "max-age": maxAgeSeconds = Self.seconds(value) ?? maxAgeSeconds
        case "domain":
            let dots = value.utf8.first == UInt8(ascii: ".") ? 1 : 0
            domain = Substring(value.utf8.dropFirst(dots)).lowercased()
        case "path":
            hasPath = true
            path = value.utf8.first == UInt8(ascii: "/") ? value : ""
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = Cookie.SameSite(rawValue: value.lowercased())
        default: break
        }
    }

    private static func seconds(_ text: String) -> Int? {
        let isNegative = text.hasPrefix("-")
        guard text.dropFirst(isNegative ? 1 : 0).isDecimal else { return nil }
        return isNegative ? -1 : Int(text) ?? .max
    }
}
