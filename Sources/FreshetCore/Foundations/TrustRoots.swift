#if canImport(Security)
import Foundation
import Security

/// Judges a server's certificate by roots of the app's own, where the platform lets an app do so.
enum TrustRoots {
    static func trusts(_ trust: SecTrust, roots: [Data]) -> Bool {
        let anchors = roots.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        guard SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess,
            SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess
        else { return false }
        return SecTrustEvaluateWithError(trust, nil)
    }
}
#endif
