public import Foundation

/// An X.509 certificate that a transport trusts or presents.
public struct Certificate: Sendable, Hashable {
    /// The certificate, encoded in DER.
    public let der: Data

    /// Makes a certificate from its DER encoding. If the bytes aren't a certificate, every
    /// connection that needs it fails.
    public init(der: Data) {
        self.der = der
    }

    /// Reads all certificates of a PEM text, in order.
    ///
    /// ```swift
    /// let text = try String(contentsOf: file, encoding: .utf8)
    /// let own = try Certificate.all(inPEM: text)
    /// let roots = TrustRoots.certificates(own)  // trusts no other authority
    /// ```
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/tls(_:)`` if there is none, or one is damaged.
    public static func all(inPEM text: String) throws(FetchError) -> [Certificate] {
        let certificates = try PEM.blocks(in: text, named: "CERTIFICATE").map { Certificate(der: $0) }
        guard !certificates.isEmpty else { throw FetchError(.tls("the text contains no PEM certificate")) }
        return certificates
    }
}

/// The certificate authorities whose server certificates are trusted.
///
/// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum TrustRoots: Sendable, Hashable {
    /// The certificate authorities that the system trusts.
    case system
    /// These authorities, and no others.
    case certificates([Certificate])
    /// The authorities in the PEM file at this path, and no others.
    case file(String)
}

/// The certificate and private key of a client, for servers that require them (mutual TLS).
public struct ClientIdentity: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The certificate of the client, followed by the certificates of its intermediate authorities.
    public let certificates: [Certificate]
    /// The private key in PEM. It is never printed.
    package let privateKey: String

    /// Makes an identity.
    ///
    /// - Parameters:
    ///   - certificates: The certificate of the client, followed by those that lead to its
    ///     authority.
    ///   - privateKey: The private key of the first certificate, in PEM.
    public init(certificates: [Certificate], privateKey: String) {
        self.certificates = certificates
        self.privateKey = privateKey
    }

    /// A text with the number of certificates. It never contains the key.
    public var description: String { "ClientIdentity of \(certificates.count) certificates" }

    /// A mirror with the number of certificates, which `dump` shows.
    public var customMirror: Mirror { Mirror(self, children: ["certificates": certificates.count]) }
}

/// A reader of the blocks in a PEM text (RFC 7468).
enum PEM {
    static func blocks(in text: String, named name: String) throws(FetchError) -> [Data] {
        var blocks: [Data] = []
        var lines: [Substring]?
        for line in text.split(whereSeparator: \.isNewline) {
            // PEM text is often indented, for example in YAML or in a Swift literal.
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.hasPrefix("-----BEGIN \(name)-----") {
                lines = []
            } else if let content = lines, line.hasPrefix("-----END \(name)-----") {
                guard let block = Data(base64Encoded: content.joined(), options: .ignoreUnknownCharacters),
                    !block.isEmpty
                else { throw FetchError(.tls("a PEM block is damaged")) }
                blocks.append(block)
                lines = nil
            } else {
                lines?.append(line)
            }
        }
        // Without this, a file that was cut off would silently lack its last certificate.
        if lines != nil { throw FetchError(.tls("a PEM block has no end")) }
        return blocks
    }
}
