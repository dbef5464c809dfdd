package import Foundation
import Hosts

/// How many attempts are allowed within a time.
package struct AttemptLimit: Sendable {
    package let count: Int
    /// The time in seconds.
    package let time: TimeInterval

    /// Wrong passwords for one name from one address.
    static let nameAndAddress = AttemptLimit(count: 10, time: 900)
    /// Wrong passwords for one name: NIST SP 800-63B-4, §3.2.2, allows a hundred.
    package static let name = AttemptLimit(count: 100, time: 900)
    /// Attempts to sign in from one address, which a school may share.
    package static let address = AttemptLimit(count: 50, time: 900)
    /// Attempts to make an account from one address.
    package static let signUp = AttemptLimit(count: 20, time: 3600)

    /// The longest of all times.
    static let longestTime: TimeInterval = 3600
}

/// The part of a client's address that one person has: an address of IPv4, or a network of 64 bits of IPv6.
enum AttemptAddress {
    static func text(_ peer: String) -> String {
        guard let address = IPAddress(peer), address.bytes.count == 16 else { return peer }
        return Data(address.bytes.prefix(8)).base64URL
    }
}
