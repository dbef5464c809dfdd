import Foundation

/// Decides which IP addresses are public.
///
/// The special ranges are those of the registries of RFC 6890 for IPv4 and IPv6. An IPv6 address that embeds an IPv4
/// address is public if that one is.
enum AddressGuard {
    /// Whether an address, as four or sixteen bytes in network order, is a public one.
    static func isPublic(_ bytes: [UInt8]) -> Bool {
        switch bytes.count {
        case 4: isPublicIPv4(bytes)
        case 16: isPublicIPv6(bytes)
        default: false
        }
    }

    private static func isPublicIPv4(_ bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1], bytes[2]) {
        case (0, _, _), (10, _, _), (127, _, _): false
        case (100, 64...127, _): false
        case (169, 254, _): false
        case (172, 16...31, _): false
        case (192, 0, 0), (192, 0, 2), (192, 88, 99), (192, 168, _): false
        case (198, 18...19, _), (198, 51, 100), (203, 0, 113): false
        case (224..., _, _): false
        default: true
        }
    }

    private static func isPublicIPv6(_ bytes: [UInt8]) -> Bool {
        func starts(with prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }
        // ::ffff:a.b.c.d and its translated form, 64:ff9b::a.b.c.d, and 6to4, 2002:aabb:ccdd::
        if starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]) { return isPublicIPv4(Array(bytes[12...])) }
        if starts(with: [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)) {
            return isPublicIPv4(Array(bytes[12...]))
        }
        if starts(with: [0x20, 0x02]) { return isPublicIPv4(Array(bytes[2..<6])) }
        // Only 2000::/3 is allocated; of it, 2001::/23, 2001:db8::/32 and 3fff::/20 (RFC 9637) are special.
        guard bytes[0] & 0xE0 == 0x20 else { return false }
        if bytes[0] == 0x3F, bytes[1] == 0xFF, bytes[2] < 0x10 { return false }
        if bytes[0] == 0x20, bytes[1] == 0x01, bytes[2] < 2 { return false }
        return !starts(with: [0x20, 0x01, 0x0D, 0xB8])
    }
}

/// An IP address of a host.
package struct HostAddress: Hashable, Sendable {
    package let bytes: [UInt8]
    /// The address as text, as connections take it.
    package let text: String

    /// Resolves a host with the system's resolver. It blocks its thread while it waits for the network.
    package static func addresses(of host: String) -> [HostAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Darwin)
        hints.ai_socktype = SOCK_STREAM
        #else
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var result: [HostAddress] = []
        var next = first
        while let info = next?.pointee {
            next = info.ai_next
            guard let address = info.ai_addr, let found = HostAddress(address, family: info.ai_family) else { continue }
            if !result.contains(found) { result.append(found) }
        }
        return result
    }

    private init?(_ address: UnsafeMutablePointer<sockaddr>, family: Int32) {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        switch family {
        case AF_INET:
            bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin6_addr) { Array($0) }
            }
        default:
            return nil
        }
        guard inet_ntop(family, bytes, &text, socklen_t(INET6_ADDRSTRLEN)) != nil else { return nil }
        self.text = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
