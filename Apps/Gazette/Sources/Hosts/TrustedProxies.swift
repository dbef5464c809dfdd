package import HTTPTypes

/// The proxies whose reports about their clients are believed: addresses and ranges of addresses.
///
/// The fields of anybody else are ignored, since a client can send what it likes.
package struct TrustedProxies: Sendable, Equatable {
    /// None: every client is the peer of its connection.
    package static let none = TrustedProxies(ranges: [])

    private let ranges: [IPAddress.Range]

    private init(ranges: [IPAddress.Range]) {
        self.ranges = ranges
    }

    /// Reads addresses and ranges (RFC 4632), separated by commas or blanks: `127.0.0.1, 10.0.0.0/8, fd00::/8`.
    ///
    /// - Returns: `nil` if there are none, or if one of them can't be read.
    package init?(_ text: String) {
        guard let ranges = IPAddress.Range.list(text) else { return nil }
        self.ranges = ranges
    }

    /// Whether the other end of a connection is one of them.
    package func contain(peer: String) -> Bool { IPAddress(peer).map(contains) ?? false }

    private func contains(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// What is known of the client of a request.
    package struct Client: Equatable {
        /// Its address: the last one that no trusted proxy has added.
        package var address: String
        /// The scheme and the authority that it used; `nil` if no trusted proxy reports them.
        package var scheme: String?
        package var host: String?
    }

    /// Returns what is known of the client of a request.
    ///
    /// - Parameters:
    ///   - peer: The address at the other end of the connection.
    ///   - fields: The fields of the request.
    package func client(peer: String, _ fields: HTTPFields) -> Client {
        guard let address = IPAddress(peer), contains(address) else { return Client(address: peer) }
        let plain = Client(address: address.description)
        switch (Forwarded(standard: fields), Forwarded(common: fields)) {
        case (let forwarded?, nil), (nil, let forwarded?): return client(forwarded, plain)
        case (nil, nil): return plain
        case (let standard?, let common?):
            // A proxy sets one of the two. The other one may come from the client: if they contradict each other, neither
            // is believed.
            let (one, other) = (client(standard, plain), client(common, plain))
            return one.address == other.address && one.scheme == other.scheme ? one : plain
        }
    }

    private func client(_ forwarded: Forwarded, _ plain: Client) -> Client {
        var client = plain
        for hop in forwarded.hops.reversed() {
            // What comes before an address that is unknown was not reported by a trusted proxy.
            guard let address = hop.address else { break }
            client = Client(
                address: address.description, scheme: hop.scheme.flatMap(Self.scheme), host: hop.host.flatMap(Self.host)
            )
            guard contains(address) else { break }
        }
        return client
    }

    private static func scheme(_ text: String) -> String? {
        let scheme = text.lowercased()
        return ["http", "https"].contains(scheme) ? scheme : nil
    }

    private static func host(_ text: String) -> String? {
        let isHost =
            text.utf8.count <= 255 && !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "-._:[]".utf8.contains(byte)
            }
        return isHost ? text : nil
    }
}
