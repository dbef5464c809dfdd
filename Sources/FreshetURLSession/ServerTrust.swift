import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(Security)
import Security
#endif

/// Evaluates a server's certificate against the app's own roots, on platforms that support it.
enum ServerTrust {
    /// Returns how a session handles an authentication challenge, and the trust for its credential.
    ///
    /// - Parameters:
    ///   - trust: The server's certificates; `nil` if the challenge isn't about them.
    ///   - roots: The app's own roots; empty to use the system's.
    ///   - isTrusted: Evaluates the certificates against the roots.
    static func disposition<Trust>(
        for trust: Trust?, roots: [Data], isTrusted: (Trust, [Data]) -> Bool
    ) -> (URLSession.AuthChallengeDisposition, Trust?) {
        guard !roots.isEmpty, let trust else { return (.performDefaultHandling, nil) }
        return isTrusted(trust, roots) ? (.useCredential, trust) : (.cancelAuthenticationChallenge, nil)
    }

    #if canImport(Security)
    static func trusts(_ trust: SecTrust, roots: [Data]) -> Bool {
        let anchors = roots.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        guard SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess,
            SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess
        else { return false }
        return SecTrustEvaluateWithError(trust, nil)
    }
    #endif
}
