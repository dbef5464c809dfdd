import Foundation
import Testing

@testable import FreshetURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a session does with a challenge for a server's certificates. Here, certificates are a name.
struct ServerTrustTests {
    private static let root = Data("root".utf8)

    struct Case: Sendable {
        var trust: String?
        var roots: [Data] = [root]
        let disposition: URLSession.AuthChallengeDisposition
        var usesTrust = false
    }

    @Test(
        arguments: [
            Case(trust: "signed by root", disposition: .useCredential, usesTrust: true),
            Case(trust: "signed by another", disposition: .cancelAuthenticationChallenge),
            Case(trust: "signed by root", roots: [], disposition: .performDefaultHandling),
            // A password, or a certificate of the client.
            Case(trust: nil, disposition: .performDefaultHandling),
            Case(trust: nil, roots: [], disposition: .performDefaultHandling),
        ])
    func dispositions(example: Case) {
        let (disposition, trust) = ServerTrust.disposition(for: example.trust, roots: example.roots) { trust, roots in
            trust == "signed by root" && roots == [Self.root]
        }
        #expect(disposition == example.disposition)
        #expect(trust == (example.usesTrust ? example.trust : nil))
    }

    @Test func withoutRootsNothingIsEvaluated() {
        let (disposition, _) = ServerTrust.disposition(for: "any", roots: []) { _, _ in
            Issue.record("The system evaluates it")
            return false
        }
        #expect(disposition == .performDefaultHandling)
    }
}
