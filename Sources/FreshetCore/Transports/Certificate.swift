public import Foundation

/// An X.509 certificate that a transport trusts or presents.
public struct Certificate: Sendable, Hashable {
    /// The certificate in DER.
    public let der: Data

    /// Makes a certificate from DER. If the bytes are none, every connection that needs it fails.
    public init(der: Data) {
        self.der = der
    }

    /// Reads all certificates of a text in PEM, in their order.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/tls(_:)`` when there is none, or one is broken.
    public static func all(inPEM text: String) throws(FetchError) -> [Certificate] {
        let certificates = try PEM.blocks(in: text, named: "CERTIFICATE").map { Certificate(der: $0) }
        guard !certificates.isEmpty else { throw FetchError(.tls("the text holds no certificate in PEM")) }
        return certificates
    }
}

/// The authorities whose certificates of servers are trusted.
///
/// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum TrustRoots: Sendable, Hashable {
    /// The authorities that the system trusts.
    case system
    /// These authorities, and no others.
    case certificates([Certificate])
    /// The authorities in a PEM file, and no others.
    case file(String)
}

/// The certificate and private key of a client, for servers that ask for them (mutual TLS).
public struct ClientIdentity: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The certificate of the client, followed by its intermediate authorities.
    public let certificates: [Certificate]
    /// The private key in PEM. It is never printed.
    package let privateKey: String

    /// - Parameters:
    ///   - certificates: The certificate of the client, followed by those that lead to its authority.
    ///   - privateKey: The private key of the first certificate, in PEM.
    public init(certificates: [Certificate], privateKey: String) {
        self.certificates = certificates
        self.privateKey = privateKey
    }

    /// The number of certificates; never the key.
    public var description: String { "ClientIdentity of \(certificates.count) certificates" }

    /// The number of certificates, as `dump` shows it.
    public var customMirror: Mirror { Mirror(self, children: ["certificates": certificates.count]) }
}

/// Reads the blocks of a PEM text (RFC 7468).
enum PEM {
    static func blocks(in text: String, named name: String) throws(FetchError) -> [Data] {
        var blocks: [Data] = []
        var lines: [Substring]?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.hasPrefix("-----BEGIN \(name)-----") {
                lines = []
            } else if let content = lines, line.hasPrefix("-----END \(name)-----") {
                guard let block = Data(base64Encoded: content.joined(), options: .ignoreUnknownCharacters),
                    !block.isEmpty
                else { throw FetchError(.tls("a block of the text in PEM is broken")) }
                blocks.append(block)
                lines = nil
            } else {
                lines?.append(line)
            }
        }
        if lines != nil { throw FetchError(.tls("a block of the text in PEM has no end")) }
        return blocks
    }
}
