#if NIO
import FreshetDigests
import FreshetCore
import Foundation
import NIOCore
import NIOSSL

extension TLSConfiguration {
    /// Makes the TLS configuration for the connections of a transport.
    ///
    /// - Throws: An error if a certificate or a key is damaged, or if a file can't be read.
    init(_ configuration: AsyncHTTPClientTransport.Configuration) throws {
        self = TLSConfiguration.makeClientConfiguration()
        switch configuration.trustRoots {
        case .system: trustRoots = .default
        case .file(let path): trustRoots = .file(path)
        case .certificates(let certificates):
            trustRoots = .certificates(try certificates.map { try NIOSSLCertificate($0) })
        }
        guard let identity = configuration.identity else { return }
        certificateChain = try identity.certificates.map { .certificate(try NIOSSLCertificate($0)) }
        privateKey = .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.privateKey.utf8), format: .pem))
    }
}

extension NIOSSLCertificate {
    fileprivate convenience init(_ certificate: Certificate) throws {
        try self.init(bytes: Array(certificate.der), format: .der)
    }
}

/// A check of the public keys of servers against the pinned keys.
enum PinnedKeys {
    /// Checks a connection after its TLS handshake, before a request is sent on it.
    ///
    /// - Parameter pins: The SHA-256 digests of public keys, in Base64. An empty set pins nothing.
    static func check(_ channel: any Channel, _ pins: Set<String>) throws {
        guard !pins.isEmpty, let tls = try? channel.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self)
        else { return }
        let key = try tls.peerCertificate?.extractPublicKey().toSPKIBytes()
        if let key, pins.contains(digest(of: key)) { return }
        // Later, since AsyncHTTPClient traps if the connection is closed before it receives the error.
        channel.eventLoop.execute { channel.close(promise: nil) }
        throw FetchError(.tls("the key of the server is not pinned"))
    }

    private static func digest(of key: [UInt8]) -> String {
        Data(SHA256.digest(of: key)).base64EncodedString()
    }
}
#endif
