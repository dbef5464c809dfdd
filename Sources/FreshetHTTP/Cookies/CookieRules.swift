package import Foundation

/// The rules by which a jar stores cookies (RFC 6265bis §5.7).
package enum CookieRules {
    /// The maximum lifetime of a cookie: 400 days.
    package static let longestLife: TimeInterval = 400 * 86_400

    /// Makes the cookie of a `Set-Cookie` field.
    ///
    /// Rules that depend on the other cookies of a jar are applied there.
    ///
    /// - Parameters:
    ///   - target: The request whose response contains the field.
    ///   - now: The date at which the response was received.
    package static func cookie(
        _ field: SetCookie, from target: CookieTarget, _ suffixes: PublicSuffixes, now: Date
    ) throws(CookieRefusal) -> Cookie {
        let domain = try domain(field, target, suffixes)
        guard target.isSecure || !field.isSecure else { throw .notSecure }
        guard field.isSecure || field.sameSite != Cookie.SameSite.none else { throw .crossSiteInsecure }
        let cookie = Cookie(
            name: field.name, value: field.value, domain: domain ?? target.host, isHostOnly: domain == nil,
            path: field.path.isEmpty ? target.defaultPath : field.path, isSecure: field.isSecure,
            isHTTPOnly: field.isHTTPOnly, sameSite: field.sameSite, expires: expiry(field, now: now))
        guard keepsPromise(cookie), !cookie.isHost || field.hasPath else { throw .prefix }
        return cookie
    }

    /// Returns the domain of a cookie; `nil` if it is only for the host of the request.
    private static func domain(
        _ field: SetCookie, _ target: CookieTarget, _ suffixes: PublicSuffixes
    ) throws(CookieRefusal) -> String? {
        guard !field.domain.isEmpty else { return nil }
        // An IP address, and a host that is itself a public suffix, may set cookies for itself.
        if field.domain == target.host, CookieHost.isAddress(target.host) || suffixes.contains(target.host) {
            return nil
        }
        guard CookieHost.matches(target.host, domain: field.domain) else { throw .otherDomain }
        guard !suffixes.contains(field.domain) else { throw .publicSuffix }
        return field.domain
    }

    /// Returns the date at which a cookie expires. `Max-Age` takes precedence over `Expires`, and
    /// the maximum lifetime limits both.
    private static func expiry(_ field: SetCookie, now: Date) -> Date? {
        let latest = now.addingTimeInterval(longestLife)
        if let seconds = field.maxAgeSeconds {
            guard seconds > 0 else { return .distantPast }
            return min(latest, now.addingTimeInterval(Double(seconds)))
        }
        return field.expires.map { min(latest, $0) }
    }

    /// Whether a cookie meets the requirements of its name's prefix (RFC 6265bis §4.1.3). Case is
    /// ignored, and a value without a name must not begin with a prefix.
    package static func keepsPromise(_ cookie: Cookie) -> Bool {
        if cookie.name.isEmpty {
            return !hasPrefix(cookie.value, "__secure-") && !hasPrefix(cookie.value, "__host-")
        }
        if hasPrefix(cookie.name, "__secure-") { return cookie.isSecure }
        return !cookie.isHost || cookie.isSecure && cookie.isHostOnly && cookie.path == "/"
    }

    /// Whether a text begins with a lowercase ASCII prefix, ignoring the case of the text.
    fileprivate static func hasPrefix(_ text: String, _ prefix: String) -> Bool {
        text.utf8.prefix(prefix.utf8.count).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            .elementsEqual(prefix.utf8)
    }

    /// Whether a cookie from the app or from a file is valid and can be sent.
    package static func isSound(_ cookie: Cookie) -> Bool {
        let texts = [cookie.name, cookie.value, cookie.path, cookie.domain]
        guard texts.allSatisfy({ $0.utf8.allSatisfy(isPlain) }), !cookie.name.utf8.contains(UInt8(ascii: "=")),
            !cookie.name.isEmpty || !cookie.value.isEmpty, !cookie.domain.isEmpty
        else { return false }
        return cookie.name.utf8.count + cookie.value.utf8.count <= SetCookie.byteLimit
            && cookie.path.utf8.first == UInt8(ascii: "/")
            && max(cookie.path.utf8.count, cookie.domain.utf8.count) <= SetCookie.attributeByteLimit
            && keepsPromise(cookie)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (byte >= 0x20 || byte == 0x09) && byte != 0x7F && byte != UInt8(ascii: ";")
    }
}

extension Cookie {
    fileprivate var isHost: Bool { CookieRules.hasPrefix(name, "__host-") }
}
