import FreshetDigests
import Testing

@Suite struct HMACSHA256Tests {
    private struct Example: CustomTestStringConvertible {
        let key: [UInt8]
        let message: [UInt8]
        let code: String
        let testDescription: String
    }

    /// RFC 4231 §4.2 to 4.8, without §4.6, which cuts the code.
    private static let examples = [
        Example(
            key: Array(repeating: 0x0b, count: 20), message: Array("Hi There".utf8),
            code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7", testDescription: "RFC 4231 §4.2"),
        Example(
            key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
            code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843", testDescription: "RFC 4231 §4.3"),
        Example(
            key: Array(repeating: 0xaa, count: 20), message: Array(repeating: 0xdd, count: 50),
            code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe", testDescription: "RFC 4231 §4.4"),
        Example(
            key: Array(1...25), message: Array(repeating: 0xcd, count: 50),
            code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b", testDescription: "RFC 4231 §4.5"),
        Example(
            key: Array(repeating: 0xaa, count: 131),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54", testDescription: "RFC 4231 §4.7"),
        Example(
            key: Array(repeating: 0xaa, count: 131),
            message: Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. "
                    + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
            code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2", testDescription: "RFC 4231 §4.8"),
    ]

    @Test("The examples of RFC 4231", arguments: examples)
    private func codes(example: Example) {
        let signer = HMACSHA256(key: example.key)
        let code = signer.authenticationCode(for: example.message)
        #expect(code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == example.code)
        #expect(signer.isValid(code, for: example.message))
    }

    @Test func aChangedBitAnywhereIsNotValid() {
        let signer = HMACSHA256(key: Array("key".utf8))
        let code = signer.authenticationCode(for: "message".utf8)
        for index in code.indices {
            var changed = code
            changed[index] ^= 1
            #expect(!signer.isValid(changed, for: "message".utf8))
        }
        #expect(!signer.isValid(code.dropLast(), for: "message".utf8))
        #expect(!signer.isValid(code + [0], for: "message".utf8))
        #expect(!signer.isValid([], for: "message".utf8))
        #expect(!signer.isValid(code, for: "Message".utf8))
        #expect(!HMACSHA256(key: Array("Key".utf8)).isValid(code, for: "message".utf8))
    }

    @Test func noKeyIsPrinted() {
        let signer = HMACSHA256(key: Array("secret".utf8))
        var dumped = ""
        dump(signer, to: &dumped)
        #expect("\(signer)" == "HMACSHA256")
        #expect(!dumped.contains("115"))
    }
}
