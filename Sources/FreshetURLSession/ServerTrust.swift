#if canImport(Security)
import Foundation
import Security

/// Evaluates a server's certificate by the app's own roots, on platforms that support it.
enum ServerTrust {
    static func trusts(_ trust: SecTrust, roots: [Data]) -> Bool {
        let anchors = roots.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        guard SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess,
            SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess
        else { return false }
        return SecTrustEvaluateWithError(trust, nil)
    }
}
#endif
