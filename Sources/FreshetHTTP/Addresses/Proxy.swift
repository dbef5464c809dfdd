public import Foundation

/// A proxy server.
///
/// Requests to `http` and `https` URLs are sent through a tunnel (`CONNECT`, RFC 9110 §9.3.6, or
/// SOCKS 5, RFC 1928). The proxy sees the host and port; of requests to `https`, it sees nothing
/// else.
///
/// ```swift
/// var connections = AsyncHTTPClientTransport.Configuration()
/// let office = Proxy.http("proxy.example", port: 3128, user: user, password: password)
/// connections.proxies = .all(office, exceptions: ["localhost", "*.internal.example", "10.0.0.0/8"])
/// ```
public struct Proxy: Sendable, Hashable {
    /// The protocol of a proxy.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Kind: String, Sendable, Hashable {
        /// A tunnel that is opened with `CONNECT` (RFC 9110 §9.3.6).
        case http
        /// SOCKS 5 (RFC 1928). The proxy resolves host names.
        case socks5
    }

    /// The protocol of the proxy.
    public let kind: Kind
    /// The host name or IP address of the proxy.
    public let host: String
    /// The port of the proxy.
    public let port: Int
    /// The user name and password; `nil` for none. They are never printed.
    package let credentials: Credentials?

    package struct Credentials: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        package let user: String
        package let password: String

        package var description: String { SecretNames.replacement }

        package var customMirror: Mirror { Mirror(self, children: []) }
    }

    /// Makes an HTTP proxy, with a user name and password if it requires them (`Basic`, RFC 7617).
    public static func http(_ host: String, port: Int = 80, user: String? = nil, password: String = "") -> Proxy {
        Proxy(
            kind: .http, host: host, port: port,
            credentials: user.map { Credentials(user: $0, password: password) })
    }

    /// Makes a SOCKS 5 proxy, with a user name and password if it requires them (RFC 1929).
    ///
    /// The proxy resolves host names. The user name and the password must have 1 to 255 bytes each;
    /// otherwise, every request fails.
    public static func socks5(_ host: String, port: Int = 1080, user: String? = nil, password: String = "") -> Proxy {
        Proxy(
            kind: .socks5, host: host, port: port,
            credentials: user.map { Credentials(user: $0, password: password) })
    }

    private init(kind: Kind, host: String, port: Int, credentials: Credentials?) {
        self.kind = kind
        self.host = host
        self.port = port
        self.credentials = credentials
    }

    /// Makes a proxy from its URL, such as `http://user:password@proxy.example:3128` or
    /// `socks5://127.0.0.1`.
    ///
    /// Without a scheme, it is an HTTP proxy. The result is `nil` if the text isn't such a URL or
    /// has another scheme.
    public init?(_ address: String) {
        let parts = address.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let scheme = parts.count == 2 ? parts[0].lowercased() : "http"
        guard let kind = Self.kinds[scheme], let rest = parts.last?.prefix(while: { $0 != "/" }) else { return nil }
        // The last one: a password may contain it, and many people do not encode it.
        let at = rest.lastIndex(of: "@")
        let authority = at.map { rest[rest.index(after: $0)...] } ?? rest
        // Hosts follow the same rules as in any other URL.
        guard let origin = try? WebAddress("http://\(authority)").origin else { return nil }
        let hasPort = authority.last != "]" && authority.contains(":")
        let port = hasPort ? origin.port : kind == .http ? 80 : 1080
        var credentials: Credentials?
        if let at {
            let pair = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = pair.map { $0.removingPercentEncoding ?? String($0) }
            credentials = Credentials(user: texts[0], password: texts.count == 2 ? texts[1] : "")
        }
        self.init(kind: kind, host: origin.bareHost, port: port, credentials: credentials)
    }

    private static let kinds: [String: Kind] = ["http": .http, "socks5": .socks5, "socks5h": .socks5, "socks": .socks5]
}

extension Proxy: CustomStringConvertible {
    /// The URL without credentials.
    public var description: String { "\(kind.rawValue)://\(host):\(port)" }
}

