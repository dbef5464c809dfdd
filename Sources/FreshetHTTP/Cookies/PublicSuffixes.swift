/// The domains under which unrelated parties register names, such as `com` and `co.uk`.
///
/// No cookie is stored for such a domain, because one site could otherwise read and set the cookies
/// of all other sites below it. For `SameSite`, the same rules decide which hosts belong to the
/// same site.
///
/// Freshet doesn't contain a list. ``standard`` has rules that don't need one. A program that
/// connects to many hosts, or whose service is on a shared domain such as `github.io`, should read
/// the list from [publicsuffix.org](https://publicsuffix.org):
///
/// ```swift
/// let list = try String(contentsOf: listFile, encoding: .utf8)
/// let jar = CookieJar(suffixes: PublicSuffixes(list: list))
/// ```
public struct PublicSuffixes: Sendable {
    private let isListed: @Sendable (String) -> Bool

    /// Makes rules from a closure.
    ///
    /// - Parameter contains: Returns whether a domain, in lowercase and in ASCII, is a public
    ///   suffix. Domains with a single label always are. It is called often while responses are
    ///   read, so return quickly.
    public init(_ contains: @escaping @Sendable (_ domain: String) -> Bool) {
        isListed = contains
    }

    /// The rules that don't need a list: domains with a single label, and domains for a kind of
    /// organization below a country.
    ///
    /// The latter consist of a label such as `co`, `com`, `net`, `org`, `gov`, `edu` or `ac` and
    /// two letters: `co.uk`, `com.au`, `or.jp`.
    public static let standard = PublicSuffixes { domain in
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count == 2 && labels[1].utf8.count == 2 && kindsOfHolders.contains(labels[0])
    }

    private static let kindsOfHolders: Set<Substring> = [
        "ac", "co", "com", "ed", "edu", "go", "gob", "gouv", "gov", "govt", "gv", "id", "info", "k12", "lg", "ltd",
        "me",
        "mil", "muni", "ne", "net", "nhs", "nic", "nom", "or", "org", "plc", "police", "res", "sch", "school",
    ]

    /// Makes rules from a list in the format of publicsuffix.org, including wildcards and
    /// exceptions.
    ///
    /// Rules in other scripts are compared in ASCII, as hosts are written in requests.
    public init(list text: String) {
        let list = SuffixList(text)
        self.init { list.contains($0) }
    }

    /// Whether a domain is a public suffix.
    package func contains(_ domain: some StringProtocol) -> Bool {
        !domain.contains(".") || isListed(String(domain))
    }

    /// Returns the site of a host: the registered domain, or the host itself if it has none.
    package func site(of host: String) -> Substring {
        var site = Substring(host)
        if contains(host) || CookieHost.isAddress(host) { return site }
        for domain in CookieHost.domains(above: host) {
            if contains(domain) { break }
            site = domain
        }
        return site
    }
}

/// The rules of a list of public suffixes.
private struct SuffixList: Sendable {
    private var names: Set<String> = []
    /// The domains below which every label is a suffix.
    private var wildcards: Set<String> = []
    private var exceptions: Set<String> = []

    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            // A rule ends at the first space.
            guard let rule = line.split(whereSeparator: \.isWhitespace).first, !rule.hasPrefix("//") else { continue }
            if rule.hasPrefix("!") {
                exceptions.insert(Self.ascii(rule.dropFirst()))
            } else if rule.hasPrefix("*.") {
                wildcards.insert(Self.ascii(rule.dropFirst(2)))
            } else {
                names.insert(Self.ascii(rule))
            }
        }
    }

    private static func ascii(_ domain: Substring) -> String {
        guard !domain.utf8.allSatisfy({ $0 < 0x80 }) else { return domain.lowercased() }
        return (try? WebAddress("https://\(domain)/"))?.origin.host ?? domain.lowercased()
    }

    func contains(_ domain: String) -> Bool {
        if exceptions.contains(domain) { return false }
        if names.contains(domain) { return true }
        guard let dot = domain.firstIndex(of: ".") else { return false }
        return wildcards.contains(String(domain[domain.index(after: dot)...]))
    }
}
