/// The domains under which unrelated parties register names, such as `com` and `co.uk`.
///
/// No cookie is stored for such a domain, or one site could read and set the cookies of all others below it. The same
/// rules decide which hosts are the same site, for `SameSite`.
///
/// Freshet has no list. ``standard`` has rules that need none; a program that connects to many hosts, or whose service
/// is on a shared domain such as `github.io`, reads the list of [publicsuffix.org](https://publicsuffix.org):
///
/// ```swift
/// let list = try String(contentsOf: listFile, encoding: .utf8)
/// let jar = CookieJar(suffixes: PublicSuffixes(list: list))
/// ```
public struct PublicSuffixes: Sendable {
    private let isListed: @Sendable (String) -> Bool

    /// Creates rules from a closure.
    ///
    /// - Parameter contains: Whether a domain, in lower case and in ASCII, is a public suffix. Domains of one label
    ///   always are. Called while a response is read, often: return quickly.
    public init(_ contains: @escaping @Sendable (_ domain: String) -> Bool) {
        isListed = contains
    }

    /// The rules that need no list: domains of one label, and those below a country for a kind of organization.
    ///
    /// The latter are a label such as `co`, `com`, `net`, `org`, `gov`, `edu` or `ac` in front of two letters: `co.uk`,
    /// `com.au`, `or.jp`.
    public static let standard = PublicSuffixes { domain in
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count == 2 && labels[1].utf8.count == 2 && kindsOfHolders.contains(labels[0])
    }

    private static let kindsOfHolders: Set<Substring> = [
        "ac", "co", "com", "ed", "edu", "go", "gob", "gouv", "gov", "govt", "gv", "id", "info", "k12", "lg", "ltd",
        "me",
        "mil", "muni", "ne", "net", "nhs", "nic", "nom", "or", "org", "plc", "police", "res", "sch", "school",
    ]

    /// Creates the rules of a list in the format of publicsuffix.org, with its wildcards and exceptions.
    ///
    /// Rules in other scripts are compared as hosts are written in requests, in ASCII.
    public init(list text: String) {
        let list = SuffixList(text)
        self.init { list.contains($0) }
    }

    /// Whether a domain is a public suffix.
    package func contains(_ domain: some StringProtocol) -> Bool {
        !domain.contains(".") || isListed(String(domain))
    }

    /// The site of a host: the registered domain, or the host itself if it has none.
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
    /// The domains below which each label is a suffix.
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
