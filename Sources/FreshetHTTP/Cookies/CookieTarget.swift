package import HTTPTypes

/// The properties of a request on which its cookies depend.
package struct CookieTarget: Sendable, Hashable {
    /// The host in lowercase.
    package let host: String
    /// The encoded path, without the query.
    package let path: String
    /// Whether the connection is protected, because the request uses TLS or doesn't leave the
    /// machine.
    package let isSecure: Bool
    /// Whether the method only reads (RFC 9110 §9.2.1).
    package let isSafe: Bool
    /// Whether the call was redirected from another site.
    package let isCrossSite: Bool

    package init(host: String, path: String, isSecure: Bool, isSafe: Bool = true, isCrossSite: Bool = false) {
        self.host = host
        self.path = path
        self.isSecure = isSecure
        self.isSafe = isSafe
        self.isCrossSite = isCrossSite
    }

    /// Makes the target of a request.
    ///
    /// A call doesn't originate from a document, so its first request is same-site. A redirect to
    /// another site makes the rest of the call cross-site, even if another redirect leads back. The
    /// scheme isn't part of the site.
    ///
    /// - Parameters:
    ///   - address: The URL of the request.
    ///   - method: The method of the request.
    ///   - origins: The origins of the earlier requests of the call.
    ///   - suffixes: The rules for public suffixes.
    package init(
        _ address: WebAddress, _ method: HTTPRequest.Method, after origins: [WebAddress.Origin],
        _ suffixes: PublicSuffixes
    ) {
        let origin = address.origin
        let isCrossSite: Bool
        if origins.allSatisfy({ $0.host == origin.host }) {
            isCrossSite = false
        } else {
            let site = suffixes.site(of: origin.host)
            isCrossSite = !origins.allSatisfy { suffixes.site(of: $0.host) == site }
        }
        self.init(
            host: origin.host, path: address.path,
            isSecure: origin.isSecure || CookieHost.isLoopback(origin.host),
            isSafe: method.isSafe, isCrossSite: isCrossSite)
    }

    /// The path of a cookie without the attribute `Path` (RFC 6265bis §5.1.4).
    package var defaultPath: String {
        guard path.hasPrefix("/"), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex
        else { return "/" }
        return String(path[..<slash])
    }

    /// Whether a cookie is sent with the request (RFC 6265bis §5.8.3).
    package func takes(_ cookie: Cookie) -> Bool {
        let belongs =
            cookie.isHostOnly ? host == cookie.domain : CookieHost.matches(host, domain: cookie.domain)
        guard belongs, isSecure || !cookie.isSecure, Self.matches(path, below: cookie.path) else { return false }
        guard isCrossSite else { return true }
        switch cookie.sameSite {
        case SameSite.none?: return true
        case .lax?, nil: return isSafe
        case .strict?: return false
        }
    }

    private typealias SameSite = Cookie.SameSite

    /// Whether a path equals another one or is below it (RFC 6265bis §5.1.4).
    package static func matches(_ path: String, below cookiePath: String) -> Bool {
        let (path, cookiePath) = (path.utf8, cookiePath.utf8)
        guard path.starts(with: cookiePath) else { return false }
        let rest = path.dropFirst(cookiePath.count)
        return rest.isEmpty || cookiePath.last == UInt8(ascii: "/") || rest.first == UInt8(ascii: "/")
    }
}
