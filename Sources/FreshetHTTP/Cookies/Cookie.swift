public import Foundation

/// A cookie in a ``CookieJar`` (RFC 6265bis §5.7).
///
/// Its value is a secret: neither printing a cookie nor dumping it shows the value.
public struct Cookie: Sendable, Hashable {
    /// Whether a cookie is sent after a redirect from another site (the attribute `SameSite`).
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
    /// The value, which is a secret.
    public let value: String
    /// The host to which the cookie belongs, in lowercase and without a leading dot.
    public let domain: String
    /// Whether the cookie is sent only to the host ``domain``, and not to its subdomains.
    public let isHostOnly: Bool
    /// The path with which the path of a request must begin.
    public let path: String
    /// Whether the cookie is sent only over TLS or to a loopback address.
    public let isSecure: Bool
    /// Whether the server hides the cookie from scripts. A jar stores the attribute, but sends the cookie either way.
    public let isHTTPOnly: Bool
    /// The attribute `SameSite`; `nil` if the server set none or an unknown one.
    public let sameSite: SameSite?
    /// The date at which the cookie expires; `nil` for a session cookie.
    public let expires: Date?

    /// Makes a cookie, for ``CookieJar/set(_:)``.
    ///
    /// - Parameters:
    ///   - domain: The host, or with `isHostOnly: false` a domain and all its subdomains.
    ///   - isSecure: True by default, unlike in a `Set-Cookie` field.
    ///   - isHTTPOnly: True by default, unlike in a `Set-Cookie` field.
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

    /// The cookie as it appears in a `Cookie` field.
    package var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

    /// Whether the cookie has expired.
    package func isExpired(at date: Date) -> Bool { expires.map { $0 <= date } ?? false }

    /// Whether a new cookie replaces the other one: both have the same name, domain and path.
    func replaces(_ other: Cookie) -> Bool {
        // By bytes, since Swift's strings are also equal with different encodings of accents.
        isHostOnly == other.isHostOnly && name.utf8.elementsEqual(other.name.utf8)
            && path.utf8.elementsEqual(other.path.utf8) && domain.utf8.elementsEqual(other.domain.utf8)
    }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The cookie with its attributes, but without its value.
    public var description: String {
        var text = "\(name)=\(SecretNames.replacement); \(isHostOnly ? "Host" : "Domain")=\(domain); Path=\(path)"
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        if let sameSite { text += "; SameSite=\(sameSite.rawValue)" }
        return text
    }

    /// The same as ``description``, so that no value is printed.
    public var debugDescription: String { description }

    /// A mirror without the value, so that `dump` doesn't print it.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
