/// Functions that compare and classify the hosts of cookies.
package enum CookieHost {
    /// Whether a host is a domain or one of its subdomains (RFC 6265bis §5.1.3). An IP address has none.
    package static func matches(_ host: String, domain: String) -> Bool {
        if host == domain { return true }
        let (hostBytes, domainBytes) = (host.utf8, domain.utf8)
        guard !domainBytes.isEmpty, hostBytes.count > domainBytes.count,
            hostBytes.suffix(domainBytes.count).elementsEqual(domainBytes),
            hostBytes.dropLast(domainBytes.count).last == UInt8(ascii: ".")
        else { return false }
        return !isAddress(host)
    }

    /// Returns the domains above a host, the longest first: for `a.b.c`, they are `b.c` and `c`. An
    /// IP address has none.
    package static func domains(above host: String) -> some Sequence<Substring> {
        sequence(state: isAddress(host) ? "" : Substring(host)) { rest in
            guard let dot = rest.firstIndex(of: ".") else { return nil }
            rest = rest[rest.index(after: dot)...]
            return rest.isEmpty ? nil : rest
        }
    }

    /// Whether a host is an IPv6 address in brackets or an IPv4 address. Any host whose last label
    /// is a number counts as an IPv4 address.
    package static func isAddress(_ host: String) -> Bool {
        if host.utf8.first == UInt8(ascii: "[") { return true }
        let last = host.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }
        return !last.isEmpty && last.allSatisfy(\.isDigit)
    }

    /// Whether a host is the local machine.
    package static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || host.hasPrefix("127.") && isAddress(host)
    }
}
