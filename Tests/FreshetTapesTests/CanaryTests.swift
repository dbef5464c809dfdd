import Foundation
import FreshetCore
import FreshetTapes
import FreshetTesting
import HTTPTypes
import Testing

/// Secrets in all places where a client takes or gets one, and a look for their bytes in the file.
@Suite(.timeLimit(.minutes(5)))
struct CanaryTests {
    @Test("No byte of a secret is in the file, in whatever coding")
    func canaries() {
        for seed in 0..<UInt64(TestLength.count(75, long: 20_000)) {
            var canaries = Canaries(SeededRandom(seed: seed))
            let tape = canaries.tape()
            let found = canaries.found(in: tape)
            #expect(found.isEmpty, "seed \(seed): \(found)")
        }
    }

    @Test("The look finds a secret in each coding")
    func theLookIsSharp() {
        let secret = "c\"a/n ä\\1"
        var canaries = Canaries(SeededRandom(seed: 1))
        canaries.secrets = [secret]
        for form in [
            secret, "c%22a%2Fn%20%C3%A4%5C1", "c%22a%2fn+%c3%a4%5c1", #"c\"a/n ä\\1"#, #"c\"a\/n \u00e4\\1"#,
            Data(secret.utf8).base64EncodedString(), Data("x\(secret)y".utf8).base64EncodedString(),
        ] { #expect(!canaries.found(in: Data("…\(form)…".utf8)).isEmpty, "\(form)") }
        #expect(canaries.found(in: Data("nothing".utf8)).isEmpty)
    }
}
