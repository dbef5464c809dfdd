import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(Security)
import Security
#endif

/// Evaluates a server's certificate by the app's own roots, on platforms that support it.
enum ServerTrust {
    /// Returns what a session does with an authentication challenge, and the trust for its credential.
    ///
    /// - Parameters:
    ///   - trust: The certificates of the server; `nil` if the challenge asks for something else.
    ///   - roots: The app's own roots; empty for those of the system.
    ///   - isTrusted: Evaluates the certificates by the roots.
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
