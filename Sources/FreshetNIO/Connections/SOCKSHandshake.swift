#if NIO
import FreshetCore

/// The client's side of a SOCKS 5 handshake, with a user name and password (RFC 1928, RFC 1929).
///
/// It is pure: it receives the bytes of the proxy and returns the next step.
package struct SOCKSHandshake: Sendable {
    package enum Step: Sendable, Hashable {
        /// More bytes from the proxy are needed.
        case wait
        case send([UInt8])
        /// The tunnel is open. Any remaining bytes belong to it.
        case open
        /// The proxy rejects the user.
        case refuseUser
        /// The proxy doesn't open the tunnel, or doesn't support SOCKS 5.
        case refuse
    }

    private enum Phase {
        case choosingMethod, authenticating, connecting
    }

    /// The first bytes to send, which offer two methods: no authentication, or a user name and
    /// password.
    package static let greeting: [UInt8] = [5, 2, 0, 2]

    private let user: [UInt8]
    private let password: [UInt8]
    private let request: [UInt8]
    private var phase = Phase.choosingMethod

    /// Makes the handshake for a tunnel; `nil` if a name or the password is empty or has more than
    /// 255 bytes.
    ///
    /// - Parameter host: A name, which the proxy resolves, or an IP address without brackets.
    package init?(user: String, password: String, host: String, port: Int) {
        let texts = [user, password, host].map { Array($0.utf8) }
        guard texts.allSatisfy({ (1...255).contains($0.count) }), (0...0xFFFF).contains(port) else { return nil }
        (self.user, self.password) = (texts[0], texts[1])
        var request: [UInt8] = [5, 1, 0]
        if let address = IPAddress(host) {
            request += [address.isIPv6 ? 4 : 1] + address.bytes
        } else {
            request += [3, UInt8(texts[2].count)] + texts[2]
        }
        self.request = request + [UInt8(port >> 8), UInt8(port & 0xFF)]
    }

    /// Takes the next message of the proxy from the received bytes.
    package mutating func take(_ bytes: inout [UInt8]) -> Step {
        switch phase {
        case .choosingMethod:
            guard let message = Self.message(2, of: &bytes) else { return .wait }
            switch (message[0], message[1]) {
            case (5, 0):
                phase = .connecting
                return .send(request)
            case (5, 2):
                phase = .authenticating
                return .send([1, UInt8(user.count)] + user + [UInt8(password.count)] + password)
            case (5, _): return .refuseUser
            default: return .refuse
            }
        case .authenticating:
            guard let message = Self.message(2, of: &bytes) else { return .wait }
            guard message[1] == 0 else { return .refuseUser }
            phase = .connecting
            return .send(request)
        case .connecting:
            guard bytes.count >= 2 else { return .wait }
            // Without waiting for the address of the reply: a proxy that refuses closes the
            // connection soon after (RFC 1928 §6).
            guard bytes[0] == 5, bytes[1] == 0 else { return .refuse }
            guard let length = Self.replyLength(bytes) else { return bytes.count < 5 ? .wait : .refuse }
            return Self.message(length, of: &bytes) == nil ? .wait : .open
        }
    }

    /// Returns the length of a reply, which ends with an address of one of several kinds; `nil` if
    /// it isn't known yet.
    private static func replyLength(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 5 else { return nil }
        switch bytes[3] {
        case 1: return 4 + 4 + 2
        case 3: return 4 + 1 + Int(bytes[4]) + 2
        case 4: return 4 + 16 + 2
        default: return nil
        }
    }

    /// Removes and returns the first bytes; `nil` if there aren't enough.
    private static func message(_ length: Int, of bytes: inout [UInt8]) -> [UInt8]? {
        guard bytes.count >= length else { return nil }
        defer { bytes.removeFirst(length) }
        return Array(bytes.prefix(length))
    }
}
#endif
