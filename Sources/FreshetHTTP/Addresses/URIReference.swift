import FreshetJSON
import FreshetText

/// A URI or a relative reference, split into its parts (RFC 3986 §4.1).
package struct URIReference: Sendable, Hashable {
    package var scheme: String?
    package var authority: String?
    package var path: String
    package var query: String?
    package var fragment: String?

    package init(
        scheme: String? = nil, authority: String? = nil, path: String, query: String? = nil, fragment: String? = nil
    ) {
        (self.scheme, self.authority, self.path, self.query, self.fragment) = (scheme, authority, path, query, fragment)
    }

    /// Reads a text. Any text is a reference, because characters that aren't allowed in one are
    /// encoded.
    package init(_ text: String) {
        var rest = AddressText.escaped(text)[...]
        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
            fragment = String(rest[rest.utf8.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = String(rest[rest.utf8.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = AddressText.schemeEnd(of: rest.utf8) {
            scheme = rest[..<colon].lowercased()
            rest = rest[rest.utf8.index(after: colon)...]
        }
        if rest.utf8.starts(with: "//".utf8) {
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = String(rest)
    }

    /// The reference as text (§5.3).
    package var text: String {
        var text = ""
        if let scheme { text += "\(scheme):" }
        if let authority { text += "//\(authority)" }
        text += path
        if let query { text += "?\(query)" }
        if let fragment { text += "#\(fragment)" }
        return text
    }

    /// Resolves the reference against a URI with a scheme (§5.2.2).
    package func resolved(against base: URIReference) -> URIReference {
        var result = self
        if scheme == nil {
            result.scheme = base.scheme
            if authority == nil {
                result.authority = base.authority
                if path.isEmpty {
                    result.path = base.path
                    result.query = query ?? base.query
                    return result
                }
                if !path.utf8.starts(with: "/".utf8) { result.path = base.pathOfSiblings + path }
            }
        }
        result.path = Self.removingDotSegments(result.path)
        return result
    }

    /// The path up to its last slash, to which relative paths are appended (§5.2.3).
    private var pathOfSiblings: Substring {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return authority == nil ? "" : "/" }
        return path[...slash]
    }

    /// Returns a path without `.` and `..` segments (§5.2.4).
    package static func removingDotSegments(_ path: String) -> String {
        guard path.utf8.first == UInt8(ascii: ".") || path.utf8.containsDotAfterSlash else { return path }
        var segments: [Substring] = []
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let all = path.dropFirst(isAbsolute ? 1 : 0).split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in all.enumerated() {
            switch segment {
            case "..": _ = segments.popLast()
            case ".": break
            default:
                segments.append(segment)
                continue
            }
            // The path still ends with a slash.
            if index == all.count - 1 { segments.append("") }
        }
        return (isAbsolute ? "/" : "") + segments.joined(separator: "/")
    }
}

extension String.UTF8View {
    fileprivate var containsDotAfterSlash: Bool {
        var isAfterSlash = false
        return contains { byte in
            defer { isAfterSlash = byte == UInt8(ascii: "/") }
            return isAfterSlash && byte == UInt8(ascii: ".")
        }
    }
}
