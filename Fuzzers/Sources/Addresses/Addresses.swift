import Foundation
import FuzzInput

/// Fuzzes the address check of the picture proxy: no notation makes a local or private address public.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(bytes, count)
    let raw = [UInt8](input.data)
    check(raw.count == 4 || raw.count == 16 || !AddressGuard.isPublic(raw), "\(raw.count) bytes are no address")
    if raw.count >= 16 { judge(Array(raw[..<16])) }
    if raw.count >= 4 { judge(Array(raw[..<4])) }

    // Only texts that the system parses as numbers: nothing is sent to the network.
    let text = input.text
    guard text.utf8.count < 64, !text.utf8.contains(0) else { return 0 }
    for address in numericAddresses(of: text) { judge(address) }
    return 0
}

/// Compares the check with a second list of the special ranges, written as prefixes.
private func judge(_ address: [UInt8]) {
    let isSpecial = special.contains { $0.covers(address) }
    if isSpecial { check(!AddressGuard.isPublic(address), "\(address) is special") }
    if address.count == 4 {
        check(AddressGuard.isPublic(address) != isSpecial, "\(address) is judged wrongly")
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address
        check(AddressGuard.isPublic(mapped) == AddressGuard.isPublic(address), "\(address) is judged otherwise in IPv6")
    }
}

private struct Prefix {
    let bytes: [UInt8]
    let bits: Int

    /// Reads a prefix such as `10.0.0.0/8` or `fe80::/10`.
    init(_ text: String) {
        let parts = text.split(separator: "/")
        var bytes = [UInt8](repeating: 0, count: 16)
        let family = text.contains(":") ? AF_INET6 : AF_INET
        check(inet_pton(family, String(parts[0]), &bytes) == 1, "\(text) is no prefix")
        self.bytes = Array(bytes.prefix(family == AF_INET ? 4 : 16))
        bits = Int(parts[1]) ?? 0
    }

    func covers(_ address: [UInt8]) -> Bool {
        guard address.count == bytes.count else { return false }
        return (0..<bits).allSatisfy { bit in
            (address[bit / 8] ^ bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
        }
    }
}

/// The registries of RFC 6890 and what replaced its entries, and multicast.
private let special = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4", "::/128", "::1/128", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32",
    "3fff::/20", "fc00::/7", "fe80::/10", "ff00::/8", "::ffff:127.0.0.0/104", "::ffff:10.0.0.0/104",
    "2002:7f00::/24", "2002:a9fe:a9fe::/48", "64:ff9b::7f00:0/104",
].map(Prefix.init)

private func numericAddresses(of host: String) -> [[UInt8]] {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
    freeaddrinfo(first)
    return HostAddress.addresses(of: host).map(\.bytes)
}