/// The proxies for requests, which are chosen by the URL of a request.
public struct Proxies: Sendable, Hashable {
    /// The proxy for `http` URLs; `nil` for none.
    public var http: Proxy?
    /// The proxy for `https` URLs; `nil` for none.
    public var https: Proxy?
    /// The hosts that are reached without a proxy, as in `NO_PROXY`.
    ///
    /// `example.com`, `.example.com` and `*.example.com` match a host and its subdomains. An IP
    /// address or a range (`10.0.0.0/8`, `fd00::/8`) matches hosts that are IP addresses. Each of
    /// these may end with a port (`example.com:8080`). `*` matches all hosts. A trailing dot makes
    /// no difference, and internationalised names are compared in ASCII.
    public var exceptions: [String]

    /// No proxies.
    public static let none = Proxies()

    /// Makes proxies for the two schemes, with exceptions.
    public init(http: Proxy? = nil, https: Proxy? = nil, exceptions: [String] = []) {
        self.http = http
        self.https = https
        self.exceptions = exceptions
    }

    /// Returns proxies that use the same proxy for all requests, with exceptions.
    public static func all(_ proxy: Proxy, exceptions: [String] = []) -> Proxies {
        Proxies(http: proxy, https: proxy, exceptions: exceptions)
    }

    /// Reads the proxies from the environment variables `http_proxy`, `https_proxy`, `all_proxy`
    /// and `no_proxy`, in lowercase or uppercase.
    ///
    /// The uppercase `HTTP_PROXY` is ignored if `REQUEST_METHOD` is set, because a CGI server sets
    /// it from a header field that the client sends. A value that isn't the URL of a proxy is
    /// ignored.
    public static func environment(
        _ variables: [String: String] = ProcessInfo.processInfo.environment
    ) -> Proxies {
        func value(_ name: String) -> String? {
            let isForged = name == "http_proxy" && variables["REQUEST_METHOD"] != nil
            let value = variables[name] ?? (isForged ? nil : variables[name.uppercased()])
            return value.flatMap { $0.isEmpty ? nil : $0 }
        }
        let all = value("all_proxy")
        let exceptions = (value("no_proxy") ?? "").split { $0 == "," || $0.isWhitespace }.map(String.init)
        return Proxies(
            http: (value("http_proxy") ?? all).flatMap { Proxy($0) },
            https: (value("https_proxy") ?? all).flatMap { Proxy($0) }, exceptions: exceptions)
    }

    /// Returns the proxy for requests to an origin.
    ///
    /// - Parameters:
    ///   - scheme: `http` or `https`.
    ///   - authority: The host, with the port unless it is the scheme's default.
    package func proxy(scheme: String, authority: String) -> Proxy? {
        guard let proxy = scheme == "https" ? https : http else { return nil }
        guard !exceptions.isEmpty, let origin = try? WebAddress("\(scheme)://\(authority)").origin else { return proxy }
        return exceptions.contains { Self.matches($0, origin) } ? nil : proxy
    }

    private static func matches(_ exception: String, _ origin: WebAddress.Origin) -> Bool {
        if exception == "*" { return true }
        var pattern = exception.lowercased()[...]
        // An IPv6 address contains colons; with a port it has brackets.
        if IPAddress(pattern) == nil, !pattern.contains("/"), let colon = pattern.lastIndex(of: ":"),
            let port = Int(pattern[pattern.index(after: colon)...])
        {
            guard port == origin.port else { return false }
            pattern = pattern[..<colon]
        }
        if let address = IPAddress(origin.bareHost) { return matches(pattern, address) }
        if pattern.hasPrefix("*.") { pattern = pattern.dropFirst(2) }
        if pattern.first == "." { pattern = pattern.dropFirst() }
        guard !pattern.isEmpty, pattern != ".", let named = try? WebAddress("http://\(pattern)").origin
        else { return false }
        let (host, domain) = (withoutLastDot(origin.host), withoutLastDot(named.host))
        return host == domain || host.hasSuffix(".\(domain)")
    }

    private static func matches(_ pattern: Substring, _ address: IPAddress) -> Bool {
        let pattern = pattern.first == "[" && pattern.last == "]" ? pattern.dropFirst().dropLast() : pattern
        let range = pattern.split(separator: "/", maxSplits: 1)
        guard let start = range.first.flatMap({ IPAddress($0) }) else { return false }
        guard range.count == 2 else { return start == address }
        return Int(range[1]).map { $0 >= 0 && address.hasPrefix(of: start, bits: $0) } ?? false
    }

    private static func withoutLastDot(_ host: String) -> Substring { host.last == "." ? host.dropLast() : host[...] }
}
