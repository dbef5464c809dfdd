import FreshetHTTP
import FreshetTesting
import HTTPTypes
import Testing

/// Challenges of servers (RFC 9110 §11.6.1).
struct ChallengeTests {
    @Test(
        "Fields",
        arguments: [
            ([], []), ([""], []), ([", ,"], []),
            (["Basic"], [Challenge(scheme: "basic")]),
            (["Basic realm=\"a b\""], [Challenge(scheme: "basic", parameters: ["realm": "a b"])]),
            (
                ["Basic realm=a, charset=\"UTF-8\""],
                [Challenge(scheme: "basic", parameters: ["realm": "a", "charset": "UTF-8"])]
            ),
            (["Negotiate"], [Challenge(scheme: "negotiate")]),
            (["Negotiate YWJj=="], [Challenge(scheme: "negotiate", token: "YWJj==")]),
            (
                ["Negotiate a/b==, Basic realm=x"],
                [
                    Challenge(scheme: "negotiate", token: "a/b=="),
                    Challenge(scheme: "basic", parameters: ["realm": "x"]),
                ]
            ),
            (
                ["Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\""],
                [
                    Challenge(
                        scheme: "newauth", parameters: ["realm": "apps", "type": "1", "title": "Login to \"apps\""]),
                    Challenge(scheme: "basic", parameters: ["realm": "simple"]),
                ]
            ),
            (
                ["Digest realm = \"a\" ,nonce=\"b,c\"", "Bearer"],
                [
                    Challenge(scheme: "digest", parameters: ["realm": "a", "nonce": "b,c"]),
                    Challenge(scheme: "bearer"),
                ]
            ),
            (["Basic realm=\"open"], [Challenge(scheme: "basic")]),
            (["Basic realm=a, realm=b"], [Challenge(scheme: "basic", parameters: ["realm": "a"])]),
            (["Basic, Bearer"], [Challenge(scheme: "basic"), Challenge(scheme: "bearer")]),
        ] as [([String], [Challenge])])
    func fields(texts: [String], expected: [Challenge]) {
        var fields = HTTPFields()
        for text in texts { fields.append(HTTPField(name: .wwwAuthenticate, value: text)) }
        #expect(Challenge.list(in: fields) == expected)
    }

    @Test(arguments: 1...TestLength.count(50, long: 5000))
    func hostileFieldsEnd(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let pieces = ["Basic", " ", ",", "=", "\"", "\\", "realm", "a", "é", "\t", "==", "/", ";", "'"]
        for _ in 0..<20 {
            let text = (0..<12).map { _ in pieces.randomElement(using: &random)! }.joined()
            let fields: HTTPFields = [.wwwAuthenticate: text]
            let challenges = Challenge.list(in: fields)
            #expect(challenges.count <= 12 && challenges.allSatisfy { !$0.scheme.isEmpty })
        }
    }
}
