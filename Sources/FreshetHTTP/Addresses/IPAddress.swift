#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable {
    /// The 4 or 16 bytes in network order.
    package let bytes: [UInt8]

    /// Reads an address without brackets; `nil` if the text isn't an address.
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(4))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.bytes = bytes
        } else {
            return nil
        }
    }

    /// Makes an address from its bytes; `nil` unless there are 4 or 16 of them.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = Array(bytes)
    }

    package var isIPv6: Bool { bytes.count == 16 }

    /// The canonical text of the address (RFC 5952).
    package var text: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = isIPv6 ? AF_INET6 : AF_INET
        _ = bytes.withUnsafeBytes { inet_ntop(family, $0.baseAddress, &text, socklen_t(INET6_ADDRSTRLEN)) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether the address begins with the same bits as another one.
    func hasPrefix(of other: IPAddress, bits: Int) -> Bool {
        guard bytes.count == other.bytes.count, bits <= bytes.count * 8 else { return false }
        let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
        guard bytes.prefix(whole) == other.bytes.prefix(whole) else { return false }
        return rest == 0 || bytes[whole] >> (8 - rest) == other.bytes[whole] >> (8 - rest)
    }
}
