/// An option of curl: its names, whether a value follows it, and its effect.
struct CurlOption: Sendable {
    /// What an option changes.
    enum Effect: Sendable, Hashable {
        case method, header, address, user, bearer, cookie, userAgent, referrer, range
        case data(Data), form(isText: Bool), upload
        case isHead, isGet, keepsPatterns
        case timeout, connectTimeout, proxy, proxyUser, attempts, bodyLimit, redirects
        /// The option changes nothing that is sent, or Freshet behaves like this anyway.
        case none
        /// Freshet has nothing like the option. The text is a sentence that says what to do.
        case unsupported(String)
    }

    /// How the value of a data option is read.
    enum Data: Sendable, Hashable {
        case text, raw, binary, encoded, json
    }

    let name: String
    let letter: Character?
    let takesValue: Bool
    let effect: Effect

    private init(_ name: String, _ letter: Character?, value: Bool, _ effect: Effect) {
        self.name = name
        self.letter = letter
        takesValue = value
        self.effect = effect
    }

    /// Returns the option with a long name, without its hyphens.
    static func named(_ name: String) -> CurlOption? { byName[name] }

    /// Returns the option with a letter.
    static func lettered(_ letter: Character) -> CurlOption? { byLetter[letter] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    private static let byLetter = Dictionary(
        uniqueKeysWithValues: all.compactMap { option in option.letter.map { ($0, option) } })

    private static func flag(_ name: String, _ effect: Effect) -> CurlOption {
        CurlOption(name, nil, value: false, effect)
    }

    private static func flag(_ name: String, _ letter: Character, _ effect: Effect) -> CurlOption {
        CurlOption(name, letter, value: false, effect)
    }

    private static func value(_ name: String, _ effect: Effect) -> CurlOption {
        CurlOption(name, nil, value: true, effect)
    }

    private static func value(_ name: String, _ letter: Character, _ effect: Effect) -> CurlOption {
        CurlOption(name, letter, value: true, effect)
    }

    private static let all: [CurlOption] = request + connection + output + unsupported

    private static let request: [CurlOption] = [
        value("request", "X", .method), value("header", "H", .header), value("url", .address),
        value("data", "d", .data(.text)), value("data-ascii", .data(.text)), value("data-raw", .data(.raw)),
        value("data-binary", .data(.binary)), value("data-urlencode", .data(.encoded)), value("json", .data(.json)),
        value("form", "F", .form(isText: false)), value("form-string", .form(isText: true)),
        value("upload-file", "T", .upload), value("cookie", "b", .cookie), value("user", "u", .user),
        value("oauth2-bearer", .bearer), value("user-agent", "A", .userAgent), value("referer", "e", .referrer),
        value("range", "r", .range), flag("get", "G", .isGet), flag("head", "I", .isHead),
        flag("globoff", "g", .keepsPatterns), flag("basic", .none), flag("compressed", .none),
    ]

    private static let connection: [CurlOption] = [
        value("max-time", "m", .timeout), value("connect-timeout", .connectTimeout), value("proxy", "x", .proxy),
        value("proxy-user", "U", .proxyUser), value("retry", .attempts), value("max-filesize", .bodyLimit),
        value("max-redirs", .redirects), flag("location", "L", .none), flag("http2", .none), flag("tcp-nodelay", .none),
        flag("no-keepalive", .none), value("keepalive-time", .none), flag("ipv4", "4", .none), flag("ipv6", "6", .none),
        flag("retry-connrefused", .none), flag("proxy-basic", .none),
    ]

    private static let output: [CurlOption] = [
        flag("silent", "s", .none), flag("show-error", "S", .none), flag("verbose", "v", .none),
        flag("include", "i", .none), flag("fail", "f", .none), flag("fail-with-body", .none),
        flag("no-buffer", "N", .none), flag("progress-bar", "#", .none), flag("no-progress-meter", .none),
        flag("remote-name", "O", .none), value("output", "o", .none), value("output-dir", .none),
        flag("create-dirs", .none), flag("remote-header-name", "J", .none), flag("styled-output", .none),
        value("write-out", "w", .none), value("trace", .none), value("trace-ascii", .none), flag("trace-time", .none),
        value("stderr", .none), value("dump-header", "D", .none), flag("disable", "q", .none),
    ]

    private static let unsupported: [CurlOption] = [
        flag("insecure", "k", .unsupported("Freshet always checks certificates; see TrustRoots for one of your own.")),
        flag("next", ":", .unsupported("Convert one request at a time.")),
        flag("parallel", "Z", .unsupported("Convert one request at a time.")),
        flag("digest", .unsupported("Write an AuthenticationSession with DigestAuthentication by hand.")),
        flag("ntlm", .unsupported("Freshet has no NTLM.")),
        flag("negotiate", .unsupported("Freshet has no Negotiate.")),
        flag("anyauth", .unsupported("Name one kind of authentication, such as --basic.")),
        flag("netrc", "n", .unsupported("Write the name and the password with --user.")),
        value("config", "K", .unsupported("Write the options of the file into the command.")),
        value("cookie-jar", "c", .unsupported("Use a CookieJar by hand.")),
        flag("http1.0", "0", .unsupported("Freshet sends HTTP/1.1 or HTTP/2.")),
        flag("http1.1", .unsupported("Freshet chooses the HTTP version itself.")),
        flag("http2-prior-knowledge", .unsupported("Freshet uses HTTP/2 over TLS alone.")),
        flag("http3", .unsupported("Freshet chooses the HTTP version itself.")),
        value("cacert", .unsupported("Set the transport's trustRoots by hand.")),
        value("cert", "E", .unsupported("Set the transport's identity by hand.")),
        value("key", .unsupported("Set the transport's identity by hand.")),
        value("pinnedpubkey", .unsupported("Set the transport's pinnedKeys by hand.")),
        value("resolve", .unsupported("Set the transport's addresses by hand.")),
        value("connect-to", .unsupported("Set the transport's addresses by hand.")),
        value("unix-socket", .unsupported("Set the transport's sockets by hand.")),
        value("socks5", .unsupported("Write --proxy socks5://… instead.")),
        value("socks5-hostname", .unsupported("Write --proxy socks5h://… instead.")),
        value("time-cond", "z", .unsupported("Write the header If-Modified-Since instead.")),
        value("continue-at", "C", .unsupported("Write --range instead.")),
        value("limit-rate", .unsupported("Freshet sends as fast as the connection allows.")),
        value("aws-sigv4", .unsupported("Sign requests with an Interceptor by hand.")),
        flag("location-trusted", .unsupported("Freshet never sends credentials to another origin.")),
        value("interface", .unsupported("The system chooses the network interface.")),
        flag("path-as-is", .unsupported("Freshet removes the segments . and .. from paths.")),
        flag("tr-encoding", .unsupported("Freshet has no compressed transfer coding.")),
    ]
}
