import Foundation

/// An IP address: four or sixteen bytes in network order.
///
/// An IPv4 address in the form of an IPv6 address (`::ffff:10.0.0.1`), as sockets for both report it, equals the plain
/// one.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]
    package let description: String

    /// Reads an address without port, brackets and zone; `nil` for other texts.
    package init?(_ text: some StringProtocol) {
        // The longest form of an IPv6 address has 45 characters.
        guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
        let text = String(text)
        if let bytes = Self.bytes(text, AF_INET, count: 4) {
            self.bytes = bytes
        } else if let bytes = Self.bytes(text, AF_INET6, count: 16) {
            let isMapped = bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF])
            self.bytes = isMapped ? Array(bytes[12...]) : bytes
        } else {
            return nil
        }
        description = Self.text(bytes) ?? text
    }

    private static func bytes(_ text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    private static func text(_ bytes: [UInt8]) -> String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension IPAddress {
    /// A range of addresses that begin with the same bits (RFC 4632 §3.1, RFC 4291 §2.3).
    package struct Range: Hashable, Sendable {
        private let address: IPAddress
        private let bitCount: Int

        /// Reads `10.0.0.0/8`, or a single address; `nil` for other texts.
        package init?(_ text: some StringProtocol) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count <= 2, let address = IPAddress(parts[0]) else { return nil }
            self.address = address
            guard parts.count == 2 else {
                bitCount = address.bytes.count * 8
                return
            }
            guard let bits = Int(parts[1]), parts[1].utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
                (0...address.bytes.count * 8).contains(bits)
            else { return nil }
            bitCount = bits
        }

        /// Reads addresses and ranges, separated by commas or blanks: `127.0.0.1, 10.0.0.0/8, fd00::/8`.
        ///
        /// - Returns: `nil` if there are none, or if one of them can't be read.
        package static func list(_ text: String) -> [Range]? {
            let parts = text.split { $0 == "," || $0.isWhitespace }
            let ranges = parts.compactMap { Range($0) }
            return ranges.isEmpty || ranges.count < parts.count ? nil : ranges
        }

        package func contains(_ other: IPAddress) -> Bool {
            guard other.bytes.count == address.bytes.count else { return false }
            let (whole, rest) = bitCount.quotientAndRemainder(dividingBy: 8)
            guard address.bytes.prefix(whole) == other.bytes.prefix(whole) else { return false }
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> rest)
            return rest == 0 || address.bytes[whole] & mask == other.bytes[whole] & mask
        }
    }
}
