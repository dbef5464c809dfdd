import FreshetJSON
import FreshetText

/// An `http` or `https` URL, split into the parts that a request needs (RFC 3986 §3, RFC 9110
/// §4.2).
package struct WebAddress: Sendable, Hashable {
    /// The scheme, host and port, which decide where credentials may be sent (RFC 9110 §4.3.1).
    ///
    /// It is a class, since many URLs share one.
    package final class Origin: Sendable, Hashable {
        package let scheme: String
        /// The host in lowercase. An IPv6 address is in brackets and in its canonical form (RFC
        /// 5952).
        package let host: String
        /// The port of the URL, or the scheme's default.
        package let port: Int
        /// The host, with the port unless it is the scheme's default.
        package let authority: String
        /// The scheme and the authority, with which the URL begins.
        fileprivate let text: String

        fileprivate init(scheme: String, host: String, port: Int) {
            self.scheme = scheme
            self.host = host
            self.port = port
            authority = port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)"
            text = "\(scheme)://\(authority)"
        }

        /// The prefix of all URLs of this origin, which no other origin shares.
        package var addressPrefix: String { "\(text)/" }

        package var isSecure: Bool { scheme == "https" }

        /// The host, without the brackets of an IPv6 address.
        package var bareHost: String { host.first == "[" ? String(host.dropFirst().dropLast()) : host }

        /// Whether the host is this machine (RFC 6761 §6.3, RFC 8252 §8.3).
        package var isLoopback: Bool {
            host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" || Self.isLoopback(ofVersion4: host)
        }

        /// Whether a host is an address of 127.0.0.0/8.
        private static func isLoopback(ofVersion4 host: String) -> Bool {
            let parts = host.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
        }

        package static func == (first: Origin, second: Origin) -> Bool { first === second || first.text == second.text }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(text)
        }
    }

    package var origin: Origin
    /// The encoded path, which starts with a slash.
    package var path: String
    /// The encoded query, without `?`.
    package var query: String?
    /// The encoded fragment, without `#`. It isn't sent, and URLs that differ only in it are equal.
    package private(set) var fragment: String?

    package var pathAndQuery: String {
        if let query { "\(path)?\(query)" } else { path }
    }

    /// Whether a text can be sent as the path and query of a request.
    package static func isTarget(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "/") && AddressText.isEscaped(text) && !text.utf8.contains(UInt8(ascii: "#"))
    }

    package var text: String {
        var text = origin.text
        text.reserveCapacity(text.utf8.count + path.utf8.count + (query.map { $0.utf8.count + 1 } ?? 0))
        text += path
        if let query {
            text += "?"
            text += query
        }
        return text
    }

    /// The reason why a text isn't a web address.
    package struct Problem: Error {
        package let reason: String
    }

    /// Reads an absolute URL.
    ///
    /// Characters that aren't allowed in a URL are encoded, and `.` and `..` segments are resolved,
    /// as URLSession on Linux would do as well.
    package init(_ text: String) throws(Problem) {
        try self.init(URIReference(text), text)
    }

    /// - Parameter text: The text of the URL, for errors.
    private init(_ reference: URIReference, _ text: String) throws(Problem) {
        guard let scheme = reference.scheme, let authority = reference.authority else {
            throw Problem(reason: "\"\(Self.quotable(text))\" has no scheme; write https:// before the host")
        }
        guard scheme == "https" || scheme == "http" else {
            throw Problem(reason: "the scheme \"\(scheme)\" is neither https nor http")
        }
        self.init(
            origin: try Self.origin(scheme: scheme, authority: authority[...]), path: reference.path,
            query: reference.query, fragment: reference.fragment)
    }

    private init(origin: Origin, path: String, query: String?, fragment: String?) {
        self.origin = origin
        self.path = path.isEmpty ? "/" : URIReference.removingDotSegments(path)
        self.query = query
        self.fragment = fragment
    }

    package static func == (first: WebAddress, second: WebAddress) -> Bool {
        first.origin == second.origin && first.path == second.path && first.query == second.query
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(origin)
        hasher.combine(path)
        hasher.combine(query)
    }

    /// The part of a text that may be quoted in an error, without its query, fragment, user name
    /// and password.
    private static func quotable(_ text: String) -> Substring {
        let text = text.prefix { $0 != "?" && $0 != "#" }
        return text.lastIndex(of: "@").map { text[$0...] } ?? text
    }

    private static func origin(scheme: String, authority: Substring) throws(Problem) -> Origin {
        // RFC 9110 §4.2.4: user information in a URL is deprecated. It would end up in logs, and
        // many attacks hide the real host behind it.
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw Problem(reason: "the address contains a user name; give credentials to the service instead")
        }
        var authority = authority
        if !authority.utf8.allSatisfy({ $0 < 0x80 }) {
            guard let ascii = AddressText.ascii(authority) else {
                throw Problem(reason: "\"\(authority)\" is not a host")
            }
            authority = ascii[...]
        }
        let hostEnd: Substring.Index
        if authority.first == "[" {
            guard let bracket = authority.firstIndex(of: "]") else {
                throw Problem(reason: "the host \"\(authority)\" lacks its closing bracket")
            }
            hostEnd = authority.index(after: bracket)
        } else {
            hostEnd = authority.utf8.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
        }
        let host = try Self.host(authority[..<hostEnd])
        var port = scheme == "https" ? 443 : 80
        let portText = authority[hostEnd...]
        if !portText.isEmpty, portText != ":" {
            guard portText.first == ":", let number = UInt16(portText.dropFirst()), number > 0 else {
                throw Problem(reason: "\"\(portText.drop { $0 == ":" })\" is not a port")
            }
            port = Int(number)
        }
        return Origin(scheme: scheme, host: host, port: port)
    }

    /// Reads a host; an IPv6 address is converted to its canonical text.
    private static func host(_ text: Substring) throws(Problem) -> String {
        guard text.first != "[" else {
            guard let address = IPAddress(text.dropFirst().dropLast()), address.isIPv6 else {
                throw Problem(reason: "\"\(text)\" is not an IPv6 address")
            }
            return "[\(address.text)]"
        }
        // Hosts are compared as texts, for credentials among others, and DNS ignores case (RFC 9110
        // §4.2.3).
        let host = text.lowercased()
        guard !host.isEmpty, host.utf8.allSatisfy(PercentEncoding.isUnreserved) else {
            throw Problem(reason: host.isEmpty ? "the address has no host" : "\"\(host)\" is not a host")
        }
        return host
    }

    /// Resolves a reference, such as the value of a `Location` field, against this URL (RFC 3986
    /// §5.2).
    ///
    /// An empty reference resolves to this URL itself (§4.4).
    package func resolving(_ text: String) throws(Problem) -> WebAddress {
        // This character replaces bytes that weren't valid UTF-8, so the actual target is unknown.
        guard !text.unicodeScalars.contains("\u{FFFD}") else { throw Problem(reason: "it has unreadable characters") }
        let reference = URIReference(text)
        let target = reference.resolved(
            against: URIReference(scheme: origin.scheme, authority: origin.authority, path: path, query: query))
        guard reference.scheme == nil, reference.authority == nil else {
            return try WebAddress(target, text)
        }
        return WebAddress(origin: origin, path: target.path, query: target.query, fragment: target.fragment)
    }

    /// Resolves a reference to the text of a URL, including its fragment.
    package func text(resolving reference: String) throws(Problem) -> String {
        let address = try resolving(reference)
        return address.fragment.map { "\(address.text)#\($0)" } ?? address.text
    }

    /// Returns the URL with the fragment of another URL if it has none, as after a redirect (RFC
    /// 9110 §10.2.2).
    package func inheritingFragment(of other: WebAddress) -> WebAddress {
        var address = self
        address.fragment = fragment ?? other.fragment
        return address
    }

    /// Returns the URL with an encoded path and queries appended.
    package func appending(path more: String, queries: [String?]) -> WebAddress {
        var address = self
        if !more.isEmpty {
            if address.path.hasSuffix("/") { address.path.removeLast() }
            address.path = URIReference.removingDotSegments(address.path + (more.hasPrefix("/") ? more : "/\(more)"))
        }
        for case let query? in queries where !query.isEmpty {
            address.query = address.query.map { $0.isEmpty ? query : "\($0)&\(query)" } ?? query
        }
        return address
    }
}
