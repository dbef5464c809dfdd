public import Foundation

/// A cookie in a ``CookieJar`` (RFC 6265bis §5.7).
///
/// Its value is a secret: neither printing a cookie nor dumping it shows the value.
public struct Cookie: Sendable, Hashable {
    /// What a server asks for when a redirect leads to it from another site.
    ///
    /// A cookie without the attribute is treated as ``lax``.
    public enum SameSite: String, Sendable, Hashable, Codable {
        /// Not sent after a redirect from another site.
        case strict
        /// Sent after a redirect from another site only with safe methods, such as GET.
        case lax
        /// Sent after any redirect.
        case none
    }

    /// The name; empty for a cookie that is only a value.
    public let name: String
    public let value: String
    /// The host that the cookie belongs to, in lower case and without a dot at its beginning.
    public let domain: String
    /// Whether the cookie goes to the host ``domain`` alone, and not to those below it.
    public let isHostOnly: Bool
    /// The path below which the cookie is sent.
    public let path: String
    /// Whether the cookie is sent over TLS only, or to a loopback address.
    public let isSecure: Bool
    /// Whether the server hides the cookie from scripts. A program has none: this changes nothing but what a jar tells.
    public let isHTTPOnly: Bool
    /// The attribute `SameSite`; `nil` where the server set none that is known.
    public let sameSite: SameSite?
    /// When the cookie ends; `nil` for one that ends with the session.
    public let expires: Date?

    /// Makes a cookie, for ``CookieJar/set(_:)``.
    ///
    /// - Parameters:
    ///   - domain: A host, or with `isHostOnly: false` a domain and all hosts below it.
    ///   - isSecure: True by default, other than in a `Set-Cookie` field.
    ///   - isHTTPOnly: True by default, other than in a `Set-Cookie` field.
    public init(
        name: String, value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
        isSecure: Bool = true, isHTTPOnly: Bool = true, sameSite: SameSite? = nil, expires: Date? = nil
    ) {
        self.name = name
        self.value = value
        self.domain = domain.lowercased()
        self.isHostOnly = isHostOnly
        self.path = path
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        self.expires = expires
    }

    /// The cookie as the `Cookie` field has it.
    var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

    /// Whether the cookie has ended.
    func isExpired(at date: Date) -> Bool { expires.map { $0 <= date } ?? false }

    /// Whether both are the same cookie, perhaps with other values: a new one takes the place of the old one.
    func replaces(_ other: Cookie) -> Bool {
        // By bytes: texts of Swift are also equal where accents are written in another way.
        isHostOnly == other.isHostOnly && name.utf8.elementsEqual(other.name.utf8)
            && path.utf8.elementsEqual(other.path.utf8) && domain.utf8.elementsEqual(other.domain.utf8)
    }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        var text = "\(name)=\(SecretNames.replacement); \(isHostOnly ? "Host" : "Domain")=\(domain); Path=\(path)"
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        if let sameSite { text += "; SameSite=\(sameSite.rawValue)" }
        return text
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
