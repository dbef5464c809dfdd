/// What cookies want to know of the names of hosts.
package enum CookieHost {
    /// Whether a host is a domain or lies below it (RFC 6265bis §5.1.3). Nothing lies below an address.
    package static func matches(_ host: String, domain: String) -> Bool {
        if host == domain { return true }
        let (hostBytes, domainBytes) = (host.utf8, domain.utf8)
        guard !domainBytes.isEmpty, hostBytes.count > domainBytes.count,
            hostBytes.suffix(domainBytes.count).elementsEqual(domainBytes),
            hostBytes.dropLast(domainBytes.count).last == UInt8(ascii: ".")
        else { return false }
        return !isAddress(host)
    }

    /// The domains above a host, the longest first: those of `a.b.c` are `b.c` and `c`. An address has none.
    package static func domains(above host: String) -> some Sequence<Substring> {
        sequence(state: isAddress(host) ? "" : Substring(host)) { rest in
            guard let dot = rest.firstIndex(of: ".") else { return nil }
            rest = rest[rest.index(after: dot)...]
            return rest.isEmpty ? nil : rest
        }
    }

    /// Whether a host is an address of IPv6 in brackets or one of IPv4. A last label of digits makes one of the latter.
    package static func isAddress(_ host: String) -> Bool {
        if host.utf8.first == UInt8(ascii: "[") { return true }
        let last = host.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }
        return !last.isEmpty && last.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether a host is this machine.
    package static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || host.hasPrefix("127.") && isAddress(host)
    }
}
